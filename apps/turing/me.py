"""Where a person who is imitated stands: the study they are in, and what they are asked next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from apps.benchmarks.echo.phases import WRITING
from apps.personas.models import Persona
from apps.studies.models import Condition, Sitting, Study
from apps.turing import writing


class Step(StrEnum):
    NOT_OPEN = "not open"
    CLOSED = "closed"
    CONSENT = "consent"
    PROFILE = "profile"
    REVIEW = "review"
    DRAW = "draw"
    QUESTIONS = "questions"
    DONE = "done"


@dataclass(frozen=True)
class Me:
    """One person in one study; `condition` is the one in which they answer."""

    persona: Persona
    condition: Condition
    sitting: Sitting | None

    @property
    def study(self) -> Study:
        return self.condition.study

    @property
    def questions(self) -> dict[str, str]:
        return writing.questions_of(self.condition)

    @property
    def has_answered(self) -> bool:
        return self.sitting is not None and self.sitting.state != Sitting.State.OPEN

    @property
    def has_sent_profile(self) -> bool:
        """Is there a profile that the person sent from here? An imported one has a shape of its own."""
        return self.persona.state in {Persona.State.SENT, Persona.State.READY} and (
            self.persona.shape == Persona.Shape.QUESTIONNAIRE
        )

    @property
    def step(self) -> Step:
        """What is asked next. After the study was closed, who has given permission may still finish."""
        persona, study = self.persona, self.study
        if self.has_answered:
            return Step.DONE
        if study.has_expired or (study.closed_at and not persona.may_be_stored):
            return Step.CLOSED
        if not study.opened_at:
            return Step.NOT_OPEN
        if not persona.may_be_stored:
            return Step.CONSENT
        if persona.state in {Persona.State.INVITED, Persona.State.RETURNED}:
            return Step.PROFILE
        if persona.state == Persona.State.SENT:
            return Step.REVIEW
        return Step.QUESTIONS if self.questions else Step.DRAW


def me(code: str, personas: QuerySet[Persona]) -> Me | None:
    """Return the person whose private link has this code; None when they are gone, or in no study."""
    persona = personas.filter(code=code, erased_at=None).first()
    return me_of(persona) if persona else None


def me_of(persona: Persona) -> Me | None:
    """Return the person in their study, the last one they joined; None without any."""
    conditions = Condition.objects.filter(persona=persona, group=WRITING)
    condition = conditions.select_related("study__instrument").last()
    return Me(persona, condition, writing.sitting_of(condition)) if condition else None
