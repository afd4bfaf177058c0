"""A share with its Wilson interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from apps.benchmarks.stats import Interval


@dataclass(frozen=True)
class Share:
    """A share from 0 to 1 of n observations; `value` and `ci` are None when n is 0."""

    value: float | None
    n: int
    ci: Interval | None


def share(hits: Sequence[bool] | NDArray[np.bool_], units: int | None = None) -> Share:
    """Return the share of True with its Wilson interval.

    `units`, at most n, is the number of independent observations where several hits belong to one
    (repeats of one pair): the interval is that of so many observations.
    """
    n = len(hits)
    if n == 0:
        return Share(None, 0, None)
    value = float(np.mean(hits))
    return Share(value, n, wilson(value, n if units is None else units))


def wilson(value: float, n: int) -> Interval:
    """Return the 95 % interval of a share `value` of n observations, n above 0.

    Source: Wilson (1927), Journal of the American Statistical Association 22(158).
    """
    z2 = float(stats.norm.ppf(0.975)) ** 2
    centre = (value + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * value * (1 - value) / n + z2**2 / (4 * n**2)) / (1 + z2 / n)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
