"""A printed score against the number of parameters, family by family: an analysis drawn from published figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from apps.benchmarks.scaling import LogFit, log_fit
from apps.leaderboard.filters import parameters
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.shapes import OPEN, SHAPES, sign
from apps.leaderboard.size_svg import draw_sizes
from apps.leaderboard.svg import number

# The table that prints a score of many sizes of each family, and the column with it.
BOARD, TABLE, SCORE = "simbench", "table-1", "score"


@dataclass(frozen=True)
class Point:
    label: str
    billions: float
    value: float

    @property
    def text(self) -> str:
        return number(self.value, 2)


@dataclass(frozen=True)
class Family:
    """Models of one family from the smallest to the largest; base models are hollow. `fit` needs three sizes."""

    name: str
    symbol: str
    mark: SafeString
    is_base: bool
    points: list[Point]
    fit: LogFit | None


class Slope(NamedTuple):
    """The change for a tenfold size, and whose it is."""

    slope: float
    family: str


@dataclass(frozen=True)
class Sizes:
    """`flattest` and `steepest` are the smallest and the largest slope; `left_out` are models of unknown size."""

    title: str
    families: list[Family]
    left_out: list[str]
    drawing: SafeString
    flattest: Slope
    steepest: Slope


def sizes_of(board: Board, head: dict[str, Any], lines: Iterable[Entry]) -> Sizes | None:
    """Return the analysis of a table; None for other tables, and where no family has three sizes."""
    if (board.slug, head["code"]) != (BOARD, TABLE):
        return None
    named: dict[str, list[Entry]] = {}
    left_out = []
    for line in lines:
        family = _told(line, "family")
        if family and parameters(line) and line.values[SCORE]["value"] is not None:
            named.setdefault(family, []).append(line)
        else:
            left_out.append(line.label)
    families = [_family(name, own, shape) for (name, own), shape in zip(named.items(), cycle(SHAPES), strict=False)]
    fitted = sorted((one.fit.slope, one.name) for one in families if one.fit)
    if not fitted:
        return None
    title = next(column["title"] for column in head["columns"] if column["code"] == SCORE)
    return Sizes(title, families, left_out, draw_sizes(families, title), Slope(*fitted[0]), Slope(*fitted[-1]))


def _family(name: str, lines: list[Entry], shape: str) -> Family:
    points = [Point(line.label, parameters(line) or 0.0, line.values[SCORE]["value"]) for line in lines]
    points.sort(key=lambda point: point.billions)
    is_base = any(_told(line, "type") == "base" for line in lines)
    symbol = shape + (OPEN if is_base else "")
    fit = log_fit([point.billions for point in points], [point.value for point in points])
    return Family(name, symbol, sign(symbol, "model"), is_base, points, fit)


def _told(line: Entry, fact: str) -> str:
    """Return what the table says of a model beside its figures."""
    return str(line.provenance["facts"].get(fact, ""))
