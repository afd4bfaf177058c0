"""What judges fill in: how they know the person, and their choice between two answers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.studies.latency import read_times

LONGEST_WHY = 1000
FIRST, SECOND = "1", "2"


class AboutForm(forms.Form):
    """How near judge and person are (ECHO, Section 4.1, has acquaintances judge)."""

    relation = forms.ChoiceField(
        label=_("Who you are to them"),
        choices=[
            ("", _("Choose one")),
            ("family", _("Family")),
            ("partner", _("Partner")),
            ("friend", _("Friend")),
            ("colleague", _("Colleague or classmate")),
            ("neighbour", _("Neighbour")),
            ("other", _("Other")),
        ],
    )
    known = forms.ChoiceField(
        label=_("How long you have known them"),
        choices=[
            ("", _("Choose one")),
            ("under 1 year", _("Under a year")),
            ("1 to 3 years", _("1 to 3 years")),
            ("3 to 10 years", _("3 to 10 years")),
            ("over 10 years", _("Over 10 years")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = _("Choose what comes closest.")


class Reason(forms.CharField):
    """Free text. A browser counts a line break as one character and sends two."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class JudgementForm(forms.Form):
    choice = forms.ChoiceField(
        choices=[(FIRST, _("First answer")), (SECOND, _("Second answer"))],
        error_messages={
            "required": _("Choose one of the two answers"),
            "invalid_choice": _("Choose one of the two answers"),
        },
    )
    sureness = forms.TypedChoiceField(
        choices=[(str(n), str(n)) for n in range(1, 6)],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("Choose from 1 to 5 how sure you are")},
    )
    why = Reason(
        required=False,
        max_length=LONGEST_WHY,
        error_messages={"max_length": _("Shorten your reason to 1,000 characters")},
    )

    @property
    def latency_ms(self) -> int | None:
        """The browser's time from the page shown to the first choice."""
        return read_times(self.data.get("timings", "")).get("choice")
