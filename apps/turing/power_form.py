"""What a study of some size is to be simulated with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LARGEST_JUDGES, LARGEST_PAIRS, LARGEST_SD = 500, 20, 1.5


class PowerForm(forms.Form):
    """Percentages are whole numbers of percent or parts of one, deviations on the log-odds scale."""

    judges_from = forms.IntegerField(label=_("Judges, from"), min_value=2, max_value=LARGEST_JUDGES)
    judges_to = forms.IntegerField(label=_("Judges, up to"), min_value=2, max_value=LARGEST_JUDGES)
    pairs = forms.IntegerField(label=_("Pairs each"), min_value=2, max_value=LARGEST_PAIRS)
    rate = forms.FloatField(label=_("True rate, %"), min_value=5, max_value=95)
    width = forms.FloatField(label=_("Interval, at most, in points"), min_value=1, max_value=100)
    methods = forms.IntegerField(label=_("Methods"), min_value=1, max_value=20)
    persons = forms.IntegerField(label=_("Persons"), min_value=1, max_value=100)
    judge_sd = forms.FloatField(label=_("How much judges differ (SD)"), min_value=0, max_value=LARGEST_SD)
    question_sd = forms.FloatField(label=_("How much questions differ (SD)"), min_value=0, max_value=LARGEST_SD)

    def __init__(self, asked: Any, usual: dict[str, Any]) -> None:
        """What was not asked is as usual, so that an address may name one figure alone."""
        super().__init__({**usual, **{name: asked[name] for name in usual if asked.get(name)}})
        for name, field in self.fields.items():
            field.widget.attrs.update({"step": "any"} if isinstance(field, forms.FloatField) else {})
            field.widget.attrs["id"] = f"id_{name}"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("judges_from"), cleaned.get("judges_to")
        if first and last and first > last:
            raise ValidationError({"judges_to": _("Choose at least as many as in the first field.")})
        return cleaned
