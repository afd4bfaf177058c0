"""From sittings' answers to their rows: responses and scores, stored together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from apps.benchmarks import likert
from apps.benchmarks.echo.phases import QUESTIONS, WRITING, model_judging
from apps.studies import judging
from apps.studies.models import Instrument, Response, Score, Sitting


@dataclass(frozen=True)
class Answer:
    """One item's raw text with its value, or why there is none; `latency_ms` where it was measured.

    The value is a rating; in a Turing test it is a text as judges see it, a list of questions, or which of
    two answers was named (0 the first, 1 the second).
    """

    raw: str
    value: int | str | list[str] | None
    missing: str = ""
    latency_ms: int | None = None


Answers = Mapping[str, Answer]


def record(sitting: Sitting, instrument: Instrument, answers: Answers) -> None:
    """Complete one open sitting; `answers` go by item code.

    Raises ValueError when the sitting is complete already: the first answers stand.
    """
    record_all([(sitting, answers)], instrument)


@transaction.atomic(savepoint=False)
def record_all(answered: Sequence[tuple[Sitting, Answers]], instrument: Instrument) -> None:
    """Complete open sittings of one instrument; raise ValueError, storing nothing, if one is not open."""
    for sitting, _answers in answered:
        if sitting.state != Sitting.State.OPEN:
            raise ValueError(f"sitting {sitting.code} is {sitting.state}; its answers stand")
    there = _texts_there(answered)
    Response.objects.bulk_create(
        row
        for sitting, answers in answered
        for row in _responses(sitting, instrument, answers)
        if (row.sitting_id, row.item_id) not in there
    )
    _score_all(answered, instrument)
    now = timezone.now()
    for sitting, _answers in answered:
        sitting.state, sitting.completed_at, sitting.draft = Sitting.State.COMPLETED, now, {}
    Sitting.objects.filter(pk__in=[sitting.pk for sitting, _answers in answered]).update(
        state=Sitting.State.COMPLETED, completed_at=now, draft={}
    )


def _texts_there(answered: Sequence[tuple[Sitting, Answers]]) -> set[tuple[int, int]]:
    """Return which texts an earlier try has left: where others of it failed, only those are written anew."""
    writing = [sitting for sitting, _answers in answered if sitting.condition.group == WRITING]
    if not writing:
        return set()
    return set(Response.objects.filter(sitting__in=writing).values_list("sitting_id", "item_id"))


def _responses(sitting: Sitting, instrument: Instrument, answers: Answers) -> Iterable[Response]:
    items = instrument.items_by_code()
    place = {code: position for position, code in enumerate(sitting.item_order, 1)}
    for code, answer in answers.items():
        yield Response(
            sitting=sitting,
            item=items[code],
            position=place[code],
            raw=answer.raw,
            value=answer.value,
            missing=answer.missing,
            latency_ms=answer.latency_ms,
        )


def _score_all(answered: Sequence[tuple[Sitting, Answers]], instrument: Instrument) -> None:
    """Ratings give scores to who rated; judgements to who was judged; texts give none yet."""
    rated: list[Score] = []
    for sitting, answers in answered:
        group = sitting.condition.group
        if model_judging(group):
            shown = sitting.showing_set.select_related("item")
            judging.scores(sitting, {showing: answers[showing.item.code].value for showing in shown})  # type: ignore[misc]
        elif group not in {QUESTIONS, WRITING}:
            rated.extend(_scores(sitting, instrument, answers))
    Score.objects.bulk_create(rated)


def _scores(sitting: Sitting, instrument: Instrument, answers: Answers) -> Iterable[Score]:
    subscales = instrument.subscales_by_code()
    ratings: likert.Answers = {code: answer.value for code, answer in answers.items()}  # type: ignore[misc]
    for value in instrument.score(ratings):
        yield Score(
            respondent_id=sitting.respondent_id,
            study_id=sitting.study_id,
            condition_id=sitting.condition_id,
            subscale_id=subscales[value.subscale],
            sitting=sitting,
            value=value.value,
            n_items=value.n_items,
            n_missing=value.n_missing,
        )
