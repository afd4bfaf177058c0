"""Someone who judges the answers of a person they know, with a browser of their own."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from apps.studies.models import Invitation, Participation, Response, Showing, Sitting, Study
from apps.turing.people import people

Stage = Participation.Stage
ABOUT = {"relation": "friend", "known": "3 to 10 years"}


def invite(study: Study, **fields: Any) -> Invitation:
    """Make a link for those who judge the study's first person."""
    return Invitation.objects.create(**{"study": study, "persona": people(study).first(), **fields})


class Judge:
    """One browser and what is done with it. Each step returns the answer of the site."""

    def __init__(self, invitation: Invitation, client: Client | None = None) -> None:
        self.link = f"/j/{invitation.code}/"
        self.client = client or Client()
        self.base = ""

    @property
    def visit(self) -> Participation:
        return Participation.objects.select_related("respondent").get(code=self.base.split("/")[-2])

    @property
    def stage(self) -> str:
        return self.visit.stage

    @property
    def sitting(self) -> Sitting:
        return Sitting.objects.get(respondent=self.visit.respondent)

    @property
    def showings(self) -> list[Showing]:
        return list(Showing.objects.filter(sitting=self.sitting).select_related("item").order_by("position"))

    @property
    def choices(self) -> list[str]:
        return list(Response.objects.filter(sitting=self.sitting).order_by("position").values_list("raw", flat=True))

    def press_start(self, **headers: Any) -> HttpResponse:
        response = self.client.post(self.link, **headers)
        if response.status_code == 302:
            self.base = response["Location"].rsplit("/", 2)[0] + "/"
        return response

    def open(self, page: str, **headers: Any) -> HttpResponse:
        return self.client.get(self.base + page, **headers)

    def send(self, page: str, sent: dict[str, Any] | None = None, **headers: Any) -> HttpResponse:
        return self.client.post(self.base + page, sent or {}, **headers)

    def agree(self) -> HttpResponse:
        return self.send("consent/", {"agree": "yes"})

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
        for reached, step in steps.items():
            if not self.base or reached != self.stage:  # strangers are not asked about themselves
                step()
            if reached == stage:
                break
        assert self.stage == stage
        return self


def answers_on(page: HttpResponse) -> list[str]:
    """Return the two answers that a page shows, first and second."""
    said = re.findall(r'<span class="said"[^>]*>(.*?)</span>', page.content.decode(), flags=re.DOTALL)
    return [unescape(text.replace("<br>", "\n")) for text in said]
