"""How often judges are right, and whether those who feel sure are right more often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.benchmarks.echo.shares import Share, share

LEVELS = (1, 2, 3, 4, 5)  # from a guess to certain


@dataclass(frozen=True)
class Calibration:
    """The share of right judgements: of all, at each level of sureness, and where none was given."""

    overall: Share
    by_level: dict[int, Share]
    unsaid: Share


def calibrate(right: Sequence[bool], sure: Sequence[int | None]) -> Calibration:
    """Return accuracy, 0 to 1, with Wilson intervals, overall and by how sure the judge was (1 to 5).

    The intervals take judgements as independent; the table is for reading, not for testing.
    Raises ValueError when the lengths differ or a level is none of the five.
    """
    if unknown := sorted({level for level in sure if level is not None} - set(LEVELS)):
        raise ValueError(f"sureness goes from 1 to 5; got {', '.join(map(str, unknown))}")
    pairs = list(zip(right, sure, strict=True))
    by_level = {level: share([was for was, said in pairs if said == level]) for level in LEVELS}
    return Calibration(share(list(right)), by_level, share([was for was, said in pairs if said is None]))
