"""The board's figure, as Plotly reads it: each line's change beside people's, with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from django.utils.translation import gettext as _

from apps.leaderboard.columns import Column
from apps.leaderboard.models import Entry
from apps.leaderboard.plot import MOST_LINES, MOST_NAMES, layout, trace
from apps.leaderboard.shapes import BASELINES, OPEN, SHAPES
from apps.leaderboard.table import Choice, figure_of, people_by_set


def figure(entries: list[Entry], columns: list[Column], choice: Choice, scale: str) -> dict[str, Any]:
    """Return {"data", "layout"}; people come first, for the others to be held against. `scale` is what was measured."""
    shown = [column for column in columns if column.level != "default"]
    references = {entry.pk for entry in people_by_set(entries).values()}
    # The same people printed twice would cover each other.
    distinct = [entry for entry in entries if not entry.is_human or entry.pk in references]
    lines = sorted(distinct, key=lambda entry: (not entry.is_human, entry.kind == Entry.Kind.PUBLISHED, entry.label))
    lines = lines[:MOST_NAMES]
    data = [
        _trace(entry, shown, choice, symbol, visible=i < MOST_LINES)
        for i, (entry, symbol) in enumerate(zip(lines, _symbols(lines), strict=True))
    ]
    is_value = choice.shown == "value"
    title = _("Score") if is_value else _("Change from default")
    return {
        "data": data,
        "layout": {
            **layout(data, [column.title for column in shown], title, () if is_value else (0,)),
            "heading": f"{scale}: {title}",
        },
    }


def _symbols(lines: list[Entry]) -> Iterator[str]:
    """Yield each line's mark: people are discs, baselines diamonds, and models take the shapes in turn."""
    shapes, baselines = cycle(SHAPES), cycle(BASELINES)
    for entry in lines:
        tone = _tone(entry)
        if tone == "base":
            yield next(baselines)
        else:
            shape = "circle" if tone == "human" else next(shapes)
            yield shape + (OPEN if entry.kind == Entry.Kind.PUBLISHED else "")


def _trace(entry: Entry, columns: list[Column], choice: Choice, symbol: str, visible: bool) -> dict[str, Any]:
    figures = [figure_of(entry, column.code, choice_of_figure(choice), None) for column in columns]
    halves = [figure.half for figure in figures]
    drawn = trace(
        entry.label,
        _tone(entry),
        symbol,
        [column.title for column in columns],
        [figure.number for figure in figures],
        (halves, halves),
        visible,
        "%{y:.1f}" if choice.shown == "value" else "%{y:+.1f}",
        group=str(entry.pk),  # names come again with other situations
    )
    return {**drawn, "mode": "lines+markers"} if entry.is_human else drawn


def _tone(entry: Entry) -> str:
    return "human" if entry.is_human else "base" if entry.kind == Entry.Kind.BASELINE else "model"


def choice_of_figure(choice: Choice) -> Choice:
    """A difference from people is seen in the figure itself, so it draws the changes."""
    shown = "value" if choice.shown == "value" else "change"
    return Choice(choice.subscale, shown, choice.emotion, choice.sort, choice.descending)
