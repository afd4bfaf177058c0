"""Links for those who judge a person's answers: made, counted, and taken back."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.personas.models import Persona
from apps.studies.models import Invitation, Study
from apps.turing.assignment import is_ready
from apps.turing.links import judge_links
from apps.turing.phases_page import Row, rows_of


class Link(NamedTuple):
    """One link, whether it can still be used, and a text to send with it."""

    invitation: Invitation
    address: str
    message: str
    used: int
    state: str

    @property
    def is_open(self) -> bool:
        return not self.state


class Judged(NamedTuple):
    """One person, whether enough of their questions have pairs, and the links to judge them."""

    row: Row
    is_ready: bool
    links: list[Link]


def judged_of(request: HttpRequest, study: Study) -> list[Judged]:
    """Return everybody whose answers are judged, each with the newest link first."""
    rows = rows_of(study)
    messages = {link.address: link.message for link in judge_links(request, study, rows)}
    invitations = Invitation.objects.filter(study=study, persona__isnull=False).prefetch_related("participation_set")
    links: dict[int | None, list[Link]] = {}
    for one in invitations.order_by("-pk"):
        address = request.build_absolute_uri(f"/j/{one.code}/")
        used = len(one.participation_set.all())
        links.setdefault(one.persona_id, []).append(
            Link(one, address, messages.get(address, ""), used, _state(one, used))
        )
    return [Judged(row, is_ready(study, row.persona), links.get(row.persona.pk, [])) for row in rows]


def _state(invitation: Invitation, used: int) -> str:
    """Why the link lets nobody in any more; "" when it does."""
    if invitation.most_uses is not None and used >= invitation.most_uses:
        return _("used up")
    return _("expired") if invitation.has_expired else ""


def make_links(study: Study, persona: Persona, n: int, most_uses: int | None, last: date | None, note: str) -> None:
    """Make n links alike; `last` is the last day they can be used, `most_uses` None for any number."""
    ends = datetime.combine(last, time.max, timezone.get_default_timezone()) if last else None
    Invitation.objects.bulk_create(
        Invitation(study=study, persona=persona, most_uses=most_uses, expires_at=ends, note=note) for _n in range(n)
    )
