"""Somebody on a visit, with a browser of their own. Each step returns the answer of the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from django.http import HttpResponse
from django.test import Client

from apps.studies.models import Participation

Stage = Participation.Stage


class Visitor:
    """`link` is what they were sent, `base` the address of their visit once they have begun."""

    def __init__(self, link: str, client: Client | None = None) -> None:
        self.link = link
        self.client = client or Client()
        self.base = ""

    @property
    def visit(self) -> Participation:
        return Participation.objects.select_related("respondent").get(code=self.base.split("/")[-2])

    @property
    def stage(self) -> str:
        return self.visit.stage

    def press_start(self, **headers: Any) -> HttpResponse:
        return self.begin({}, **headers)

    def begin(self, sent: dict[str, str], **headers: Any) -> HttpResponse:
        response = self.client.post(self.link.partition("?")[0], sent, **headers)
        if response.status_code == 302:
            self.base = response["Location"].rsplit("/", 2)[0] + "/"
        return response

    def open(self, page: str, **headers: Any) -> HttpResponse:
        return self.client.get(self.base + page, **headers)

    def send(self, page: str, sent: dict[str, Any] | None = None, **headers: Any) -> HttpResponse:
        return self.client.post(self.base + page, sent or {}, **headers)

    def agree(self) -> HttpResponse:
        return self.send("consent/", {"agree": "yes"})

    def walk(self, steps: dict[Stage, Callable[[], Any]], stage: str) -> Self:
        """Take the steps, each of which leads to its stage, up to the page of this one."""
        for reached, step in steps.items():
            if not self.base or reached != self.stage:  # a step may lead further than the next
                step()
            if reached == stage:
                break
        assert self.stage == stage
        return self
