"""A figure drawn by the server, from the same JSON that Plotly reads: it stands there first, and can be downloaded.

Places along the scale are percentages, so that the drawing widens with the page while its letters keep their size.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.leaderboard.shapes import PATHS, shape_of, style_of

# Within a row, marks stand so far apart at most.
APART = 7


def draw_figure(figure: dict[str, Any], name: str = "figure") -> SafeString:
    """Return the drawing as it stands in a page, whose style sheet (leaderboard/figure.css) colours it."""
    return mark_safe(
        f'<svg class="drawn" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'height="{figure["layout"]["height"]}">{described(figure, name)}{area(figure, name)}</svg>'
    )


def described(figure: dict[str, Any], name: str) -> str:
    """Return title and description: what is drawn, of whom, and over what."""
    layout = figure["layout"]
    names = ", ".join(one["name"] for one in drawn(figure))
    told = _("%(names)s; rows: %(rows)s") % {"names": names, "rows": ", ".join(layout["categories"])}
    return f'<title id="{name}-title">{escape(layout["title"])}</title><desc id="{name}-desc">{escape(told)}</desc>'


def drawn(figure: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in figure["data"] if one["visible"] is True]


def area(figure: dict[str, Any], name: str) -> str:
    """Return scale, rows and marks over the width there is; labels stand left of it, outside the drawing."""
    traces = drawn(figure)
    return "".join([*_defs(traces, name), *_scale(figure), *_rows(figure), *_people(figure), *_marks(figure, name)])


def _defs(traces: list[dict[str, Any]], name: str) -> Iterator[str]:
    """Yield every shape once, to be used at each of its places."""
    shapes = sorted({shape_of(one["marker"]["symbol"]) for one in traces})
    yield "<defs>" + "".join(f'<path id="{name}-{one}" d="{PATHS[one]}"/>' for one in shapes) + "</defs>"


def _scale(figure: dict[str, Any]) -> Iterator[str]:
    layout = figure["layout"]
    top, bottom = layout["top"], layout["height"] - layout["bottom"]
    for tick in layout["ticks"]:
        x, style = _percent(tick, layout), "zero" if abs(tick) < 1e-9 and layout["range"][0] < 0 else "ax"
        yield f'<line class="{style}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
        yield f'<text x="{x}" y="{bottom + 17}" text-anchor="middle">{number(tick, layout["decimals"])}</text>'
    yield f'<text x="100%" y="{bottom + 38}" text-anchor="end">{escape(layout["title"])}</text>'
    if layout.get("reference") is not None:
        x, told = _percent(layout["reference"], layout), escape(layout.get("reference_text", ""))
        yield f'<line class="reference" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
        yield f'<text x="{x}" y="13" text-anchor="middle">{told}</text>'


def _rows(figure: dict[str, Any]) -> Iterator[str]:
    layout = figure["layout"]
    for place, label in enumerate(layout["labels"]):
        middle = _middle(layout, place)
        for line, words in enumerate(label):
            y = middle + 4 + 15 * (line - (len(label) - 1) / 2)
            yield f'<text class="name" x="-12" y="{y:g}" text-anchor="end">{escape(words)}</text>'
        if place:
            y = layout["top"] + place * layout["row"]
            yield f'<line class="ax" x1="-190" x2="100%" y1="{y}" y2="{y}"/>'


def _people(figure: dict[str, Any]) -> Iterator[str]:
    """Yield the first people's number over the whole height of each row, with its interval as a band behind."""
    layout = figure["layout"]
    people = next((one for one in drawn(figure) if one["meta"] == "human"), None)
    if people is None:
        return
    for place, value, low, high in _places(people):
        y, x = layout["top"] + place * layout["row"] + 2, _percent(value, layout)
        if low != high:
            left, right = _share(low, layout), _share(high, layout)
            yield f'<rect class="band" x="{left:g}%" width="{right - left:.4g}%" y="{y}" height="{layout["row"] - 4}"/>'
        yield f'<line class="h" x1="{x}" x2="{x}" y1="{y}" y2="{y + layout["row"] - 4}"/>'


def _marks(figure: dict[str, Any], name: str) -> Iterator[str]:
    layout, traces = figure["layout"], drawn(figure)
    groups = list(dict.fromkeys(one["offsetgroup"] for one in traces))
    apart = min(APART, (layout["row"] - 12) / max(len(groups) - 1, 1))
    for one in traces:
        down = (groups.index(one["offsetgroup"]) - (len(groups) - 1) / 2) * apart
        shape = shape_of(one["marker"]["symbol"])
        yield f'<g class="{style_of(one["marker"]["symbol"], one["meta"])}">'
        for place, value, low, high in _places(one):
            y = f"{_middle(layout, place) + down:.1f}"
            if low != high:
                yield f'<line x1="{_percent(low, layout)}" x2="{_percent(high, layout)}" y1="{y}" y2="{y}"/>'
            yield f'<use href="#{name}-{shape}" x="{_percent(value, layout)}" y="{y}"/>'
        yield "</g>"


def _places(one: dict[str, Any]) -> Iterator[tuple[int, float, float, float]]:
    """Yield row, number, and the ends of its interval of every mark."""
    error = one["error_y"]
    for place, (value, down, up) in enumerate(zip(one["y"], error["arrayminus"], error["array"], strict=True)):
        if value is not None:
            yield place, value, value - (down or 0), value + (up or 0)


def _middle(layout: dict[str, Any], place: int) -> float:
    return float(layout["top"] + (place + 0.5) * layout["row"])


def _share(value: float, layout: dict[str, Any]) -> float:
    """Return how far along the scale a value lies, in percent; beyond an end is at the end."""
    low, high = layout["range"]
    return round(min(max((value - low) / (high - low), 0), 1) * 100, 1)


def _percent(value: float, layout: dict[str, Any]) -> str:
    return f"{_share(value, layout):g}%"


def number(value: float, places: int) -> str:
    return f"{round(value, places) + 0:.{places}f}".replace("-", "−")
