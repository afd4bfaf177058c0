"""The ECHO board's figure, as Plotly reads it: a dot with its interval per writer, and the line of chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from apps.leaderboard.echo_cells import CHANCE, OVERALL
from apps.leaderboard.echo_table import PEOPLE, Choice, Figure, Table
from apps.leaderboard.figure import COLOURS, MOST_LINES, SYMBOLS
from apps.leaderboard.models import Entry

# Judges of one table are told apart by shape; what is printed is hollow.
SHAPES = ("square", "triangle-up", "cross", "star", "triangle-down", "hexagon")


class Series(NamedTuple):
    """What is drawn alike, and its figures by writer."""

    name: str
    kind: str
    symbol: str
    figures: dict[str, Figure]


def figure(own: Table | None, paper: Table | None, choice: Choice) -> dict[str, Any]:
    """Return {"data", "layout"}: writers along the axis, ours and then the paper's. Each rate is the mean of cells."""
    series = [one for table in (own, paper) if table for one in _series(table, choice)]
    writers = list(dict.fromkeys(writer for one in series for writer in one.figures))
    return {
        "data": [_trace(one, writers, visible=i < MOST_LINES) for i, one in enumerate(series)],
        "layout": {
            "categories": writers,
            "axis": _("Taken for the person, %"),
            "title": _("Taken for the person, %"),
            "reference": CHANCE,
            "range": [0, 100],
        },
    }


def _series(table: Table, choice: Choice) -> Iterator[Series]:
    """Yield a series per kind of writer where people judge, else one per judge."""
    places = {_name(column): i for i, column in enumerate(table.columns) if not column.provenance["total"]}
    if choice.table == PEOPLE:
        row = next(row for row in table.rows if row.code == OVERALL)
        for kind in dict.fromkeys(Entry.Kind(table.columns[i].kind) for i in places.values()):
            figures = {name: row.figures[i] for name, i in places.items() if table.columns[i].kind == kind}
            yield Series(str(kind.label), kind, SYMBOLS[kind], figures)
        return
    for number, row in enumerate(table.rows):
        is_printed = row.kind == Entry.Kind.PUBLISHED
        symbol = SHAPES[number % len(SHAPES)] + ("-open" if is_printed else "")
        name = f"{row.title}, {row.tag}" + (f" ({_('printed')})" if is_printed else "")
        yield Series(name, row.kind, symbol, {name: row.figures[i] for name, i in places.items()})


def _name(column: Entry) -> str:
    return f"{column.label} ({_('printed')})" if column.kind == Entry.Kind.PUBLISHED else column.label


def _trace(series: Series, writers: list[str], visible: bool) -> dict[str, Any]:
    figures = [series.figures.get(writer, Figure(None)) for writer in writers]
    tone = "base" if series.kind == Entry.Kind.BASELINE else "model"
    return {
        "type": "scatter",
        "name": series.name,
        "visible": True if visible else "legendonly",
        "mode": "markers",
        "cliponaxis": False,  # a mark at 0 or 100 is drawn whole
        "x": writers,
        "y": [figure.number for figure in figures],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [_arm(figure, 1) for figure in figures],
            "arrayminus": [_arm(figure, 0) for figure in figures],
            "thickness": 1.2,
            "width": 0,
        },
        "meta": tone,
        "marker": {"symbol": series.symbol, "color": COLOURS[tone], "size": 9},
        "line": {"color": COLOURS[tone], "width": 1},
        "hovertemplate": "%{y:.1f}",
    }


def _arm(figure: Figure, end: int) -> float | None:
    """Return how far the interval reaches up (1) or down (0)."""
    if figure.ci is None or figure.number is None:
        return None
    return abs(figure.ci[end] - figure.number)
