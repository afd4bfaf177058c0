"""The form that starts a run in a Turing test: as whom a model answers, what it writes, what it judges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from apps.runs.models import Run
from apps.runs.planning import Choice
from apps.runs.run_form import ModelRunForm, settled_by
from apps.runs.ways import Way, ways_of, wordings
from apps.studies.models import Study


class TuringRunForm(ModelRunForm):
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

    def __init__(self, study: Study, *args: Any, **kwargs: Any) -> None:
        super().__init__(study, *args, **kwargs)
        self.ways = {
            f"{way.code}/{name}": (way, version)
            for way in ways_of(study.instrument).values()
            for name, version in wordings(way).items()
        }
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
        **settled_by(run),
        "asking": run.respondent.method,
        "temperature": run.respondent.sampling.get("temperature"),
        "top_p": run.respondent.sampling.get("top_p"),
    }
