"""What participants fill in: five questions about them, and rating pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from apps.studies.latency import read_times
from apps.studies.models import Sitting
from apps.studies.recording import Answer

UNTOLD = "untold"
Choices = list[tuple[str, Any]]


def choices(*pairs: tuple[str, Any]) -> Choices:
    return [("", _("Choose one")), *pairs, (UNTOLD, _("Prefer not to say"))]


def country_choices() -> Choices:
    """The countries, named in the reader's language."""
    return choices(*((code, name) for code, name in countries))


class AboutForm(forms.Form):
    """The five questions about respondents of the EmotionBench crowd study (thesis, App. C.4)."""

    age = forms.ChoiceField(
        label=_("Your age"),
        choices=choices(
            ("18-24", _("18 to 24")),
            ("25-34", _("25 to 34")),
            ("35-44", _("35 to 44")),
            ("45-54", _("45 to 54")),
            ("55-64", _("55 to 64")),
            ("65+", _("65 or older")),
        ),
    )
    gender = forms.ChoiceField(
        label=_("Your gender"),
        choices=choices(("female", _("Woman")), ("male", _("Man")), ("other", _("Another gender"))),
    )
    country = forms.ChoiceField(label=_("The country you live in"), choices=lazy(country_choices, list))
    education = forms.ChoiceField(
        label=_("Your highest completed education"),
        choices=choices(
            ("none", _("None")),
            ("primary", _("Primary school")),
            ("lower secondary", _("Lower secondary school")),
            ("upper secondary", _("Upper secondary school")),
            ("bachelor", _("University, bachelor's degree")),
            ("master", _("University, master's degree")),
            ("doctorate", _("University, doctorate")),
        ),
    )
    employment = forms.ChoiceField(
        label=_("Your work"),
        choices=choices(
            ("employed", _("Employed or self-employed")),
            ("unemployed", _("Not employed")),
            ("student", _("Student")),
            ("retired", _("Retired")),
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = _("Choose an answer, or “Prefer not to say”.")


def read_ratings(data: Mapping[str, str], sitting: Sitting, low: int, high: int) -> dict[str, Answer]:
    """Return the readable ratings of a posted page by item code; a bad or absent one is left out."""
    times = read_times(data.get("timings", ""))
    # Nothing but what a radio button sends: no "05", no digits of other scripts
    ratings = {str(rating): rating for rating in range(low, high + 1)}
    sent = {code: data.get(code, "") for code in sitting.item_order}
    return {code: Answer(raw, ratings[raw], latency_ms=times.get(code)) for code, raw in sent.items() if raw in ratings}
