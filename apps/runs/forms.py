"""The forms that start a run and change its budget."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.benchmarks.prompts import Turn
from apps.runs.askers import asker_for
from apps.runs.models import Run
from apps.runs.planning import Choice
from apps.runs.run_form import ModelRunForm, settled_by
from apps.runs.showing import money
from apps.runs.ways import ways_of, wordings
from apps.studies.models import Condition, Respondent, Sitting, Study

# What a page can plan while someone waits for it; run_study plans any number.
MOST_SITTINGS = 20_000
ALL, SOME = "all", "some"


class RunForm(ModelRunForm):
    """What a researcher chooses for a run of one open study."""

    wording = forms.ChoiceField(label=gettext_lazy("Wording of the prompt"), widget=forms.RadioSelect)
    scope = forms.ChoiceField(
        label=gettext_lazy("Conditions"), widget=forms.RadioSelect,
        choices=[(ALL, gettext_lazy("All of the study")), (SOME, gettext_lazy("The default and these kinds only:"))],
    )  # fmt: skip
    factors = forms.MultipleChoiceField(
        label=gettext_lazy("Kinds of situations"), widget=forms.CheckboxSelectMultiple, required=False
    )
    repeats = forms.IntegerField(
        label=gettext_lazy("Repeats"), min_value=1, max_value=10_000, initial=1,
        help_text=gettext_lazy("How often each condition is taken, each time with the items in another order."),
    )  # fmt: skip
    temperature = forms.FloatField(
        label=gettext_lazy("Temperature"), min_value=0, max_value=2, initial=0,
        widget=forms.NumberInput(attrs={"step": "0.1"}),
        help_text=gettext_lazy("0 gives the likeliest reply each time."),
    )  # fmt: skip
    top_p = forms.FloatField(
        label=gettext_lazy("Top p"), min_value=0.01, max_value=1, initial=1,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=gettext_lazy("1 leaves every word possible."),
    )  # fmt: skip
    max_tokens = forms.IntegerField(
        label=gettext_lazy("Longest reply, in tokens"), min_value=1, max_value=100_000, initial=400,
        help_text=gettext_lazy("Models that think before they answer need thousands."),
    )  # fmt: skip

    def __init__(self, study: Study, *args: Any, **kwargs: Any) -> None:
        super().__init__(study, *args, **kwargs)
        (way,) = ways_of(study.instrument).values()
        versions = list(wordings(way))
        self.fields["wording"].choices = [(version, version) for version in versions]
        self.fields["factors"].choices = factors_of(study)
        self.initial.setdefault("wording", versions[0])
        self.initial.setdefault("scope", ALL)

    def wordings(self) -> Iterator[tuple[Any, list[Turn]]]:
        """Yield each wording's radio button with what a model would be told."""
        for button in self["wording"]:
            yield button, example(self.study, button.data["value"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("scope") == SOME and not cleaned.get("factors") and "factors" not in self.errors:
            self.add_error("factors", _("Choose at least one kind, or all conditions."))
        sittings = len(self._conditions() or self.study.condition_set.all()) * cleaned.get("repeats", 0)
        if sittings > MOST_SITTINGS:
            sentence = _("That would be %(n)d sittings; this page plans up to %(most)d. Choose fewer repeats.")
            self.add_error("repeats", sentence % {"n": sittings, "most": MOST_SITTINGS})
        return cleaned

    def _conditions(self) -> tuple[str, ...]:
        """Return the chosen codes, none when all conditions are meant."""
        if self.cleaned_data.get("scope") != SOME:
            return ()
        kinds = self.cleaned_data.get("factors") or []
        chosen = Condition.objects.filter(Q(vignette__isnull=True) | Q(vignette__factor__in=kinds), study=self.study)
        return tuple(chosen.values_list("code", flat=True))

    def choice(self) -> Choice:
        chosen = self.cleaned_data
        return Choice(
            wording=chosen["wording"], temperature=chosen["temperature"], top_p=chosen["top_p"],
            repeats=chosen["repeats"], conditions=self._conditions(), max_tokens=chosen["max_tokens"],
            budget=chosen["budget"],
        )  # fmt: skip


def values_of(run: Run) -> dict[str, Any]:
    """Return what the form held when this run was planned, to change it."""
    chosen = Condition.objects.filter(study=run.study, code__in=run.conditions, vignette__isnull=False)
    return {
        **settled_by(run),
        "wording": run.respondent.method.rpartition("/")[2],
        "scope": SOME if run.conditions else ALL,
        "factors": sorted(set(chosen.values_list("vignette__factor", flat=True))),
        "temperature": run.respondent.sampling.get("temperature", 0),
        "top_p": run.respondent.sampling.get("top_p", 1),
    }


def factors_of(study: Study) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the study's kinds of situations, grouped by emotion, in their order."""
    grouped: dict[str, dict[str, str]] = {}
    rows = Condition.objects.filter(study=study, vignette__isnull=False).order_by("pk")
    for emotion, factor, title in rows.values_list("vignette__emotion", "vignette__factor", "vignette__factor_title"):
        grouped.setdefault(emotion, {}).setdefault(factor, title)
    return [(emotion.capitalize(), list(factors.items())) for emotion, factors in grouped.items()]


def example(study: Study, version: str) -> list[Turn]:
    """Return what a model is told in this wording: the study's first situation, the items as printed."""
    situation = study.condition_set.select_related("vignette").filter(vignette__isnull=False).first()
    sitting = Sitting(condition=situation or Condition(study=study), item_order=list(study.instrument.items_by_code()))
    respondent = Respondent(method=f"{study.instrument.benchmark}/{version}")
    question = asker_for(Run(study=study, respondent=respondent)).questions(sitting)[0]
    return list(question.turns)


class BudgetForm(forms.Form):
    budget = forms.DecimalField(
        label=gettext_lazy("New budget"), min_value=Decimal("0.000001"), max_digits=12, decimal_places=6,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )  # fmt: skip

    def __init__(self, run: Run, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.run = run

    def clean_budget(self) -> Decimal:
        budget: Decimal = self.cleaned_data["budget"]
        if budget <= self.run.cost:
            sentence = _("The run has cost %(cost)s already; give more than that.")
            raise ValidationError(sentence % {"cost": money(self.run.cost)})
        return budget
