"""What of a board is shown: which affect, which figure, which columns, in which order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.leaderboard.columns import EMOTIONS, OVERALL, POSITIVE_MARK, Column, factors_of
from apps.leaderboard.filters import EVERYTHING, ORDERS, Filters, is_descending, order_value, ordered
from apps.leaderboard.models import Board, Entry
from apps.studies.models import Subscale
from apps.studies.models.studies import DEFAULT

SHOWN = ("change", "value", "difference")
PREFERRED = ("negative", "overall")


@dataclass(frozen=True)
class Choice:
    """What the reader asked for; anything unknown falls back to the first of its kind."""

    subscale: str
    shown: str
    emotion: str
    sort: str
    descending: bool


@dataclass(frozen=True)
class Figure:
    """One figure as it stands in the table; `number` is None where there is none."""

    number: float | None
    direction: str
    half: float | None
    sd: float | None
    n: int | None
    missing: int | None
    p: float | None
    note: str
    tested: bool


@dataclass(frozen=True)
class Row:
    entry: Entry
    figures: list[Figure]


def read_choice(query: Mapping[str, str], subscales: list[Subscale], emotion: str = "") -> Choice:
    """Return what to show; `emotion` is shown where the reader chose none."""
    codes = [subscale.code for subscale in subscales]
    preferred = next((code for code in PREFERRED if code in codes), codes[0])
    shown = query.get("show", "")
    asked = query.get("emotion", "")
    return Choice(
        subscale=query["affect"] if query.get("affect") in codes else preferred,
        shown=shown if shown in SHOWN else SHOWN[0],
        emotion=asked if asked in {*EMOTIONS, "factors", "pleasant"} else emotion,
        sort=query.get("sort", ""),
        descending=is_descending(query.get("sort", ""), query),
    )


def only_emotion(board: Board) -> str:
    """Return the one emotion that a harder scale was asked about, so that its board opens on the factors."""
    found = {key.partition(".")[0] for entry in board.entry_set.all() for key in entry.values} & set(EMOTIONS)
    return found.pop() if len(found) == 1 else ""


def columns_of(choice: Choice) -> list[Column]:
    """Return default, the chosen emotion's factors (or the eight emotions, or all 36 factors), and their total."""
    first = Column(DEFAULT, _("Default"), "default")
    if choice.emotion == "pleasant":
        pleasant = [Column(emotion + POSITIVE_MARK, emotion.capitalize(), "emotion", emotion) for emotion in EMOTIONS]
        return [first, *pleasant, Column(OVERALL + POSITIVE_MARK, _("Overall"), "overall")]
    if choice.emotion == "factors":
        return [first, *(column for emotion in EMOTIONS for column in factors_of(emotion))]
    if choice.emotion:
        whole = Column(choice.emotion, _("All of them"), "emotion", choice.emotion)
        return [first, *factors_of(choice.emotion), whole]
    emotions = [Column(emotion, emotion.capitalize(), "emotion", emotion) for emotion in EMOTIONS]
    return [first, *emotions, Column(OVERALL, _("Overall"), "overall")]


def rows_of(board: Board, choice: Choice, filters: Filters = EVERYTHING) -> list[Row]:
    """Return the lines that are asked for, people first, then in the order asked for; those without it last."""
    columns = columns_of(choice)
    entries = list(board.entry_set.all())
    people = people_by_set(entries)
    rows = [
        Row(entry, [figure_of(entry, column.code, choice, people.get(entry.vignettes)) for column in columns])
        for entry in entries
        if filters.keeps(entry)
    ]
    rows = [row for row in rows if any(figure.number is not None for figure in row.figures)]
    if choice.sort in ORDERS:
        return ordered(rows, _entry, lambda row: order_value(row.entry, choice.sort), choice.descending)
    place = next((i for i, column in enumerate(columns) if column.code == choice.sort), len(columns) - 1)
    return ordered(rows, _entry, lambda row: row.figures[place].number, choice.descending)


def _entry(row: Row) -> Entry:
    return row.entry


def people_by_set(entries: list[Entry]) -> dict[str, Entry]:
    """Return each vignette set's measured people; printed people stand in where there are no others."""
    chosen: dict[str, Entry] = {}
    for entry in entries:
        if entry.is_human and (entry.kind == Entry.Kind.HUMAN or entry.vignettes not in chosen):
            held = chosen.get(entry.vignettes)
            if held is None or held.kind != Entry.Kind.HUMAN or (entry.n or 0) > (held.n or 0):
                chosen[entry.vignettes] = entry
    return chosen


def figure_of(entry: Entry, column: str, choice: Choice, people: Entry | None) -> Figure:
    cell: dict[str, Any] = entry.values.get(f"{column}.{choice.subscale}") or {}
    if column == DEFAULT or choice.shown == "value":
        return _plain(cell, cell.get("mean"))
    if choice.shown == "change":
        return _changed(cell)
    other: dict[str, Any] = (people.values.get(f"{column}.{choice.subscale}") or {}) if people else {}
    return _difference(cell, other)


def _plain(cell: dict[str, Any], number: float | None) -> Figure:
    return Figure(
        number, "", None, cell.get("sd"), cell.get("n"), cell.get("missing"), None, cell.get("note", ""), False
    )


def _changed(cell: dict[str, Any]) -> Figure:
    tested = (
        cell.get("test") is not None
        or (cell.get("direction") or "none") != "none"
        or (cell.get("change") is not None and cell.get("n") is None and not cell.get("note"))
    )
    return Figure(
        cell.get("change"),
        cell.get("direction") or "none",
        half_width(cell),
        None,
        cell.get("n"),
        cell.get("missing"),
        cell.get("p"),
        cell.get("note", ""),
        tested,
    )


def _difference(cell: dict[str, Any], people: dict[str, Any]) -> Figure:
    """The line's change less people's change in the same set; half widths add in quadrature."""
    mine, theirs = cell.get("change"), people.get("change")
    number = None if mine is None or theirs is None else mine - theirs
    halves = (half_width(cell), half_width(people))
    half = math.hypot(*halves) if None not in halves else None  # type: ignore[arg-type]
    return Figure(number, "", half, None, cell.get("n"), cell.get("missing"), None, cell.get("note", ""), False)


def half_width(cell: dict[str, Any]) -> float | None:
    interval = cell.get("ci")
    return (interval[1] - interval[0]) / 2 if interval else None
