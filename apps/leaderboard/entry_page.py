"""What the page of one line shows: each figure beside people's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.leaderboard.column_titles import names_of, titles_of
from apps.leaderboard.models import Entry
from apps.leaderboard.table import half_width

Cell = Mapping[str, Any]


@dataclass(frozen=True)
class Figure:
    """One figure. `part` is its subscale or question type, `printed` the cell of a paper's table.

    `people` are the cells of those beside it; `difference` is from the first of them, in the change where both have
    one and else in the value, and `half` is half its 95 % interval.
    """

    condition: str
    part: str
    cell: Cell
    printed: str
    people: list[Cell]
    difference: float | None
    half: float | None


def figures_of(line: Entry, people: list[Entry]) -> list[Figure]:
    """Lay out the line's figures in the board's order."""
    named, _order = names_of(line)
    printed, found = line.provenance.get("cells", {}), []
    for key in titles_of(line):
        condition, _dot, code = key.rpartition(".")
        beside = [one.values.get(key) or {} for one in people]
        difference, half = difference_of(line.values[key], beside[0] if beside else {})
        titles = (named.get(condition, condition), named.get(code, code))
        found.append(Figure(*titles, line.values[key], printed.get(key, ""), beside, difference, half))
    return found


def difference_of(own: Cell, people: Cell) -> tuple[float | None, float | None]:
    """Return the line's figure less people's with half its interval; half widths add in quadrature."""
    for kind in ("change", "value"):
        mine, theirs = own.get(kind), people.get(kind)
        if mine is None or theirs is None:
            continue
        halves = (half_width(own), half_width(people))
        return mine - theirs, None if None in halves else math.hypot(*halves)  # type: ignore[arg-type]
    return None, None
