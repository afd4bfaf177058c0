"""Who is closer to people? Root mean squares of differences, with ranks that are ranges.

A line's differences from people, one per column, are reduced to their root mean square. Columns stand for the
situations that could have been asked, so the uncertainty is that of drawing other columns: the bootstrap draws
columns, the same ones for every line (paired), with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from apps.benchmarks.stats import ALPHA, Interval

Array = NDArray[np.float64]
# With fewer columns a bootstrap of columns knows too little of what other columns would say.
MIN_COLUMNS = 10
RESAMPLES = 2000
SEED = 20240101
# Relative to the figures compared: below it two of them differ by rounding only.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Closeness:
    """A line's root mean square, its 95 % interval, and the ranks it may have; unknown ones are None."""

    rms: float
    ci: Interval | None
    best: int | None
    worst: int | None


def closeness(differences: ArrayLike, alpha: float = ALPHA) -> list[Closeness]:
    """Return each row's closeness; `differences` has a row per line and a column per shared column.

    Rank 1 is the closest. A line's best rank is one more than the lines that are closer by test, its worst rank
    leaves below it only those that are farther; the p values of all pairs are Holm's. With fewer than MIN_COLUMNS
    columns there are no intervals and no ranks. Raises ValueError for anything but a full table of numbers.
    """
    table = np.asarray(differences, dtype=np.float64)
    if table.ndim != 2 or not table.shape[1] or not np.isfinite(table).all():
        raise ValueError("closeness needs a table of numbers without gaps, a row per line, and at least one column")
    squares = table**2
    rms = np.sqrt(squares.mean(axis=1))
    if table.shape[1] < MIN_COLUMNS:
        return [Closeness(float(value), None, None, None) for value in rms]
    drawn = _resampled(squares)
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    closer = _closer(rms, drawn, table.shape[1] - 1, alpha)
    return [
        Closeness(
            float(rms[i]),
            Interval(float(low[i]), float(high[i])),
            1 + int(closer[:, i].sum()),
            len(rms) - int(closer[i].sum()),
        )
        for i in range(len(rms))
    ]


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the adjusted p values in the order given: Holm's step-down, valid for tests that depend on each other."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for step, i in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - step) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def _resampled(squares: Array) -> Array:
    """Return the root mean squares of each resample of columns: a row per resample, a column per line."""
    count = squares.shape[1]
    drawn_so_often = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    weights = drawn_so_often.astype(np.float64)
    # Rounding must not depend on which lines stand beside: one product per line.
    drawn: Array = np.sqrt(np.column_stack([weights @ row for row in squares]) / count)
    return drawn


def _closer(rms: Array, drawn: Array, df: int, alpha: float) -> NDArray[np.bool_]:
    """Return for each pair whether the first is closer by test: t with the bootstrap's error, Holm over all pairs.

    A share of resamples would do for a few lines; with twenty, Holm asks for p values that no count of 2,000 gives.
    """
    count = len(rms)
    spread = np.atleast_2d(np.cov(drawn, rowvar=False))
    own = np.diag(spread)
    variance = own[:, None] + own[None, :] - 2 * spread
    apart = rms[:, None] - rms[None, :]
    scale = np.maximum(rms[:, None], rms[None, :])
    error = np.sqrt(np.maximum(variance, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stats.t.sf(np.abs(apart) / error, df)
    p = np.where(error <= ROUNDING * scale, 0.0, p)  # apart by the same in every resample
    p = np.where(np.abs(apart) <= ROUNDING * scale, 1.0, p)
    upper = np.triu_indices(count, 1)
    adjusted = np.ones((count, count))
    adjusted[upper] = holm(p[upper].tolist())
    adjusted = np.minimum(adjusted, adjusted.T)
    return np.asarray((adjusted <= alpha) & (apart < 0))
