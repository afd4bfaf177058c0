"""Two lines side by side wherever both stand: figure by figure, with a test where one can be made."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from apps.benchmarks import stats
from apps.benchmarks.ranks import holm
from apps.leaderboard.models import Entry
from apps.leaderboard.subjects import first_choice, place, subject
from apps.leaderboard.table import half_width

Cell = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """One shared figure: both lines' `value`, or where one has none their `change`, the second less the first.

    `half` is half the 95 % interval of the difference; `adjusted` is p after Holm within its table.
    """

    key: str
    kind: str
    first: Cell
    second: Cell
    difference: float
    half: float | None
    result: stats.Comparison | None
    adjusted: float | None = None


@dataclass(frozen=True)
class Shared:
    """Two lines in one place, and what they share."""

    place: tuple[str, ...]
    first: Entry
    second: Entry
    lines: list[Line]

    @property
    def tested(self) -> int:
        return sum(line.result is not None for line in self.lines)


def pairs(entries: Iterable[Entry], first: str, second: str) -> list[tuple[Entry, Entry]]:
    """Return the two subjects' lines, place by place, in the order of the entries; figures are not read."""
    found: dict[tuple[str, ...], tuple[list[Entry], list[Entry]]] = defaultdict(lambda: ([], []))
    for entry in entries:
        for side, word in enumerate((first, second)):
            if subject(entry) == word:
                found[place(entry)][side].append(entry)
    return [pair for one, other in found.values() for pair in product(_speak(one), _speak(other))]


def _speak(lines: list[Entry]) -> list[Entry]:
    """Return who of one subject's lines in one place is shown: one, but all people whom a printed table tells apart."""
    if lines and lines[0].is_human and lines[0].board.instrument_id is None:
        return lines
    return [first_choice(lines)] if lines else []


def compare(first: Entry, second: Entry, alpha: float) -> Shared:
    """Hold every figure that both lines have against each other."""
    return Shared(place(first), first, second, lines_of(first.values, second.values, alpha))


def lines_of(first: Mapping[str, Cell], second: Mapping[str, Cell], alpha: float) -> list[Line]:
    """Hold cells of one key against each other; the tests of one table are corrected together."""
    found = [_line(key, cell, second[key], alpha) for key, cell in first.items() if key in second]
    lines = [line for line in found if line is not None]
    tested = [line for line in lines if line.result and line.result.p is not None]
    p_values = [line.result.p for line in tested if line.result and line.result.p is not None]
    adjusted = dict(zip((line.key for line in tested), holm(p_values), strict=True))
    return [replace(line, adjusted=adjusted.get(line.key)) for line in lines]


def _line(key: str, first: Cell, second: Cell, alpha: float) -> Line | None:
    """Compare the figures themselves; where one of the two is not printed, the changes, by their intervals."""
    for kind in ("value", "change"):
        one, other = first.get(kind), second.get(kind)
        if one is None or other is None:
            continue
        if kind == "change":
            halves = (half_width(first), half_width(second))
            half = None if None in halves else math.hypot(*halves)  # type: ignore[arg-type]
            return Line(key, kind, first, second, other - one, half, None)
        a, b = _summary(first), _summary(second)
        result = stats.compare(a, b, alpha) if a and b else None
        half = (result.ci.high - result.ci.low) / 2 if result and result.ci else None
        return Line(key, kind, first, second, other - one, half, result)
    return None


def _summary(cell: Cell) -> stats.Summary | None:
    """Return mean, SD and n where all are known; a rate has none, since its judgements hang together."""
    value, sd, n = cell.get("value"), cell.get("sd"), cell.get("n")
    if value is None or sd is None or n is None or n < 2:
        return None
    return stats.Summary(value, sd, n)
