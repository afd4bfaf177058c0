"""The people of a Turing test: added, asked one question of each kind, and gone without a trace."""

from __future__ import annotations

import time
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import QuerySet

from apps.benchmarks.echo.phases import JUDGING, QUESTIONS, WRITING
from apps.benchmarks.echo.questions import draw
from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.models import Condition, Invitation, Participation, Respondent, Sitting, Study
from apps.turing.models import Question

# Seconds between the attempts to delete somebody whom models answer as at this moment
PAUSES = (0.05, 0.1, 0.2, 0.4)


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


def withdraw(persona: Persona) -> None:
    """Delete a person's profile and answers, what machines answered as them, the pairs and their judgements.

    A row that a run stores meanwhile makes the whole fail on PostgreSQL, so it is tried again. Call outside a
    transaction for that; inside one there is a single attempt.
    """
    pk = persona.pk  # a deletion that was rolled back has emptied the object's key all the same
    if connection.in_atomic_block:
        _delete(pk)
        return
    for pause in (*PAUSES, None):
        try:
            with writing():
                _delete(pk)
        except (IntegrityError, OperationalError):  # the second is a deadlock
            if pause is None:
                raise
            time.sleep(pause)
        else:
            return


def _delete(pk: int) -> None:
    """Delete all that is a person's; who comes now to judge, answer or write waits and finds nothing.

    Everything hangs on the persona by foreign keys, also the requests that held their words. Only the
    people do not: who answered and who judged are deleted here. Locked in the order in which judges lock.
    """
    persona = Persona.objects.select_for_update().filter(pk=pk).first()
    if persona is None:
        return
    invitations = list(Invitation.objects.select_for_update().filter(persona=persona).order_by("pk"))
    list(Participation.objects.select_for_update().filter(invitation__in=invitations).order_by("pk"))
    list(Condition.objects.select_for_update().filter(persona=persona).order_by("pk"))
    of_persona = Respondent.objects.filter(kind=Respondent.Kind.HUMAN)
    of_persona.filter(sitting__condition__persona=persona).delete()
    of_persona.filter(participation__invitation__persona=persona).delete()
    persona.delete()
