"""What a researcher settles about the links of those who judge."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.turing.phases_page import Row

MANY, ONE_EACH = "many", "one"
MOST_LINKS = 100


class InvitationsForm(forms.Form):
    person = forms.ChoiceField(label=_("Who is judged"))
    uses = forms.ChoiceField(
        label=_("How often a link can be used"), widget=forms.RadioSelect, initial=MANY,
        choices=[(MANY, _("by any number of judges")), (ONE_EACH, _("by one judge: a link for each of them"))],
    )  # fmt: skip
    number = forms.IntegerField(
        label=_("Number of links"), initial=1, min_value=1, max_value=MOST_LINKS,
        help_text=_("As many as judges, where a link is for one; at most 100 at once."),
    )  # fmt: skip
    last_day = forms.DateField(
        label=_("Last day, if there is one"), required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )  # fmt: skip
    note = forms.CharField(
        label=_("Note"), required=False, max_length=100,
        help_text=_("For you alone: where you sent it. Judges do not see it."),
    )  # fmt: skip

    def __init__(self, rows: list[Row], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].choices = [(row.persona.slug, row.name) for row in rows]
        for name, field in self.fields.items():
            if field.help_text:
                field.widget.attrs["aria-describedby"] = f"id_{name}_helptext"

    def clean_last_day(self) -> date | None:
        last: date | None = self.cleaned_data["last_day"]
        if last and last < timezone.now().date():
            raise ValidationError(_("Choose today or a day in the future."))
        return last
