"""The form a researcher fills in to plan a study, and what it shares with that of a Turing test."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from apps.studies.models import Instrument, Study, Vignette, VignetteSet
from apps.studies.models.respondents import random_code

CONSENT = _(
    "This is a study about feelings, run by researchers of this lab. You say how you feel, imagine one everyday "
    "situation that may be unpleasant, and say how you would feel in it. It takes about two and a half minutes.\n\n"
    "Taking part is voluntary. You may stop at any moment by closing the page; what you have not finished is not "
    "used. If a situation troubles you, stop and talk to someone you trust."
)


def in_a_year() -> Any:
    return timezone.now().date() + timedelta(days=365)


class PlanForm(forms.ModelForm):
    """What every study settles before it opens."""

    class Meta:
        model = Study
        fields = ["title", "quota", "consent_text", "consent_version", "local_only", "retention_date"]
        widgets = {
            "consent_text": forms.Textarea(attrs={"rows": 9}),
            "retention_date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["retention_date"].required = True
        self.fields["consent_text"].required = True
        if not self.instance.pk:
            self.initial.setdefault("retention_date", in_a_year())

    def clean_retention_date(self) -> Any:
        chosen = self.cleaned_data["retention_date"]
        if chosen <= timezone.now().date():
            raise ValidationError(_("Choose a day in the future."))
        return chosen

    def clean_quota(self) -> int:
        quota: int = self.cleaned_data["quota"]
        if not 1 <= quota <= 10_000:
            raise ValidationError(_("Choose from 1 to 10,000."))
        return quota

    def save(self, commit: bool = True) -> Study:
        if not self.instance.slug:
            self.instance.slug = f"{slugify(self.cleaned_data['title'])[:40] or 'study'}-{random_code(4)}"
        study: Study = super().save(commit=commit)
        return study


class StudyForm(PlanForm):
    """Everything that opening will freeze."""

    factors = forms.MultipleChoiceField(
        label=_("Kinds of situations"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Each kind has about five situations; each situation is one condition."),
    )

    completion_url = forms.URLField(
        label=Study._meta.get_field("completion_url").verbose_name,
        required=False,
        max_length=300,
        assume_scheme="https",
        help_text=_(
            "Where paid people return to, for example "
            "https://app.prolific.com/submissions/complete?cc=YOURCODE. "
            "Write {code} where each person’s own code shall stand."
        ),
    )

    class Meta(PlanForm.Meta):
        fields = [
            "title", "instrument", "vignette_set", "factors", "with_positive", "order_rule", "quota",
            "consent_text", "consent_version", "local_only", "completion_url", "retention_date",
        ]  # fmt: skip
        help_texts = {
            "title": _("People see it on the first page."),
            "quota": _("People who finish, for each situation. The published study had seven."),
            "retention_date": _("After it, whatever could lead to a person is deleted."),
            "consent_version": _("Raise it when you change the text."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["factors"].choices = factor_choices()
        self.fields["vignette_set"].required = True
        # A Turing test has a form of its own
        self.fields["instrument"].queryset = Instrument.objects.exclude(benchmark="echo")
        if not self.instance.pk:
            self.initial.setdefault("instrument", Instrument.objects.filter(slug="panas").last())
            self.initial.setdefault("vignette_set", VignetteSet.objects.filter(slug="everyday").first())
            self.initial.setdefault("consent_text", str(CONSENT))
            self.initial.setdefault("factors", [code for _emotion, group in factor_choices() for code, _t in group])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        chosen, known = cleaned.get("vignette_set"), set(cleaned.get("factors") or [])
        if chosen and known:
            there = set(Vignette.objects.filter(vignette_set=chosen).values_list("factor", flat=True))
            if missing := sorted(known - there):
                sentence = _("“%(set)s” has no situations for: %(factors)s")
                self.add_error("factors", sentence % {"set": chosen, "factors": ", ".join(missing)})
        return cleaned

    def save(self, commit: bool = True) -> Study:
        self.instance.factors = self.cleaned_data["factors"]
        return super().save(commit=commit)


def factor_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the factors that any set has, grouped by emotion, in their printed order."""
    grouped: dict[str, dict[str, str]] = {}
    rows = Vignette.objects.order_by("pk").values_list("emotion", "factor", "factor_title")
    for emotion, factor, title in rows:
        grouped.setdefault(emotion, {}).setdefault(factor, title)
    return [(emotion.capitalize(), list(factors.items())) for emotion, factors in grouped.items()]
