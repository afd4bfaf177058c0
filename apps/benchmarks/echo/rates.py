"""Success rates: the share of judgements that took the machine's answer for the person's.

A cell is one writer (method and model) and one type of question. Overall figures come both ways: the
mean of cells, each cell counting the same (ECHO, Table 1), and pooled, each judgement the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from apps.benchmarks.echo.clusters import codes
from apps.benchmarks.stats import Interval

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

RESAMPLES = 2000
CHUNK = 100  # resamples held in memory at once


@dataclass(frozen=True)
class Judgements:
    """Aligned arrays, one place per judgement; all but `success` are codes 0, 1, 2, ...

    `success`: the machine's answer was taken for the person's. `question` is what judgements share:
    questions of one wording put to two persons may be one code or two, as the study sees it.
    """

    success: BoolArray
    judge: IntArray
    question: IntArray
    writer: IntArray
    type: IntArray
    person: IntArray

    def __post_init__(self) -> None:
        shapes = {field.name: getattr(self, field.name).shape for field in fields(self)}
        if len(set(shapes.values())) > 1 or self.success.ndim != 1:
            raise ValueError(f"judgements need arrays of one length; got {shapes}")

    def __len__(self) -> int:
        return int(self.success.size)

    def where(self, mask: BoolArray) -> Judgements:
        """Return those judgements for which `mask`, one place per judgement, is True."""
        return Judgements(**{field.name: getattr(self, field.name)[mask] for field in fields(self)})


@dataclass(frozen=True)
class Rate:
    """A success rate, 0 to 1, and what it rests on; `value` is None without a judgement."""

    value: float | None
    n: int
    judges: int
    persons: int
    ci: Interval | None


@dataclass(frozen=True)
class Overall:
    """One group of judgements both ways."""

    mean_of_cells: Rate
    pooled: Rate


@dataclass(frozen=True)
class Table:
    """The rates of a study: (writer, type) to its cell, writer and type to their overall figures."""

    cells: dict[tuple[int, int], Rate]
    writers: dict[int, Overall]
    types: dict[int, Overall]
    overall: Overall


def successes(chose_machine: BoolArray, asked_for_machine: BoolArray) -> BoolArray:
    """Return where the machine's answer counted as the person's, under either instruction.

    Asked for the machine's answer, a judge who picks the person's took the machine's for human.
    Source: ECHO, Sections 5.1 and 5.2, Tables 2 and 3.
    """
    return np.not_equal(chose_machine, asked_for_machine)


def tabulate(judgements: Judgements, seed: int = 0, resamples: int = RESAMPLES) -> Table:
    """Return every rate with its 95 % interval; only cells, writers and types with judgements appear.

    Intervals are percentiles of a bootstrap that draws judges and questions anew, each judgement weighted
    by how often its judge was drawn times how often its question was (pigeonhole bootstrap; Owen (2007),
    Annals of Applied Statistics 1(2)). It errs on the wide side, by up to sqrt(3) where neither judges nor
    questions differ. Resamples without a judgement of a group are left out of its interval; a mean of
    cells leaves out its empty cells. No interval with one judge, one question or all verdicts alike.
    """
    if len(judgements) == 0:
        nothing = Rate(None, 0, 0, 0, None)
        return Table({}, {}, {}, Overall(nothing, nothing))
    pairs = np.stack([judgements.writer, judgements.type], axis=1)
    cells, cell = np.unique(pairs, axis=0, return_inverse=True)
    writers, types = np.unique(cells[:, 0]), np.unique(cells[:, 1])
    # Which cells make a group: each its own, then those of each writer, of each type, and all
    groups = np.vstack(
        [np.eye(len(cells)), cells[:, 0] == writers[:, None], cells[:, 1] == types[:, None], np.ones(len(cells))]
    ).astype(np.bool_)
    rates = _overalls(judgements, cell.reshape(-1), groups, seed, resamples)
    return Table(
        {(int(writer), int(type_)): next(rates).pooled for writer, type_ in cells},
        {int(writer): next(rates) for writer in writers},
        {int(type_): next(rates) for type_ in types},
        next(rates),
    )


def _overalls(
    judgements: Judgements, cell: IntArray, groups: BoolArray, seed: int, resamples: int
) -> Iterator[Overall]:
    """Yield each group's two rates; `cell` is each judgement's row of cells, `groups` (groups, cells)."""
    members = sparse.csr_array((np.ones(cell.size), (np.arange(cell.size), cell)))
    means, pools = _both_ways(np.ones((1, cell.size)), judgements.success, members, groups)
    drawn = [
        _both_ways(weights, judgements.success, members, groups) for weights in _weights(judgements, seed, resamples)
    ]
    mean_draws = np.concatenate([chunk[0] for chunk in drawn])
    pool_draws = np.concatenate([chunk[1] for chunk in drawn])
    for place, group in enumerate(groups):
        inside = judgements.where(group[cell])
        yield Overall(
            _rate(inside, means[0, place], mean_draws[:, place]),
            _rate(inside, pools[0, place], pool_draws[:, place]),
        )


def _weights(judgements: Judgements, seed: int, resamples: int) -> Iterator[FloatArray]:
    """Yield weights of the judgements, shape (resamples of this chunk, judgements)."""
    rng = np.random.default_rng(seed)
    judge, question = codes(judgements.judge), codes(judgements.question)
    for start in range(0, resamples, CHUNK):
        size = min(CHUNK, resamples - start)
        yield _drawn(rng, judge, size) * _drawn(rng, question, size)


def _drawn(rng: np.random.Generator, cluster: IntArray, size: int) -> FloatArray:
    n = int(cluster.max()) + 1
    return rng.multinomial(n, np.full(n, 1 / n), size=size).astype(np.float64)[:, cluster]


def _both_ways(
    weights: FloatArray, success: BoolArray, members: sparse.csr_array, groups: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Return mean of cells and pooled rate, each (resamples, groups); NaN where a group has no weight."""
    held = weights @ members
    won = (weights * success) @ members
    full = held > 0
    of = groups.T.astype(np.float64)
    share = np.divide(won, held, out=np.zeros_like(held), where=full)
    with np.errstate(invalid="ignore"):
        return share @ of / (full @ of), won @ of / (held @ of)


def _rate(inside: Judgements, value: float, draws: FloatArray) -> Rate:
    judges = np.unique(inside.judge).size
    varied = judges > 1 and np.unique(inside.question).size > 1 and 0 < value < 1
    held = draws[np.isfinite(draws)]
    ci = Interval(*map(float, np.percentile(held, [2.5, 97.5]))) if varied and held.size else None
    return Rate(float(value), len(inside), judges, np.unique(inside.person).size, ci)
