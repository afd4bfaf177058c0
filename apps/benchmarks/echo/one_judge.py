"""Success rates with one judge: a language model that judges is no sample of judges, so questions alone vary.

`rates.tabulate` gives no interval with a single judge, because other judges might decide otherwise. A line about
one model says nothing of other models; its repeats of a pair go together, as do all verdicts on a question.
"""

from __future__ import annotations

import math

import numpy as np

from apps.benchmarks.echo.chance import BOUNDS, ChanceTest, Spread, interval_of, tested
from apps.benchmarks.echo.clusters import FloatArray, mean_influence, one_way_variance
from apps.benchmarks.echo.rates import BoolArray, IntArray, Judgements, Overall, Rate, Table
from apps.benchmarks.stats import Interval


def tabulate(judgements: Judgements) -> Table:
    """Return every rate with its 95 % interval, as rates.tabulate does, here by t with questions - 1 degrees.

    No interval with one question, or where all verdicts of each cell are alike.
    """
    writers, types = np.unique(judgements.writer).tolist(), np.unique(judgements.type).tolist()
    cells = {(writer, kind): (judgements.writer == writer) & (judgements.type == kind)
             for writer in writers for kind in types}  # fmt: skip
    return Table(
        {place: _pooled(judgements.where(mask)) for place, mask in cells.items() if mask.any()},
        {writer: _overall(judgements.where(judgements.writer == writer)) for writer in writers},
        {kind: _overall(judgements.where(judgements.type == kind)) for kind in types},
        _overall(judgements),
    )


def against_chance(judgements: Judgements, bounds: Interval = BOUNDS) -> ChanceTest | None:
    """Test the pooled rate as chance.against_chance does, with verdicts tied by question alone.

    Raises ValueError when the bounds do not enclose 50 %.
    """
    return tested(judgements, bounds, lambda one: _spread(mean_influence(one.success), one.question))


def _overall(judgements: Judgements) -> Overall:
    return Overall(_mean_of_cells(judgements), _pooled(judgements))


def _pooled(judgements: Judgements) -> Rate:
    if len(judgements) == 0:
        return Rate(None, 0, 0, 0, None)
    return _rate(judgements, float(judgements.success.mean()), mean_influence(judgements.success))


def _mean_of_cells(judgements: Judgements) -> Rate:
    """Each of the C cells counts the same: a verdict's influence is that on its cell's mean, over C."""
    masks = _cells(judgements)
    if not masks:
        return Rate(None, 0, 0, 0, None)
    influence = np.zeros(len(judgements))
    for mask in masks:
        influence[mask] = mean_influence(judgements.success[mask]) / len(masks)
    value = float(np.mean([judgements.success[mask].mean() for mask in masks]))
    return _rate(judgements, value, influence)


def _cells(judgements: Judgements) -> list[BoolArray]:
    pairs = np.stack([judgements.writer, judgements.type], axis=1)
    return [(pairs == cell).all(axis=1) for cell in np.unique(pairs, axis=0)]


def _rate(judgements: Judgements, value: float, influence: FloatArray) -> Rate:
    spread = _spread(influence, judgements.question)
    persons, judges = np.unique(judgements.person).size, np.unique(judgements.judge).size
    return Rate(value, len(judgements), judges, persons, interval_of(value, *spread) if spread else None)


def _spread(influence: FloatArray, question: IntArray) -> Spread | None:
    """Return standard error and degrees of freedom; None where there is no spread to estimate.

    Where verdicts on a question happen to cancel out, the variance of independent verdicts counts (conservative).
    """
    df = np.unique(question).size - 1
    if df < 1 or not influence.any():
        return None
    tied, independent = one_way_variance(influence, question), one_way_variance(influence, np.arange(influence.size))
    return math.sqrt(float(max(tied, independent))), df
