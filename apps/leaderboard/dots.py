"""A dot plot that the server draws: a row per figure, a mark with its 95 % interval per line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from apps.leaderboard.models import Entry
from apps.leaderboard.pictures import BASELINE, HUMAN, kind_of

# A drawing is 360 units wide, as wide as a phone; from LEFT to RIGHT lies the scale.
LEFT, RIGHT, TOP, HIGH, APART = 168, 350, 8, 18, 7
LETTERS = 25
TICKS = 4


class Point(NamedTuple):
    value: float
    low: float | None
    high: float | None


class Line(NamedTuple):
    """A row of the drawing to be; without a key it is a heading."""

    key: str
    title: str


@dataclass(frozen=True)
class Series:
    """One line's points by key. `tone` is h (people, a disc), m (a model, a square) or b (a baseline, a diamond)."""

    label: str
    tone: str
    is_hollow: bool
    points: Mapping[str, Point]


@dataclass(frozen=True)
class Mark:
    tone: str
    is_hollow: bool
    x: float
    y: float
    arms: tuple[float, float] | None


@dataclass(frozen=True)
class Row:
    title: str
    label: str
    y: float
    is_heading: bool
    marks: list[Mark]


@dataclass(frozen=True)
class Panel:
    title: str
    rows: list[Row]
    ticks: list[tuple[float, str]]
    reference: float | None
    height: float
    bottom: float


def tone_of(entry: Entry) -> str:
    return {HUMAN: "h", BASELINE: "b"}.get(kind_of(entry), "m")


def series_of(entry: Entry, points: Mapping[str, Point]) -> Series:
    """Return a line's marks, hollow where they are printed."""
    return Series(entry.label, tone_of(entry), entry.kind == Entry.Kind.PUBLISHED, points)


def panel(
    title: str,
    lines: Sequence[Line],
    series: Sequence[Series],
    reference: float | None = None,
    ends: tuple[float, float] | None = None,
) -> Panel | None:
    """Lay out the rows that have a mark, on a scale from end to end or as wide as the marks; None without any mark."""
    shown = [line for line in _with_marks(lines, series)]
    numbers = [number for one in series for line in shown if line.key for number in _numbers(one.points.get(line.key))]
    if not numbers:
        return None
    low, high = ends or _widened([*numbers, *([reference] if reference is not None else [])])

    def place(value: float) -> float:
        return round(LEFT + (min(max(value, low), high) - low) / (high - low) * (RIGHT - LEFT), 1)

    def marks(key: str, middle: float) -> Iterator[Mark]:
        for i, one in enumerate(series):
            if point := one.points.get(key):
                y = middle + (i - (len(series) - 1) / 2) * APART
                arms = None if point.low is None or point.high is None else (place(point.low), place(point.high))
                yield Mark(one.tone, one.is_hollow, place(point.value), y, arms)

    rows = []
    for number, line in enumerate(shown):
        middle = TOP + number * HIGH + HIGH / 2
        rows.append(Row(line.title, _short(line.title), middle, not line.key, list(marks(line.key, middle))))
    bottom = TOP + len(rows) * HIGH
    return Panel(
        title=title,
        rows=rows,
        ticks=[(place(tick), _text(tick)) for tick in _ticks(low, high)],
        reference=None if reference is None else place(reference),
        height=bottom + 20,
        bottom=bottom,
    )


def _with_marks(lines: Sequence[Line], series: Sequence[Series]) -> Iterator[Line]:
    """Yield the rows that have a mark, and the headings above them."""
    heading = None
    for line in lines:
        if not line.key:
            heading = line
        elif any(line.key in one.points for one in series):
            if heading:
                yield heading
            heading = None
            yield line


def _numbers(point: Point | None) -> list[float]:
    return [number for number in point or () if number is not None]


def _widened(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the least and the greatest, rounded outwards to whole steps of the scale."""
    low, high = min(numbers), max(numbers)
    if low == high:
        low, high = low - 1, high + 1
    step = _step(low, high)
    return math.floor(low / step) * step, math.ceil(high / step) * step


def _step(low: float, high: float) -> float:
    """Return a round distance between ticks: 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def _ticks(low: float, high: float) -> list[float]:
    step = _step(low, high)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _text(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def _short(title: str) -> str:
    return title if len(title) <= LETTERS else title[: LETTERS - 1].rstrip(" ,-") + "…"
