"""Are two groups of scores different, and by how much? SciPy does the arithmetic.

Models: an F test on the two variances chooses Student's or Welch's t test (EmotionBench,
thesis Part III, Section 4.1). People: the paired t test, each person their own control.
All tests are two-sided. A sample without spread is a named case, never an epsilon.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

ALPHA = 0.01
# Figures of fewer answers are marked; of fewer people nothing is told that could be one person's.
FEW = 10


@dataclass(frozen=True)
class Summary:
    """A sample, or a printed norm, in three numbers; `sd` has n - 1 below (0 when n is 1)."""

    mean: float
    sd: float
    n: int


@dataclass(frozen=True)
class Interval:
    """A 95 % interval."""

    low: float
    high: float


@dataclass(frozen=True)
class FTest:
    """Larger over smaller variance, and the two-sided p."""

    f: float
    p: float


@dataclass(frozen=True)
class Comparison:
    """The difference of two means, `change` = second minus first, and what the test says.

    `test` is "student", "welch", "paired" or "constant". Constant: no score varies, so no
    test exists; `p`, `t`, `df` and `ci` are None and the direction is that of the change itself.
    `effect` is Hedges' g for two samples, dz for pairs.
    """

    change: float
    test: str
    t: float | None
    df: float | None
    p: float | None
    direction: str
    ci: Interval | None
    effect: float | None
    effect_ci: Interval | None


def summarise(values: ArrayLike) -> Summary:
    """Return mean, SD and n of a one-dimensional sample; raise ValueError when it is empty or not all numbers."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        raise ValueError("a summary needs at least one value")
    if not np.isfinite(sample).all():
        raise ValueError("a summary needs numbers; leave missing values out and count them")
    if np.ptp(sample) == 0:  # fifty times 3.3 has no spread, whatever rounding makes of its mean
        return Summary(float(sample[0]), 0.0, int(sample.size))
    sd = float(np.std(sample, ddof=1)) if sample.size > 1 else 0.0
    return Summary(float(np.mean(sample)), sd, int(sample.size))


def f_test(a: Summary, b: Summary) -> FTest:
    """Compare two variances; p is twice the upper tail of larger over smaller, at most 1.

    One variance zero: f is infinite and p is 0. Both zero: f is 1 and p is 1, they are equal.
    Raises ValueError when a sample has fewer than two values.
    """
    _require_two(a, b)
    large, small = (a, b) if a.sd >= b.sd else (b, a)
    if large.sd == small.sd:
        return FTest(1.0, 1.0)
    if small.sd == 0:
        return FTest(math.inf, 0.0)
    f = (large.sd / small.sd) ** 2
    return FTest(f, min(1.0, 2 * float(stats.f.sf(f, large.n - 1, small.n - 1))))


def compare(default: Summary, evoked: Summary, alpha: float = ALPHA) -> Comparison:
    """Test the change between two independent samples: F test, then Student or Welch.

    Source: thesis Part III, Section 4.1; `alpha` serves both tests, as there.
    """
    variances = f_test(default, evoked)
    change = evoked.mean - default.mean
    if default.sd == 0 and evoked.sd == 0:
        return _constant(change)
    equal = variances.p > alpha
    result = stats.ttest_ind_from_stats(
        evoked.mean, evoked.sd, evoked.n, default.mean, default.sd, default.n, equal_var=equal
    )
    error, df = _student_error(default, evoked) if equal else _welch_error(default, evoked)
    p = float(result.pvalue)
    effect, effect_ci = hedges_g(default, evoked)
    return Comparison(
        change,
        "student" if equal else "welch",
        float(result.statistic),
        df,
        p,
        direction(change, p, alpha),
        _interval(change, error, df),
        effect,
        effect_ci,
    )


