"""The form that starts a run in a Turing test: as whom a model answers, what it writes, what it judges."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.runs.forms import models_for
from apps.runs.models import Run
from apps.runs.planning import Choice
from apps.runs.ways import Way, ways_of, wordings
from apps.studies.models import LanguageModel, Study


class TuringRunForm(forms.Form):
    language_model = forms.ModelChoiceField(
        label=gettext_lazy("Model"), queryset=LanguageModel.objects.exclude(engine=LanguageModel.IMPORTED)
    )
    asking = forms.ChoiceField(label=gettext_lazy("What it does, and how it is told"), widget=forms.RadioSelect)
    repeats = forms.IntegerField(
        label=gettext_lazy("Repeats"), min_value=1, max_value=1000, required=False,
        help_text=gettext_lazy("Empty: once for answers, three times for judging."),
    )  # fmt: skip
    max_tokens = forms.IntegerField(
        label=gettext_lazy("Longest reply, in tokens"), min_value=1, max_value=100_000, required=False,
        help_text=gettext_lazy("Empty: what the method usually needs."),
    )  # fmt: skip
    temperature = forms.FloatField(
        label=gettext_lazy("Temperature"), min_value=0, max_value=2, required=False,
        widget=forms.NumberInput(attrs={"step": "0.1"}),
        help_text=gettext_lazy("Empty: as published for the method."),
    )  # fmt: skip
    top_p = forms.FloatField(
        label=gettext_lazy("Top p"), min_value=0.01, max_value=1, required=False,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=gettext_lazy("Empty: as published for the method."),
    )  # fmt: skip
    budget = forms.DecimalField(
        label=gettext_lazy("Budget"), required=False, min_value=Decimal("0.000001"), max_digits=12, decimal_places=6,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=gettext_lazy(
            "In the currency of the model’s prices. The run pauses before it would cost more. Empty: no limit."
        ),
    )  # fmt: skip

    def __init__(self, study: Study, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study
        self.ways = {
            f"{way.code}/{name}": (way, version)
            for way in ways_of(study.instrument).values()
            for name, version in wordings(way).items()
        }
        self.fields["language_model"].choices = [("", _("Choose a model")), *models_for(study)]
        if study.local_only:
            self.fields["language_model"].help_text = _("This study allows only models on our own machines.")
        self.fields["asking"].choices = [
            (code, f"{way.title} ({version.name})") for code, (way, version) in self.ways.items()
        ]
        self.initial.setdefault("asking", next(iter(self.ways)))

    def askings(self) -> Iterator[tuple[Any, Way, list[tuple[str, str]]]]:
        """Yield each radio button with its way and the sections of its prompt."""
        for button in self["asking"]:
            way, version = self.ways[button.data["value"]]
            yield button, way, list(version.sections.items())

    def choice(self) -> Choice:
        chosen = self.cleaned_data
        way, version = self.ways[chosen["asking"]]
        given = {name: value if chosen[name] is None else chosen[name] for name, value in way.sampling().items()}
        return Choice(way=way.code, wording=version.name, budget=chosen["budget"], **given)


def turing_values_of(run: Run) -> dict[str, Any]:
    """Return what the form held when this run was planned, to change it."""
    return {
        "language_model": run.respondent.language_model_id,
        "asking": run.respondent.method,
        "repeats": run.repeats,
        "max_tokens": run.max_tokens,
        "temperature": run.respondent.sampling.get("temperature"),
        "top_p": run.respondent.sampling.get("top_p"),
        "budget": None if run.budget is None else f"{run.budget.normalize():f}",
    }
