"""Judgements as they are counted: one row for each choice, and the arrays that the statistics take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from apps.benchmarks.echo.phases import JUDGING
from apps.benchmarks.echo.rates import IntArray, Judgements
from apps.studies.judging import SCORER
from apps.studies.models import Pair, Response, Score, Showing, Sitting, Study


class Judgement(NamedTuple):
    """One pair judged once; `success` and `chose_first` are None where a model's reply named neither answer."""

    success: bool | None
    chose_first: bool | None
    machine_first: bool
    group: str
    kind: str
    person: int
    handle: str
    writer: int
    judge: int
    repeat: int
    pair: int
    sureness: int | None
    latency_ms: int | None

    @property
    def by_people(self) -> bool:
        return self.group == JUDGING


def judgements_of(study: Study) -> list[Judgement]:
    """Return the study's judgements, people's and models', in the order they were made; excluded sittings are out."""
    scores = Score.objects.filter(study=study, scorer=SCORER, condition__group__startswith=JUDGING)
    scores = scores.exclude(sitting__state=Sitting.State.EXCLUDED).order_by("pk")
    shown = {(row[0], row[1]): row[2:] for row in _shown(study)}
    chosen = {(row[0], row[1]): row[2:] for row in _chosen(study)}
    found = []
    for value, sitting, kind, writer, group, person, handle, judge, repeat in scores.values_list(
        "value", "sitting", "subscale__code", "respondent", "condition__group", "condition__persona",
        "condition__persona__slug", "sitting__respondent", "sitting__repeat",
    ).iterator(chunk_size=20_000):  # fmt: skip
        if (sitting, kind) not in shown:  # the pair went with a machine's answers, and the judgement means nothing
            continue
        pair, machine_first, sureness = shown[sitting, kind]
        choice, latency_ms = chosen.get((sitting, kind), (None, None))
        found.append(
            Judgement(
                None if value is None else value == 1, None if choice is None else choice == 0, machine_first, group,
                kind, person, handle, writer, judge, repeat, pair, sureness, latency_ms,
            )
        )  # fmt: skip
    return found


def _shown(study: Study) -> Iterable[tuple[Any, ...]]:
    rows = Showing.objects.filter(sitting__study=study).order_by()
    return rows.values_list("sitting", "item__code", "pair", "machine_first", "sureness").iterator(chunk_size=20_000)


def _chosen(study: Study) -> Iterable[tuple[Any, ...]]:
    rows = Response.objects.filter(sitting__study=study, sitting__condition__group__startswith=JUDGING).order_by()
    return rows.values_list("sitting", "item__code", "value", "latency_ms").iterator(chunk_size=20_000)


def lengths_of(study: Study) -> dict[int, tuple[int, int]]:
    """Return each pair's lengths in characters as judges saw them, the person's answer first."""
    pairs = Pair.objects.filter(human_response__sitting__study=study)
    return {pk: (human, machine) for pk, human, machine in pairs.values_list("pk", "human_length", "model_length")}


def arrays(judgements: Sequence[Judgement], writers: Sequence[int], kinds: Sequence[str]) -> Judgements:
    """Return the arrays of judgements that all have a choice; writers and types are coded by their place.

    A question is one of a person: asked of two, the same words are two questions.
    """
    return Judgements(
        success=np.array([bool(one.success) for one in judgements], dtype=np.bool_),
        judge=coded(one.judge for one in judgements),
        question=coded((one.person, one.kind) for one in judgements),
        writer=np.array([writers.index(one.writer) for one in judgements], dtype=np.int64),
        type=np.array([kinds.index(one.kind) for one in judgements], dtype=np.int64),
        person=coded(one.person for one in judgements),
    )


def coded(values: Iterable[Any]) -> IntArray:
    """Return 0, 1, 2, ... for the distinct values as they come."""
    known: dict[Any, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.int64)
