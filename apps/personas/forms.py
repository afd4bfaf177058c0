"""What a person who is imitated fills in: three permissions, and long texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

# Signs in one text. A long profile answer of 300 words has about 1,800.
LONGEST = 5_000
# Of what is typed and not sent no more is kept, so that a draft fills no database.
LONGEST_DRAFT = 10 * LONGEST


class PermissionsForm(forms.Form):
    """Each is given and taken back by itself; only the first is needed to go on."""

    store = forms.BooleanField(
        label=_(
            "You may store my profile and my answers for this study. "
            "I am 18 or older and take part of my own free will."
        ),
        help_text=_("Needed to take part. To take it back, delete everything by withdrawing."),
        error_messages={"required": _("Tick the first box to take part. Without it we store nothing.")},
    )
    locally = forms.BooleanField(
        required=False,
        label=_("Programs on this lab’s own machines may answer as if they were me."),
        help_text=_(
            "They may also propose questions for me and judge my answers beside others. "
            "My words do not leave these machines for it."
        ),
    )
    remotely = forms.BooleanField(
        required=False,
        label=_("Programs of other companies may answer as if they were me."),
        help_text=_(
            "They may also propose questions and judge. For it my name, my profile and my answers are sent to "
            "them over the internet, and we cannot delete what they keep."
        ),
    )


def as_draft(texts: Mapping[str, str]) -> dict[str, str]:
    return {code: text[:LONGEST_DRAFT] for code, text in texts.items()}


def read_texts(sent: Mapping[str, str], codes: Iterable[str]) -> dict[str, str]:
    """Return the texts of a posted page by code, those that were sent, without what no database stores."""
    return {code: sent[code].replace("\r\n", "\n").replace("\0", "") for code in codes if code in sent}
