"""From a sitting's answers to its rows: responses and scores, stored together or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from apps.studies.models import Instrument, Item, Response, Score, Sitting


@dataclass(frozen=True)
class Answer:
    """One item's raw text with its rating, or why there is none; `latency_ms` where it was measured."""

    raw: str
    value: int | None
    missing: str = ""
    latency_ms: int | None = None


@transaction.atomic(savepoint=False)
def record(sitting: Sitting, instrument: Instrument, items: Mapping[str, Item], answers: Mapping[str, Answer]) -> None:
    """Complete an open sitting; `items` and `answers` go by item code.

    Raises ValueError when the sitting is complete already: the first answers stand.
    """
    if sitting.state != Sitting.State.OPEN:
        raise ValueError(f"sitting {sitting.code} is {sitting.state}; its answers stand")
    place = {code: position for position, code in enumerate(sitting.item_order, 1)}
    Response.objects.bulk_create(
        Response(
            sitting=sitting,
            item=items[code],
            position=place[code],
            raw=answer.raw,
            value=answer.value,
            missing=answer.missing,
            latency_ms=answer.latency_ms,
        )
        for code, answer in answers.items()
    )
    values = instrument.score({code: answer.value for code, answer in answers.items()})
    subscales = instrument.subscales_by_code()
    Score.objects.bulk_create(
        Score(
            respondent_id=sitting.respondent_id,
            study_id=sitting.study_id,
            condition_id=sitting.condition_id,
            subscale_id=subscales[value.subscale],
            sitting=sitting,
            value=value.value,
            n_items=value.n_items,
            n_missing=value.n_missing,
        )
        for value in values
    )
    sitting.state = Sitting.State.COMPLETED
    sitting.completed_at = timezone.now()
    sitting.draft = {}
    sitting.save(update_fields=["state", "completed_at", "draft"])
