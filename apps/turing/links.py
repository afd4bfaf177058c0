"""The links a researcher sends by hand, each with words to send along."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from apps.studies.models import Invitation, Study
from apps.turing.judging_visits import are_strangers
from apps.turing.phases_page import Row


class Link(NamedTuple):
    """An address, the person it is about, and a message to send with it."""

    row: Row
    address: str
    message: str
    note: str = ""


def private_links(request: HttpRequest, study: Study, rows: list[Row]) -> list[Link]:
    """Each person's own link, with a message that fits what is still missing; none for the invented."""
    if not study.opened_at:
        return []
    found = []
    for row in rows:
        if row.persona.is_invented or row.persona.erased_at:
            continue
        address = request.build_absolute_uri(f"/me/{row.persona.code}/")
        found.append(Link(row, address, _message(study, row, address)))
    return found


def _message(study: Study, row: Row, address: str) -> str:
    """Return a reminder as text; "" when it is not this person's move."""
    if not row.has_sent:
        wanted = _("we are still looking forward to your profile: ten short texts about yourself.")
    elif row.may_answer and not row.has_answered:
        wanted = _("your ten questions are waiting for your answers.")
    else:
        return ""
    sentence = _(
        "Hello %(name)s, thank you for taking part in “%(title)s”: %(wanted)s What you have typed is saved, "
        "so you can go on where you stopped. This is your private link; please pass it on to nobody: %(link)s"
    )
    return sentence % {"name": row.name, "title": study.title, "wanted": wanted, "link": address}


def judge_links(request: HttpRequest, study: Study, rows: list[Row]) -> list[Link]:
    """The links for those who judge that still let somebody in, by the person they judge."""
    if not study.is_open:
        return []
    by_persona = {row.persona.pk: row for row in rows}
    invitations = Invitation.objects.filter(study=study, persona__in=by_persona).annotate(n=Count("participation"))
    found = []
    for invitation in invitations.order_by("persona_id", "pk"):
        is_used_up = invitation.most_uses is not None and invitation.n >= invitation.most_uses
        if invitation.persona_id and not invitation.has_expired and not is_used_up:
            row = by_persona[invitation.persona_id]
            address = request.build_absolute_uri(f"/j/{invitation.code}/")
            message = _request(study, row, address, invitation.expires_at)
            found.append(Link(row, address, message, _note(invitation.note, invitation.n)))
    return found


def _note(note: str, n_used: int) -> str:
    used = _("opened by %(n)d") % {"n": n_used}
    return f"{note}, {used}" if note else used


def _request(study: Study, row: Row, address: str, until: datetime | None) -> str:
    who = (
        _("The person you judge is shown to you in a short profile.")
        if are_strangers(study)
        else _("You were chosen because you know %(name)s.") % {"name": row.name}
    )
    sentence = _(
        "Hello, can you tell a person’s answers from a machine’s? In “%(title)s” you read up to ten pairs of answers "
        "and say which one a person wrote. It takes about ten minutes. %(who)s %(please)s %(link)s"
    )
    please = _("Please do it before %(date)s:") % {"date": date_format(until)} if until else _("Here is the link:")
    return sentence % {"title": study.title, "who": who, "please": please, "link": address}
