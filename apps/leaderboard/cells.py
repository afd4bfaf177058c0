"""One figure on a board with everything that belongs beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.benchmarks import stats

Sample = NDArray[np.float64]


@dataclass(frozen=True)
class Cell:
    """A condition's mean, and its change from default with test and 95 % interval.

    `value` is the mean of the scores in the condition. `ci` belongs to the change, for the
    default condition to the mean. Unknown numbers of printed figures are None.
    """

    value: float | None = None
    mean: float | None = None
    sd: float | None = None
    n: int | None = None
    missing: int | None = None
    change: float | None = None
    test: str | None = None
    p: float | None = None
    direction: str = "none"
    ci: tuple[float, float] | None = None
    effect: float | None = None
    effect_ci: tuple[float, float] | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def default_cell(scores: Sample, missing: int) -> Cell:
    """Describe the default condition; an empty sample gives a cell of missing answers only."""
    if not scores.size:
        return Cell(n=0, missing=missing)
    summary = stats.summarise(scores)
    return Cell(summary.mean, summary.mean, summary.sd, summary.n, missing, ci=_pair(stats.mean_interval(summary)))


def model_cell(default: Sample, evoked: Sample, missing: int, alpha: float) -> Cell:
    """Compare a condition with default as independent samples; too few scores give no test."""
    plain = _untested(evoked, missing)
    if default.size < 2 or evoked.size < 2:
        return plain
    return _tested(plain, stats.compare(stats.summarise(default), stats.summarise(evoked), alpha))


def people_cell(before: Sample, after: Sample, missing: int, alpha: float) -> Cell:
    """Compare the same people before and after; both samples in the same order of people."""
    plain = _untested(after, missing)
    if after.size < 2:
        return plain
    return _tested(plain, stats.compare_paired(before, after, alpha))


def _untested(evoked: Sample, missing: int) -> Cell:
    """Describe a condition without its change, and so without the interval that belongs to it."""
    return replace(default_cell(evoked, missing), ci=None)


def _tested(plain: Cell, result: stats.Comparison) -> Cell:
    return replace(
        plain,
        change=result.change,
        test=result.test,
        p=result.p,
        direction=result.direction,
        ci=_pair(result.ci),
        effect=result.effect,
        effect_ci=_pair(result.effect_ci),
    )


def _pair(interval: stats.Interval | None) -> tuple[float, float] | None:
    return (interval.low, interval.high) if interval else None
