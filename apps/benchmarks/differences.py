"""How far is a line's change from people's, in units that are the same for every line?

The unit is the standard deviation of people's scores before anything happened to them. A language model's own
spread would not do: at temperature 0 it is often zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from apps.benchmarks.stats import Interval

# Half the 95 % interval of a normal variable with SD 1; asked of SciPy once, as a board has thousands of figures.
NORMAL = float(stats.norm.ppf(0.975))


@dataclass(frozen=True)
class Change:
    """A change and half the width of its 95 % interval, where one is known."""

    change: float
    half: float | None


@dataclass(frozen=True)
class Standardised:
    """The difference of two changes in people's standard deviations; printed figures give no interval."""

    value: float
    ci: Interval | None


def standardised(line: Change, people: Change, sd: float, n: int | None) -> Standardised:
    """Return the line's change less people's, over people's SD before; `n` is how many people that SD is of.

    d = J (line - people) / sd with J = 1 - 3 / (4 (n - 1) - 1), which is 1 where n is not known. The square of half
    the interval is (J / sd)^2 (half of line^2 + half of people^2) + 1.96^2 d^2 / (2 (n - 1)).
    Source: Becker (1988), with people's SD as the unit of both (Glass, McGaw and Smith 1981).
    Raises ValueError where people do not differ among themselves, or are fewer than two.
    """
    if sd <= 0 or (n is not None and n < 2):
        raise ValueError("the unit is people's spread; it takes two or more people who are not all alike")
    correction = 1.0 if n is None else 1 - 3 / (4 * (n - 1) - 1)
    value = correction * (line.change - people.change) / sd
    if n is None or line.half is None or people.half is None:
        return Standardised(value, None)
    of_changes = correction / sd * math.hypot(line.half, people.half)
    of_unit = NORMAL * abs(value) / math.sqrt(2 * (n - 1))
    half = math.hypot(of_changes, of_unit)
    return Standardised(value, Interval(value - half, value + half))
