"""One success rate on the ECHO board, in percent, with everything that belongs beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from apps.benchmarks.echo.chance import ChanceTest
from apps.benchmarks.echo.rates import Rate
from apps.benchmarks.stats import Interval

# The mean of cells, each cell counting the same (the paper's way), and the share of all judgements.
OVERALL, POOLED = "overall", "pooled"
CHANCE = 50.0


@dataclass(frozen=True)
class RateCell:
    """`p` asks whether the rate differs from chance, `equivalence_p` whether it lies within the bounds.

    Both belong to pooled rates only. Unknown numbers of printed figures are None.
    """

    value: float | None = None
    n: int | None = None
    missing: int | None = None
    judges: int | None = None
    persons: int | None = None
    ci: tuple[float, float] | None = None
    p: float | None = None
    equivalence_p: float | None = None
    note: str = ""

    @classmethod
    def of(cls, rate: Rate, missing: int, test: ChanceTest | None) -> RateCell:
        return cls(
            value=None if rate.value is None else 100 * rate.value,
            n=rate.n,
            missing=missing,
            judges=rate.judges,
            persons=rate.persons,
            ci=_percent(rate.ci),
            p=test.p if test else None,
            equivalence_p=test.equivalence_p if test else None,
        )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def _percent(interval: Interval | None) -> tuple[float, float] | None:
    return (100 * interval.low, 100 * interval.high) if interval else None
