"""Someone who judges the answers of a person they know."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from apps.studies.models import Invitation, Response, Showing, Sitting, Study
from apps.turing.people import people
from tests.visitors import Stage, Visitor

ABOUT = {"relation": "friend", "known": "3 to 10 years"}


def invite(study: Study, **fields: Any) -> Invitation:
    """Make a link for those who judge the study's first person."""
    return Invitation.objects.create(**{"study": study, "persona": people(study).first(), **fields})


class Judge(Visitor):
    def __init__(self, invitation: Invitation, client: Client | None = None) -> None:
        super().__init__(f"/j/{invitation.code}/", client)

    @property
    def sitting(self) -> Sitting:
        return Sitting.objects.get(respondent=self.visit.respondent)

    @property
    def showings(self) -> list[Showing]:
        return list(Showing.objects.filter(sitting=self.sitting).select_related("item").order_by("position"))

    @property
    def choices(self) -> list[str]:
        return list(Response.objects.filter(sitting=self.sitting).order_by("position").values_list("raw", flat=True))

    def choose(self, choice: int | str = 1, pair: int | None = None, **sent: Any) -> HttpResponse:
        """Choose an answer of the pair shown now, or of another one that an old page still shows."""
        number = pair or Response.objects.filter(sitting=self.sitting).count() + 1
        return self.send("judge/", {"pair": number, "choice": choice, **sent})

    def go_to(self, stage: str) -> Judge:
        """Take every step up to the page of this stage, choosing the first answer of every pair."""
        steps = {
            Stage.CONSENT: self.press_start,
            Stage.ABOUT: self.agree,
            Stage.INSTRUCTION: lambda: self.send("about/", ABOUT),
            Stage.JUDGE: lambda: self.send("instruction/"),
            Stage.THANKS: lambda: [self.choose() for _showing in self.showings],
        }
        return self.walk(steps, stage)


def answers_on(page: HttpResponse) -> list[str]:
    """Return the two answers that a page shows, first and second."""
    said = re.findall(r'<span class="said"[^>]*>(.*?)</span>', page.content.decode(), flags=re.DOTALL)
    return [unescape(text.replace("<br>", "\n")) for text in said]
