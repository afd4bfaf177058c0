"""What every figure shares: how its rows and its scale are laid out, for Plotly and for the server's drawing alike.

A figure is {"data", "layout"}: traces as Plotly reads them, with categories in `x` and numbers in `y`. Both drawings
turn it: categories go down the page, a row each, and numbers along it. So names are read on a phone, too, and a figure
is as high at any width.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from apps.leaderboard.shapes import COLOURS

# Drawn at first; the others stand in the legend and can be switched on, as many as a legend can hold.
MOST_LINES, MOST_NAMES = 12, 60
# Above the rows is room for the reference's name, below them for numbers and title of the scale.
TOP, BOTTOM = 20, 46
LETTERS, WORDS = 18, 52
MANY_ROWS, LOW_ROW = 12, 34

Arms = list[float | None]


def trace(
    name: str,
    tone: str,
    symbol: str,
    x: list[str],
    y: list[float | None],
    arms: tuple[Arms, Arms],
    visible: bool,
    number: str = "%{y:.1f}",
    group: str = "",
) -> dict[str, Any]:
    """Return marks of one kind; `tone` is human, model or base, `arms` reach from each number down and up.

    Traces of one `group` are never in one row, so they need no room below each other; else each trace has its own.
    """
    return {
        "type": "scatter",
        "name": name,
        "visible": True if visible else "legendonly",
        "mode": "markers",
        "cliponaxis": False,  # a mark at the end of the scale is drawn whole
        "x": x,
        "y": y,
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": arms[1],
            "arrayminus": arms[0],
            "thickness": 1.2,
            "width": 0,
        },
        "meta": tone,
        "offsetgroup": group or name,
        "marker": {"symbol": symbol, "color": COLOURS[tone], "size": 9},
        "line": {"color": COLOURS[tone], "width": 1},
        "hovertemplate": number,
    }


def arms_of(number: float | None, interval: Iterable[float] | None) -> tuple[float | None, float | None]:
    """Return how far an interval reaches down and up from its number."""
    if number is None or interval is None:
        return None, None
    low, high = interval
    return abs(number - low), abs(high - number)


def layout(
    data: list[dict[str, Any]],
    categories: list[str],
    title: str,
    anchors: Iterable[float] = (),
    span: tuple[float, float] | None = None,
) -> dict[str, Any]:
    """Return labels, heights, range and ticks. The scale holds all numbers and `anchors`, unless `span` is given."""
    labels = [wrapped(category) for category in categories]
    shown = {one["offsetgroup"] for one in data if one["visible"] is True}
    row = row_height(len(categories), len(shown), max(map(len, labels), default=1))
    low, high, step = scale([*_reached(data), *anchors], span)
    return {
        "categories": categories,
        "labels": labels,
        "title": title if len(title) <= WORDS else title[: WORDS - 1] + "…",
        "row": row,
        "top": TOP,
        "bottom": BOTTOM,
        "height": TOP + row * len(categories) + BOTTOM,
        "range": [low, high],
        "ticks": [low + i * step for i in range(round((high - low) / step) + 1)],
        "decimals": decimals(step),
    }


def row_height(categories: int, shown: int, lines: int) -> int:
    """Return enough for a label's lines and the marks below each other; of many rows each is low, and marks overlap."""
    label = 22 if lines == 1 else 34
    marks = 14 + shown * (5 if shown <= 6 else 4)
    return max(label, min(marks, LOW_ROW) if categories > MANY_ROWS else marks)


def wrapped(name: str) -> list[str]:
    """Return a name in at most two lines that fit beside the rows on a phone, parted after a blank, hyphen or slash."""
    if len(name) <= LETTERS:
        return [name]
    cut = max(name.rfind(sign, 0, LETTERS) for sign in " -/") + 1
    if cut < 4:
        return [shortened(name)]
    return [name[:cut].rstrip(), shortened(name[cut:])]


def shortened(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1].rstrip(" ,-") + "…"


def scale(numbers: Iterable[float], span: tuple[float, float] | None = None) -> tuple[float, float, float]:
    """Return both ends and the step between ticks: 1, 2 or 5 times a power of ten, four to eight of them."""
    held = list(numbers) or [0.0]
    low, high = span or (min(held), max(held))
    if high <= low:
        low, high = low - 1, high + 1
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.9999)
    if span is None:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return low, high, step


def decimals(step: float) -> int:
    return max(0, -math.floor(math.log10(step) + 1e-9))


def _reached(data: list[dict[str, Any]]) -> Iterator[float]:
    """Yield the ends of every number's interval."""
    for one in data:
        error = one["error_y"]
        for number, down, up in zip(one["y"], error["arrayminus"], error["array"], strict=True):
            if number is not None:
                yield number - (down or 0)
                yield number + (up or 0)
