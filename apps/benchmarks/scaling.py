"""How a score goes with the size of a model: least squares on the logarithm of the number of parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats as distributions

from apps.benchmarks.stats import Interval

# Two points always lie on a line, so they say nothing about one.
FEWEST = 3


@dataclass(frozen=True)
class LogFit:
    """A line score = intercept + slope * log10(size).

    `slope` is the change for a tenfold size, `interval` its 95 % interval (Student's t, n - 2 degrees of freedom);
    `intercept` is the score at size 1; `r_squared` is None where all scores are the same.
    """

    slope: float
    intercept: float
    n: int
    interval: Interval
    r_squared: float | None

    def at(self, size: float) -> float:
        return self.intercept + self.slope * math.log10(size)


def log_fit(sizes: Sequence[float], scores: Sequence[float]) -> LogFit | None:
    """Fit scores to sizes, which are above 0; None for fewer than three different sizes."""
    if len(set(sizes)) < FEWEST:
        return None
    x, n = np.log10(sizes), len(sizes)
    line = distributions.linregress(x, scores)
    half = float(distributions.t.ppf(0.975, n - 2)) * float(line.stderr)
    slope, intercept = float(line.slope), float(line.intercept)
    r_squared = float(line.rvalue) ** 2 if np.ptp(scores) > 0 else None
    return LogFit(slope, intercept, n, Interval(slope - half, slope + half), r_squared)
