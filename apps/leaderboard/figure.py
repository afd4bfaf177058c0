"""The board's figure, as Plotly reads it: each line's change beside people's, with intervals."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from apps.leaderboard.columns import Column
from apps.leaderboard.models import Entry
from apps.leaderboard.table import Choice, figure_of, people_by_set

# People are warm discs, models blue squares, baselines grey diamonds, printed figures hollow:
# shape tells as much as colour.
COLOURS = {"human": "#b4510f", "model": "#2f55b5", "base": "#7b7f86"}
SYMBOLS = {
    Entry.Kind.HUMAN: "circle",
    Entry.Kind.MEASURED: "square",
    Entry.Kind.IMPORTED: "square",
    Entry.Kind.PUBLISHED: "square-open",
    Entry.Kind.BASELINE: "diamond-open",
}
# Drawn at first; the others stand in the legend and can be switched on, as many as a legend can hold.
MOST_LINES = 12
MOST_NAMES = 60


def figure(entries: list[Entry], columns: list[Column], choice: Choice, axis: str) -> dict[str, Any]:
    """Return {"data", "layout"}; people come first and are joined by a line that others can be held against."""
    shown = [column for column in columns if column.level != "default"]
    references = {entry.pk for entry in people_by_set(entries).values()}
    # The same people printed twice would cover each other.
    distinct = [entry for entry in entries if not entry.is_human or entry.pk in references]
    lines = sorted(distinct, key=lambda entry: (not entry.is_human, entry.kind == Entry.Kind.PUBLISHED, entry.label))
    return {
        "data": [_trace(entry, shown, choice, visible=i < MOST_LINES) for i, entry in enumerate(lines[:MOST_NAMES])],
        "layout": {
            "categories": [column.title for column in shown],
            "axis": axis,
            "title": _("Change from default") if choice.shown != "value" else _("Score"),
        },
    }


def _trace(entry: Entry, columns: list[Column], choice: Choice, visible: bool) -> dict[str, Any]:
    figures = [figure_of(entry, column.code, choice_of_figure(choice), None) for column in columns]
    tone = "human" if entry.is_human else "base" if entry.kind == Entry.Kind.BASELINE else "model"
    symbol = "circle-open" if entry.is_human and entry.kind == Entry.Kind.PUBLISHED else SYMBOLS[Entry.Kind(entry.kind)]
    return {
        "type": "scatter",
        "name": entry.label,
        "visible": True if visible else "legendonly",
        "mode": "lines+markers" if entry.is_human else "markers",
        "x": [column.title for column in columns],
        "y": [figure.number for figure in figures],
        "error_y": {"type": "data", "array": [figure.half for figure in figures], "thickness": 1.2, "width": 0},
        "meta": tone,
        "marker": {"symbol": symbol, "color": COLOURS[tone], "size": 11 if entry.is_human else 8},
        "line": {"color": COLOURS[tone], "width": 1, "dash": "dot"},
        "hovertemplate": "%{y:+.1f}" if choice.shown != "value" else "%{y:.1f}",
    }


def choice_of_figure(choice: Choice) -> Choice:
    """A difference from people is seen in the figure itself, so it draws the changes."""
    shown = "value" if choice.shown == "value" else "change"
    return Choice(choice.subscale, shown, choice.emotion, choice.sort, choice.descending)
