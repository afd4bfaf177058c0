"""Someone who takes a study; and the study they take."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from apps.studies.models import Instrument, Invitation, Participation, Response, Score, Sitting, Study, VignetteSet
from apps.studies.opening import open_study
from tests.visitors import Stage, Visitor

ABOUT = {"age": "25-34", "gender": "female", "country": "DE", "education": "bachelor", "employment": "employed"}
PROLIFIC = "?PROLIFIC_PID={}&STUDY_ID=study-1&SESSION_ID=session-1"


def plan_a_study(owner: Any, **fields: Any) -> Study:
    """Return a draft: PANAS and two kinds of situations, ten conditions."""
    return Study.objects.create(
        **{
            "slug": f"feelings-{Study.objects.count()}",
            "title": "Feelings on some days",
            "instrument": Instrument.objects.get(slug="panas"),
            "vignette_set": VignetteSet.objects.get(slug="everyday"),
            "factors": ["anger-1", "fear-2"],
            "consent_text": "You say how you feel.",
            "consent_version": "3",
            "retention_date": timezone.now().date() + timedelta(days=90),
            "owner": owner,
            **fields,
        }
    )


def open_a_study(owner: Any, **fields: Any) -> Study:
    study = plan_a_study(owner, **fields)
    open_study(study)
    return study


def link_of(study: Study) -> str:
    return f"/p/{Invitation.objects.filter(study=study).earliest('pk').code}/"


class Person(Visitor):
    """Someone who fills in scales."""

    def __init__(self, study: Study, query: str = "", client: Client | None = None) -> None:
        super().__init__(link_of(study) + query, client)
        self.study = study

    @classmethod
    def at(cls, address: str) -> Person:
        """Return the person whose visit has this address, in a browser without cookies."""
        link, visit = urlsplit(address).path.split("/")[2:4]
        person = cls(Participation.objects.get(code=visit).study)
        person.base = f"/p/{link}/{visit}/"
        return person

    def sitting(self, stage: str) -> Sitting:
        mine = Sitting.objects.filter(respondent=self.visit.respondent)
        default = mine.filter(condition__code="default")
        return default.get() if stage == Stage.BEFORE else mine.exclude(pk__in=default).get()

    def responses(self, stage: str) -> dict[str, Any]:
        rows = Response.objects.filter(sitting=self.sitting(stage))
        return dict(rows.values_list("item__code", "value"))

    def scores(self, stage: str) -> dict[str, float | None]:
        rows = Score.objects.filter(sitting=self.sitting(stage))
        return dict(rows.values_list("subscale__code", "value"))

    def press_start(self, **headers: Any) -> HttpResponse:
        return self.begin(dict(pair.split("=") for pair in urlsplit(self.link).query.split("&") if pair), **headers)

    def rate(self, page: str, rating: int = 3, timings: str = "", htmx: bool = False, **ratings: Any) -> HttpResponse:
        """Send a rating page: every item gets `rating` but those named; None leaves an item out."""
        chosen = {**dict.fromkeys(self.study.instrument.items_by_code(), rating), **ratings}
        sent = {code: value for code, value in chosen.items() if value is not None}
        headers = {"HX-Request": "true"} if htmx else {}
        return self.send(f"{page}/", {**sent, "timings": timings, "stage": page}, headers=headers)

    def go_to(self, stage: str, before: int = 3, after: int = 4) -> Person:
        """Take every step up to the page of this stage."""
        steps = {
            Stage.CONSENT: self.press_start,
            Stage.ABOUT: self.agree,
            Stage.BEFORE: lambda: self.send("about/", ABOUT),
            Stage.IMAGINE: lambda: self.rate("before", before),
            Stage.AFTER: lambda: self.send("imagine/"),
            Stage.THANKS: lambda: self.rate("after", after),
        }
        return self.walk(steps, stage)
