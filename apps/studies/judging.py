"""Judgements: a pair is shown, a choice is made, and the score is the machine's that wrote one of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from apps.benchmarks.echo.judging import machine_first
from apps.benchmarks.echo.phases import Instruction, is_success, model_judging
from apps.studies.models import Pair, Response, Score, Showing, Sitting

SCORER = "judgement-1"


def show(sitting: Sitting, pairs: Mapping[str, Pair]) -> list[Showing]:
    """Make the rows of what a new sitting is to see, by item code, in the sitting's order; sides by its seed."""
    sides = machine_first(sitting.seed, len(sitting.item_order))
    return Showing.objects.bulk_create(
        Showing(sitting=sitting, pair=pairs[code], item_id=pairs[code].item_id, position=place, machine_first=side)
        for place, (code, side) in enumerate(zip(sitting.item_order, sides.tolist(), strict=True), 1)
    )


@transaction.atomic(savepoint=False)
def judge(showing: Showing, *, chose_first: bool, latency_ms: int | None = None) -> bool:
    """Store a person's choice; False when this pair was judged before: the first choice stands.

    The sitting is complete with its last pair. Call with the sitting's or the visit's row locked.
    """
    sitting = showing.sitting
    judged = set(Response.objects.filter(sitting=sitting).values_list("item", flat=True))
    if showing.item_id in judged:
        return False
    Response.objects.create(
        sitting=sitting, item_id=showing.item_id, position=showing.position, latency_ms=latency_ms,
        raw="first" if chose_first else "second", value=0 if chose_first else 1,
    )  # fmt: skip
    scores(sitting, {showing: 0 if chose_first else 1})
    if not sitting.showing_set.exclude(item__in=[*judged, showing.item_id]).exists():
        sitting.state, sitting.completed_at = Sitting.State.COMPLETED, timezone.now()
        sitting.save(update_fields=["state", "completed_at"])
    return True


def scores(sitting: Sitting, chosen: Mapping[Showing, int | None]) -> Sequence[Score]:
    """Store one score per judgement, for the respondent that wrote the machine's answer.

    `chosen` holds 0 where the first answer was named, 1 for the second, None where the reply had neither.
    """
    judging = model_judging(sitting.condition.group)
    instruction: Instruction = judging.instruction if judging else "human"
    writers = _writers({showing.pair_id for showing in chosen})
    subscales = sitting.study.instrument.subscales_by_code()
    codes = {item.pk: code for code, item in sitting.study.instrument.items_by_code().items()}
    return Score.objects.bulk_create(
        Score(
            respondent_id=writers[showing.pair_id],
            study_id=sitting.study_id,
            condition_id=sitting.condition_id,
            subscale_id=subscales[codes[showing.item_id]],
            sitting=sitting,
            value=None if choice is None else float(
                is_success(chose_first=choice == 0, machine_first=showing.machine_first, instruction=instruction)
            ),
            n_items=1,
            n_missing=int(choice is None),
            scorer=SCORER,
        )
        for showing, choice in chosen.items()
    )  # fmt: skip


def _writers(pairs: set[int]) -> dict[int, int]:
    """Return who wrote the machine's answer of each pair.

    Step by step by key: PostgreSQL joins badly while its statistics say that these tables are empty.
    """
    answers = dict(Pair.objects.filter(pk__in=pairs).values_list("pk", "model_response_id"))
    sittings = dict(Response.objects.filter(pk__in=set(answers.values())).values_list("pk", "sitting_id"))
    writers = dict(Sitting.objects.filter(pk__in=set(sittings.values())).values_list("pk", "respondent_id"))
    return {pair: writers[sittings[answer]] for pair, answer in answers.items()}
