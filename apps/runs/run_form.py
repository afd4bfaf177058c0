"""What every form that starts a run asks for: the model, and what it may cost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.runs.baselines import suits
from apps.runs.models import Run
from apps.runs.showing import engine_title
from apps.studies.models import LanguageModel, Study


class ModelRunForm(forms.Form):
    language_model = forms.ModelChoiceField(
        label=gettext_lazy("Model"), queryset=LanguageModel.objects.exclude(engine=LanguageModel.IMPORTED)
    )
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
        self.fields["budget"] = self.fields.pop("budget")  # the page asks for it last
        self.fields["language_model"].choices = [("", _("Choose a model")), *models_for(study)]
        if study.local_only:
            self.fields["language_model"].help_text = _("This study allows only models on our own machines.")


def settled_by(run: Run) -> dict[str, Any]:
    """Return what any such form held when this run was planned, to change it."""
    return {
        "language_model": run.respondent.language_model_id,
        "repeats": run.repeats,
        "max_tokens": run.max_tokens,
        "budget": None if run.budget is None else f"{run.budget.normalize():f}",
    }


def models_for(study: Study) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return the models that may take the study, grouped by kind."""
    grouped: dict[str, list[tuple[int, str]]] = {}
    for model in LanguageModel.objects.exclude(engine=LanguageModel.IMPORTED).order_by("label"):
        if suits(model, study) and not (study.local_only and model.is_remote):
            grouped.setdefault(str(capfirst(engine_title(model))), []).append((model.pk, model.label))
    return list(grouped.items())
