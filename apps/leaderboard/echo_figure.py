"""The ECHO board's figure, as Plotly reads it: a dot with its interval per writer, and the line of chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from apps.leaderboard.echo_cells import CHANCE, OVERALL
from apps.leaderboard.echo_table import PEOPLE, TABLES, Choice, Figure, Table
from apps.leaderboard.models import Entry
from apps.leaderboard.plot import MOST_LINES, arms_of, layout, trace
from apps.leaderboard.shapes import OPEN, SHAPES

# By kind of writer where people judge; where models judge, each judge has a shape.
SYMBOLS = {Entry.Kind.PUBLISHED: "square-open", Entry.Kind.BASELINE: "diamond-open"}


class Series(NamedTuple):
    """What is drawn alike, and its figures by writer."""

    name: str
    kind: str
    symbol: str
    figures: dict[str, Figure]
    group: str = ""


def figure(own: Table | None, paper: Table | None, choice: Choice) -> dict[str, Any]:
    """Return {"data", "layout"}: writers along the axis, ours and then the paper's. Each rate is the mean of cells."""
    series = [one for table in (own, paper) if table for one in _series(table, choice)]
    writers = list(dict.fromkeys(writer for one in series for writer in one.figures))
    data = [_trace(one, writers, visible=i < MOST_LINES) for i, one in enumerate(series)]
    title = _("Taken for the person, %")
    return {
        "data": data,
        "layout": {
            **layout(data, writers, title, span=(0, 100)),
            "heading": f"{TABLES[choice.table]}: {title}",
            "reference": CHANCE,
            "reference_text": _("chance"),
        },
    }


def _series(table: Table, choice: Choice) -> Iterator[Series]:
    """Yield a series per kind of writer where people judge, else one per judge."""
    places = {_name(column): i for i, column in enumerate(table.columns) if not column.provenance["total"]}
    if choice.table == PEOPLE:
        row = next(row for row in table.rows if row.code == OVERALL)
        for kind in dict.fromkeys(Entry.Kind(table.columns[i].kind) for i in places.values()):
            figures = {name: row.figures[i] for name, i in places.items() if table.columns[i].kind == kind}
            yield Series(str(kind.label), kind, SYMBOLS.get(kind, "square"), figures, PEOPLE)
        return
    for number, row in enumerate(table.rows):
        is_printed = row.kind == Entry.Kind.PUBLISHED
        symbol = SHAPES[number % len(SHAPES)] + (OPEN if is_printed else "")
        name = f"{row.title}, {row.tag}" + (f" ({_('printed')})" if is_printed else "")
        yield Series(name, row.kind, symbol, {name: row.figures[i] for name, i in places.items()})


def _name(column: Entry) -> str:
    return f"{column.label} ({_('printed')})" if column.kind == Entry.Kind.PUBLISHED else column.label


def _trace(series: Series, writers: list[str], visible: bool) -> dict[str, Any]:
    figures = [series.figures.get(writer, Figure(None)) for writer in writers]
    arms = [arms_of(figure.number, figure.ci) for figure in figures]
    return trace(
        series.name,
        "base" if series.kind == Entry.Kind.BASELINE else "model",
        series.symbol,
        writers,
        [figure.number for figure in figures],
        ([down for down, _up in arms], [up for _down, up in arms]),
        visible,
        group=series.group,
    )
