"""Is a success rate 50 %, and is it near enough to 50 % to call the two alike?"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from apps.benchmarks.echo.clusters import degrees_of_freedom, mean_influence, two_way_variance
from apps.benchmarks.echo.rates import Judgements
from apps.benchmarks.stats import Interval

FloatArray = NDArray[np.float64]
Spread = tuple[float, int]  # standard error, degrees of freedom

CHANCE = 0.5
BOUNDS = Interval(0.45, 0.55)


@dataclass(frozen=True)
class ChanceTest:
    """A pooled rate against chance, all shares from 0 to 1.

    `p` asks whether the rate differs from chance (two-sided), `equivalence_p` whether it lies within
    the bounds (small: it does). `se`, `ci` and both p are None where no spread can be estimated:
    one judge, one question, or all verdicts alike.
    """

    rate: float
    n: int
    se: float | None
    df: int | None
    ci: Interval | None
    p: float | None
    equivalence_p: float | None


def against_chance(judgements: Judgements, bounds: Interval = BOUNDS) -> ChanceTest | None:
    """Test the pooled success rate against 50 %; None without a judgement.

    A t test with the variance clustered on judges and on questions, and two one-sided t tests for
    equivalence (Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6)).
    Raises ValueError when the bounds do not enclose 50 %.
    """
    return tested(judgements, bounds, _two_way_spread)


def _two_way_spread(judgements: Judgements) -> Spread | None:
    df = degrees_of_freedom(judgements.judge, judgements.question)
    influence = mean_influence(judgements.success)
    if df < 1 or not influence.any():
        return None
    return math.sqrt(float(two_way_variance(influence, judgements.judge, judgements.question))), df


def tested(
    judgements: Judgements, bounds: Interval, spread: Callable[[Judgements], Spread | None]
) -> ChanceTest | None:
    """Test the pooled rate by t, given how to find its spread, which is None where none can be estimated."""
    if not bounds.low < CHANCE < bounds.high:
        raise ValueError(f"the bounds {bounds.low} to {bounds.high} do not enclose {CHANCE}")
    if len(judgements) == 0:
        return None
    rate, n, found = float(judgements.success.mean()), len(judgements), spread(judgements)
    if found is None:
        return ChanceTest(rate, n, None, None, None, None, None)
    se, df = found
    return ChanceTest(
        rate, n, se, df, interval_of(rate, se, df),
        float(difference_p(np.asarray(rate - CHANCE), np.asarray(se), df)),
        float(equivalence_p(np.asarray(rate), np.asarray(se), df, bounds)),
    )  # fmt: skip


def interval_of(rate: float, se: float, df: int) -> Interval:
    """Return the 95 % interval of a share by t, cut at 0 and 1."""
    half = float(stats.t.ppf(0.975, df)) * se
    return Interval(max(0.0, rate - half), min(1.0, rate + half))


def difference_p(difference: FloatArray, se: FloatArray, df: int) -> FloatArray:
    """Return the two-sided p of differences from 0, same shape; `se` above 0."""
    return np.asarray(2 * stats.t.sf(np.abs(difference) / se, df))


def equivalence_p(rate: FloatArray, se: FloatArray, df: int, bounds: Interval) -> FloatArray:
    """Return the larger of the two one-sided p, above the low and below the high bound; `se` above 0."""
    above = stats.t.sf((rate - bounds.low) / se, df)
    below = stats.t.sf((bounds.high - rate) / se, df)
    return np.asarray(np.maximum(above, below))
