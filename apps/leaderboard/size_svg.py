"""Scores over sizes, drawn by the server: sizes on a logarithmic axis, each family joined, its fitted line dashed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.leaderboard.plot import decimals, scale
from apps.leaderboard.shapes import PATHS, shape_of, style_of
from apps.leaderboard.svg import number

if TYPE_CHECKING:
    from apps.leaderboard.sizes import Family

HEIGHT, TOP, BOTTOM = 380, 24, 46


class Axes:
    """Where a size and a score stand: in percent from the left, on a logarithmic scale, and in units from the top."""

    def __init__(self, sizes: list[float], scores: list[float]) -> None:
        low, high = math.log10(min(sizes)), math.log10(max(sizes))
        edge = (high - low or 1) * 0.06
        self.left, self.right = low - edge, high + edge
        self.low, self.high, self.step = scale(scores)

    def x(self, size: float) -> str:
        return f"{(math.log10(size) - self.left) / (self.right - self.left) * 100:.4g}%"

    def y(self, score: float) -> str:
        return f"{TOP + (self.high - score) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM):.4g}"

    def sizes(self) -> list[float]:
        """Return the powers of ten within."""
        return [10.0**power for power in range(math.ceil(self.left), math.floor(self.right) + 1)]

    def scores(self) -> list[float]:
        return [self.low + i * self.step for i in range(round((self.high - self.low) / self.step) + 1)]


def draw_sizes(families: list[Family], title: str) -> SafeString:
    """Return the drawing; `title` names the score."""
    points = [point for family in families for point in family.points]
    axes = Axes([point.billions for point in points], [point.value for point in points])
    told = _("%(title)s against the number of parameters") % {"title": title}
    drawn = "".join([*_scales(axes, title), *(part for family in families for part in _family(family, axes))])
    return mark_safe(
        f'<svg class="drawn" role="img" aria-labelledby="sizes-title sizes-desc" height="{HEIGHT}">'
        f'<title id="sizes-title">{escape(told)}</title>'
        f'<desc id="sizes-desc">{escape(", ".join(family.name for family in families))}</desc>{drawn}</svg>'
    )


def _scales(axes: Axes, title: str) -> Iterator[str]:
    bottom, places = HEIGHT - BOTTOM, decimals(axes.step)
    for score in axes.scores():
        style, y = "zero" if abs(score) < 1e-9 else "ax", axes.y(score)
        yield f'<line class="{style}" x1="0%" x2="100%" y1="{y}" y2="{y}"/>'
        yield f'<text x="-8" y="{float(y) + 4:.4g}" text-anchor="end">{number(score, places)}</text>'
    for size in axes.sizes():
        x = axes.x(size)
        yield f'<line class="ax" x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}"/>'
        yield f'<text x="{x}" y="{bottom + 17}" text-anchor="middle">{size:g}</text>'
    yield f'<text x="-36" y="12">{escape(title)}</text>'
    yield f'<text x="100%" y="{bottom + 38}" text-anchor="end">{escape(_("Parameters, billions (logarithmic)"))}</text>'


def _family(family: Family, axes: Axes) -> Iterator[str]:
    shape = shape_of(family.symbol)
    yield f'<defs><path id="sizes-{shape}" d="{PATHS[shape]}"/></defs><g class="{style_of(family.symbol, "model")}">'
    yield from _joined([(point.billions, point.value) for point in family.points], axes, "joined")
    if family.fit:
        ends = (family.points[0].billions, family.points[-1].billions)
        yield from _joined([(size, family.fit.at(size)) for size in ends], axes, "fit")
    for point in family.points:
        place = f'x="{axes.x(point.billions)}" y="{axes.y(point.value)}"'
        yield f'<use href="#sizes-{shape}" {place}/>'
    yield "</g>"


def _joined(points: Iterable[tuple[float, float]], axes: Axes, style: str) -> Iterator[str]:
    places = [(axes.x(size), axes.y(score)) for size, score in points]
    for (x1, y1), (x2, y2) in pairwise(places):
        yield f'<line class="{style}" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"/>'
