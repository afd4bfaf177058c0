"""A person's way through a study, one call per step. Each call is one transaction.

A step that has been taken cannot be taken again: the caller finds the participation at
another stage and sends the person there. So a double click, a second tab and the back
button change nothing, and the first answers stand.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from apps.core.writing import writing
from apps.studies.assignment import assign, is_full
from apps.studies.models import Condition, Identifier, Invitation, Participation, Respondent, Sitting
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
    participation = Participation.objects.create(
        respondent=Respondent.objects.create(kind=Respondent.Kind.HUMAN),
        study=invitation.study,
        invitation=invitation,
        source=Participation.Source.PROLIFIC if external.person else Participation.Source.DIRECT,
        external_key=Participation.key_of(external.person) if external.person else None,
        seen_at=timezone.now(),
    )
    if external.person:
        Identifier.objects.create(
            participation=participation, person=external.person, study=external.study, session=external.session
        )
    return participation


def locked(code: str, visit: str) -> Participation:
    """Return the visit, or 404, with its row locked until the transaction ends: two tabs take turns."""
    rows = with_study(of_surveys().select_for_update(of=("self",)))
    return get_object_or_404(rows, code=visit, invitation__code=code)


def of_surveys() -> QuerySet[Participation]:
    """The visits of people who fill in scales; those who judge somebody's answers have pages of their own."""
    return Participation.objects.filter(invitation__persona__isnull=True)


def with_study(rows: QuerySet[Participation]) -> QuerySet[Participation]:
    """Join what every step needs; the frozen protocol is large and no step reads it."""
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
    participation.consented_at = timezone.now()
    participation.consent_version = study.consent_version
    _go_on(participation, Stage.ABOUT)


def decline(participation: Participation) -> None:
    """The person does not take part; nothing but that is kept."""
    Identifier.objects.filter(participation=participation).delete()
    _go_on(participation, Stage.DECLINED)


def describe(participation: Participation, demographics: dict[str, str]) -> None:
    """Keep the five answers about the person and go on to the first rating page."""
    participation.respondent.demographics = demographics
    participation.respondent.save(update_fields=["demographics"])
    _serve(sitting_at(participation, Stage.BEFORE))
    _go_on(participation, Stage.BEFORE)


def rate(participation: Participation, sitting: Sitting, answers: dict[str, Answer]) -> None:
    """Store one rating page; after the second one the visit is complete."""
    record(sitting, participation.study.instrument, answers)
    if participation.stage == Stage.BEFORE:
        _go_on(participation, Stage.IMAGINE)
        return
    participation.completed_at = timezone.now()
    _go_on(participation, Stage.THANKS)


def imagined(participation: Participation) -> None:
    """The person has read the situation; the second rating page is next."""
    _serve(sitting_at(participation, Stage.AFTER))
    _go_on(participation, Stage.AFTER)


def sitting_at(participation: Participation, stage: str) -> Sitting:
    """Return the sitting of a rating stage: default before, the situation's after."""
    sittings = Sitting.objects.filter(respondent=participation.respondent_id).select_related("condition__vignette")
    if RATING_STAGES[Stage(stage)]:
        return sittings.get(condition__code=DEFAULT)
    return sittings.exclude(condition__code=DEFAULT).get()


@transaction.atomic
def withdraw(participation: Participation) -> None:
    """Delete what the person told us. The bare row stays, so that they are not recruited again."""
    Sitting.objects.filter(respondent=participation.respondent_id).delete()
    Identifier.objects.filter(participation=participation).delete()
    participation.respondent.demographics = {}
    participation.respondent.save(update_fields=["demographics"])
    participation.withdrawn_at = timezone.now()
    _go_on(participation, Stage.WITHDRAWN)


def new_seed() -> int:
    return secrets.randbits(53)


def _serve(sitting: Sitting) -> None:
    sitting.served_at = timezone.now()
    sitting.save(update_fields=["served_at"])


def _go_on(participation: Participation, stage: str) -> None:
    participation.stage = stage
    participation.seen_at = timezone.now()
    participation.save(
        update_fields=["stage", "seen_at", "consented_at", "consent_version", "completed_at", "withdrawn_at"]
    )