def compare_paired(before: ArrayLike, after: ArrayLike, alpha: float = ALPHA) -> Comparison:
    """Test the mean of after - before within persons (paired t test); same order in both.

    Raises ValueError when the lengths differ or there are fewer than two pairs.
    """
    first, second = np.asarray(before, dtype=np.float64), np.asarray(after, dtype=np.float64)
    if first.shape != second.shape or first.size < 2:
        raise ValueError(f"pairs need two samples of one length, two or more; got {first.size} and {second.size}")
    difference = summarise(second - first)
    rounding = 4 * np.finfo(np.float64).eps * max(np.abs(first).max(), np.abs(second).max())
    if np.ptp(second - first) <= rounding:
        return _constant(difference.mean)
    result = stats.ttest_rel(second, first)
    p = float(result.pvalue)
    error = difference.sd / math.sqrt(difference.n)
    effect, effect_ci = cohen_dz(difference)
    return Comparison(
        difference.mean,
        "paired",
        float(result.statistic),
        float(result.df),
        p,
        direction(difference.mean, p, alpha),
        _interval(difference.mean, error, float(result.df)),
        effect,
        effect_ci,
    )


def direction(change: float, p: float, alpha: float = ALPHA) -> str:
    """Return "up" or "down" where p <= alpha, else "none"."""
    if p > alpha or change == 0:
        return "none"
    return "up" if change > 0 else "down"


def hedges_g(a: Summary, b: Summary) -> tuple[float | None, Interval | None]:
    """Return Hedges' g of b - a with its 95 % interval, or None twice without any spread.

    g = J * (mean difference / pooled SD), J = 1 - 3 / (4 df - 1), and the large-sample
    variance (n1 + n2) / (n1 n2) + g^2 / (2 (n1 + n2)). Source: Hedges and Olkin (1985), ch. 5.
    """
    _require_two(a, b)
    df = a.n + b.n - 2
    pooled = math.sqrt(((a.n - 1) * a.sd**2 + (b.n - 1) * b.sd**2) / df)
    if pooled == 0:
        return None, None
    g = (1 - 3 / (4 * df - 1)) * (b.mean - a.mean) / pooled
    variance = (a.n + b.n) / (a.n * b.n) + g**2 / (2 * (a.n + b.n))
    return g, _normal_interval(g, variance)


def cohen_dz(difference: Summary) -> tuple[float, Interval]:
    """Return the mean difference over its SD with a 95 % interval, variance 1/n + dz^2 / (2n).

    Source: Cohen (1988), Section 2.3.5; variance after Hedges and Olkin (1985), ch. 5.
    """
    dz = difference.mean / difference.sd
    return dz, _normal_interval(dz, 1 / difference.n + dz**2 / (2 * difference.n))


def mean_interval(sample: Summary) -> Interval | None:
    """Return the t interval of a mean; None with one value or no spread."""
    if sample.n < 2 or sample.sd == 0:
        return None
    return _interval(sample.mean, sample.sd / math.sqrt(sample.n), sample.n - 1)


def _constant(change: float) -> Comparison:
    where = "none" if change == 0 else "up" if change > 0 else "down"
    return Comparison(change, "constant", None, None, None, where, None, None, None)


def _student_error(a: Summary, b: Summary) -> tuple[float, float]:
    df = a.n + b.n - 2
    pooled = ((a.n - 1) * a.sd**2 + (b.n - 1) * b.sd**2) / df
    return math.sqrt(pooled * (1 / a.n + 1 / b.n)), float(df)


def _welch_error(a: Summary, b: Summary) -> tuple[float, float]:
    va, vb = a.sd**2 / a.n, b.sd**2 / b.n
    df = (va + vb) ** 2 / (va**2 / (a.n - 1) + vb**2 / (b.n - 1))
    return math.sqrt(va + vb), df


def _interval(centre: float, error: float, df: float) -> Interval:
    half = float(stats.t.ppf(0.975, df)) * error
    return Interval(centre - half, centre + half)


def _normal_interval(centre: float, variance: float) -> Interval:
    half = float(stats.norm.ppf(0.975)) * math.sqrt(variance)
    return Interval(centre - half, centre + half)


def _require_two(*samples: Summary) -> None:
    for sample in samples:
        if sample.n < 2:
            raise ValueError(f"a test needs two values in each sample; got {sample.n}")
