"""The people of a Turing test: added, asked one question of each kind, and gone without a trace."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from apps.benchmarks.echo.phases import JUDGING, QUESTIONS, WRITING
from apps.benchmarks.echo.questions import draw
from apps.personas.models import Persona
from apps.studies.models import Condition, Respondent, Sitting, Study
from apps.turing.models import Question


class CannotDraw(ValueError):
    """The questions of a person may not be drawn now; the message says what to do."""


@transaction.atomic
def add_person(study: Study, name: str, owner: User | None, **fields: Any) -> Persona:
    """Make a persona with a private link, and its place in the study."""
    persona = Persona.objects.create(name=name, owner=owner, **fields)
    include(study, persona)
    return persona


@transaction.atomic
def include(study: Study, persona: Persona) -> None:
    """Give a persona its conditions: questions to be written, answers to be written, answers to be judged."""
    Condition.objects.bulk_create(
        Condition(study=study, code=f"{persona.slug}.{group}", group=group, persona=persona)
        for group in (QUESTIONS, WRITING, JUDGING)
    )


def people(study: Study) -> QuerySet[Persona]:
    return Persona.objects.filter(condition__study=study, condition__group=WRITING)


def writing_condition(study: Study, persona: Persona) -> Condition:
    return Condition.objects.get(study=study, persona=persona, group=WRITING)


def judging_condition(study: Study, persona: Persona) -> Condition:
    return Condition.objects.get(study=study, persona=persona, group=JUDGING)


@transaction.atomic
def draw_questions(study: Study, persona: Persona, seed: int) -> dict[str, str]:
    """Draw one kept question of each kind and freeze their texts into the condition; return kind to text.

    Raises CannotDraw when somebody has begun to answer, or when a kind has no kept question.
    """
    condition = Condition.objects.select_for_update().get(study=study, persona=persona, group=WRITING)
    if Sitting.objects.filter(condition=condition).exists():
        raise CannotDraw("Answers to these questions have been begun, so they stand.")
    questions = Question.objects.filter(study=study, persona=persona)
    kept: dict[str, list[Question]] = {}
    for question in questions.filter(state=Question.State.KEPT):
        kept.setdefault(question.kind, []).append(question)
    try:
        drawn = draw(kept, seed)
    except ValueError as problem:
        raise CannotDraw(str(problem)) from None
    questions.update(is_drawn=False)
    questions.filter(pk__in=[question.pk for question in drawn.values()]).update(is_drawn=True)
    texts = {kind: question.text for kind, question in drawn.items()}
    condition.parameters = {"questions": texts, "seed": seed}
    condition.save(update_fields=["parameters"])
    return texts


def drawn_questions(study: Study, persona: Persona) -> dict[str, str]:
    """Return kind to text as frozen; empty before the draw."""
    found: dict[str, str] = writing_condition(study, persona).parameters.get("questions", {})
    return found


@transaction.atomic
def withdraw(persona: Persona) -> None:
    """Delete a person's profile and answers, what machines answered as them, the pairs and their judgements.

    Everything hangs on the persona by foreign keys, also the requests that held their words. Only the
    people do not: who answered and who judged are deleted here.
    """
    of_persona = Respondent.objects.filter(kind=Respondent.Kind.HUMAN)
    of_persona.filter(sitting__condition__persona=persona).delete()
    of_persona.filter(participation__invitation__persona=persona).delete()
    persona.delete()
