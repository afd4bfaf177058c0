"""A person's way through a survey, one call per step; what every visit shares is on its row."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone

from apps.core.writing import writing
from apps.studies.assignment import assign, is_full
from apps.studies.models import Condition, Identifier, Invitation, Participation, Sitting
from apps.studies.models.studies import DEFAULT
from apps.studies.ordering import shown_order
from apps.studies.recording import Answer, record

Stage = Participation.Stage
RATING_STAGES = {Stage.BEFORE: True, Stage.AFTER: False}


class StudyFull(Exception):
    """Every condition has its people; nobody new is needed."""


@dataclass(frozen=True)
class External:
    """The three parameters that Prolific adds to a link; all empty for a direct visit."""

    person: str = ""
    study: str = ""
    session: str = ""


def known_visit(invitation: Invitation, external: External) -> Participation | None:
    """Return the visit that this external person has already begun in the study."""
    if not external.person:
        return None
    key = Participation.key_of(external.person)
    return Participation.objects.filter(study=invitation.study, external_key=key).first()


def begin(invitation: Invitation, external: External) -> Participation:
    """Start a visit, or return the one that this external person began before.

    Raises StudyFull when every condition is filled.
    """
    try:
        with writing():
            return known_visit(invitation, external) or _new_visit(invitation, external)
    except IntegrityError:  # the same person pressed Start twice at once; the first press won
        visit = known_visit(invitation, external)
        if visit is None:
            raise
        return visit


def _new_visit(invitation: Invitation, external: External) -> Participation:
    if is_full(invitation.study):
        raise StudyFull
    if not external.person:
        return invitation.new_visit(source=Participation.Source.DIRECT)
    participation = invitation.new_visit(
        source=Participation.Source.PROLIFIC, external_key=Participation.key_of(external.person)
    )
    Identifier.objects.create(
        participation=participation, person=external.person, study=external.study, session=external.session
    )
    return participation


def of_surveys() -> QuerySet[Participation]:
    """The visits of people who fill in scales, with what every step needs; the frozen protocol is large and no
    step reads it. Those who judge somebody's answers have pages of their own.
    """
    rows = Participation.objects.filter(invitation__persona__isnull=True)
    return rows.select_related("study__instrument", "respondent", "invitation").defer("study__protocol")


def consent(participation: Participation) -> None:
    """Record consent and take a seat in the least filled condition. Raises StudyFull."""
    seed = new_seed()
    condition = assign(participation.study, Random(seed))
    if condition is None:
        raise StudyFull
    study = participation.study
    default = Condition.objects.get(study=study, code=DEFAULT)
    for where, number in ((default, new_seed()), (condition, seed)):
        Sitting.objects.create(
            study=study,
            condition=where,
            respondent=participation.respondent,
            seed=number,
            item_order=shown_order(study, number),
            protocol_sha256=study.protocol_sha256,
        )
    participation.agree()
    participation.go_on(Stage.ABOUT)


def decline(participation: Participation) -> None:
    """The person does not take part; nothing but that is kept."""
    Identifier.objects.filter(participation=participation).delete()
    participation.decline()


def describe(participation: Participation, demographics: dict[str, str]) -> None:
    """Keep the five answers about the person and go on to the first rating page."""
    participation.respondent.describe(demographics)
    _serve(sitting_at(participation, Stage.BEFORE))
    participation.go_on(Stage.BEFORE)


def rate(participation: Participation, sitting: Sitting, answers: dict[str, Answer]) -> None:
    """Store one rating page; after the second one the visit is complete."""
    record(sitting, participation.study.instrument, answers)
    if participation.stage == Stage.BEFORE:
        participation.go_on(Stage.IMAGINE)
        return
    participation.complete()


def imagined(participation: Participation) -> None:
    """The person has read the situation; the second rating page is next."""
    _serve(sitting_at(participation, Stage.AFTER))
    participation.go_on(Stage.AFTER)


def sitting_at(participation: Participation, stage: str) -> Sitting:
    """Return the sitting of a rating stage: default before, the situation's after."""
    sittings = Sitting.objects.filter(respondent=participation.respondent_id).select_related("condition__vignette")
    if RATING_STAGES[Stage(stage)]:
        return sittings.get(condition__code=DEFAULT)
    return sittings.exclude(condition__code=DEFAULT).get()


def withdraw(participation: Participation) -> None:
    """Delete what the person told us, and who they are elsewhere."""
    Identifier.objects.filter(participation=participation).delete()
    participation.withdraw()


def new_seed() -> int:
    return secrets.randbits(53)


def _serve(sitting: Sitting) -> None:
    sitting.served_at = timezone.now()
    sitting.save(update_fields=["served_at"])
