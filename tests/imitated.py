"""Someone who is imitated, with a browser of their own; and the study they are in."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.studies.models import Response, Sitting, Study
from apps.turing.models import Question
from apps.turing.people import add_person, draw_questions, writing_condition
from tests.echo import open_a_turing_test

ALL = {"store": "on", "locally": "on", "remotely": "on"}


def open_turing_test(owner: Any, **fields: Any) -> Study:
    said = {"consent_text": "You describe yourself, and programs try to be you.", "consent_version": "2"}
    return open_a_turing_test(owner, **{**said, **fields})


def long_text(topic: str, words: int = 40) -> str:
    return " ".join([topic.capitalize(), *["is what I think about on most days"] * (words // 8)])


PROFILE = {topic: long_text(topic) for topic in TOPICS}
ANSWERS = {kind: f"My answer to {title.lower()}." for kind, title in TYPES.items()}


class Imitated:
    """One person with their private link. Each step returns the answer of the site."""

    def __init__(self, study: Study, name: str = "Nadia Petrov") -> None:
        self.study = study
        self.client = Client()
        self.pk = add_person(study, name, study.owner).pk
        self.base = f"/me/{self.persona.code}/"

    @property
    def persona(self) -> Persona:
        return Persona.objects.get(pk=self.pk)

    @property
    def sitting(self) -> Sitting:
        return Sitting.objects.get(condition=writing_condition(self.study, self.persona), respondent__kind="human")

    @property
    def responses(self) -> dict[str, Response]:
        return {response.item.code: response for response in Response.objects.filter(sitting=self.sitting)}

    def open(self, page: str = "", **headers: Any) -> HttpResponse:
        return self.client.get(self.base + page, **headers)

    def read(self, page: str = "") -> str:
        return self.open(page).content.decode()

    def send(self, page: str, sent: dict[str, Any] | None = None, **headers: Any) -> HttpResponse:
        return self.client.post(f"{self.base}{page}/", sent or {}, **headers)

    def permit(self, **given: str) -> HttpResponse:
        return self.send("consent", given or ALL)

    def describe(self, **changes: str) -> HttpResponse:
        return self.send("profile", {**PROFILE, **changes})

    def is_accepted(self) -> None:
        """Do here what a researcher does: accept the profile and draw ten questions."""
        Persona.objects.filter(pk=self.pk).update(state=Persona.State.READY, reviewed_at=timezone.now())
        Question.objects.bulk_create(
            Question(study=self.study, persona=self.persona, kind=kind, text=f"What about {title}?", state="kept")
            for kind, title in TYPES.items()
        )
        draw_questions(self.study, self.persona, seed=1)

    def is_returned(self, note: str) -> None:
        Persona.objects.filter(pk=self.pk).update(state=Persona.State.RETURNED, note=note)

    def answer(self, **changes: str) -> HttpResponse:
        return self.send("questions", {**ANSWERS, **changes})

    def go_to(self, step: str) -> Imitated:
        """Take every step up to the page of this one: profile, review, questions or done."""
        steps = {
            "consent": lambda: None,
            "profile": self.permit,
            "review": self.describe,
            "questions": self.is_accepted,
            "done": self.answer,
        }
        for reached, take in steps.items():
            take()
            if reached == step:
                break
        return self
