"""One printed table as it stands on the page: people first, headings as printed, notes as footnotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.leaderboard.filters import ORDERS, order_value, ordered
from apps.leaderboard.models import Board, Entry

BETTER = {
    "human": gettext_lazy("closer to people is better"),
    "higher": gettext_lazy("higher is better"),
    "lower": gettext_lazy("lower is better"),
    "none": gettext_lazy("neither high nor low is better"),
}
ROWS = {"human": gettext_lazy("people"), "model": gettext_lazy("model"), "baseline": gettext_lazy("baseline")}
# A note no longer than this stands in its cell, a longer one under the table.
SHORT = 16


@dataclass(frozen=True)
class Column:
    code: str
    title: str
    better: str
    scale: str


@dataclass(frozen=True)
class Figure:
    """`text` is empty where nothing is printed; `footnote` is the number of a note under the table."""

    text: str
    sd: str
    n: str
    note: str
    footnote: int | None


@dataclass(frozen=True)
class Row:
    """`row` is human, model or baseline; `n` and footnote are said here where they hold for the whole row."""

    entry: Entry
    row: str
    kind: str
    figures: list[Figure]
    n: str
    footnote: int | None


@dataclass(frozen=True)
class Group:
    title: str
    rows: list[Row]


@dataclass(frozen=True)
class Table:
    """`better` and `scale` are said once where all columns share them, else each column says its own."""

    columns: list[Column]
    better: str
    scale: str
    groups: list[Group]
    notes: list[str]


def read_choice(query: Mapping[str, str], board: Board) -> dict[str, Any]:
    """Return the head of the table that the reader chose, else of the first."""
    tables: list[dict[str, Any]] = board.about["tables"]
    return next((table for table in tables if table["code"] == query.get("table")), tables[0])


def sorted_lines(entries: list[Entry], head: Mapping[str, Any], sort: str, descending: bool) -> list[Entry]:
    """Return the lines by one of the table's columns or by what they are, people first; else as they are printed."""
    if sort in ORDERS:
        return ordered(entries, lambda entry: entry, lambda entry: order_value(entry, sort), descending)
    if sort in {column["code"] for column in head["columns"]}:
        return ordered(
            entries, lambda entry: entry, lambda entry: (entry.values.get(sort) or {}).get("value"), descending
        )
    return entries


def table_of(head: Mapping[str, Any], entries: Iterable[Entry], in_groups: bool = True) -> Table:
    """Lay out the lines of one table; `entries` come in the order they are shown in."""
    columns = [
        Column(column["code"], column["title"], str(BETTER[column["better"]]), _scale(column["low"], column["high"]))
        for column in head["columns"]
    ]
    codes = [column["code"] for column in head["columns"]]
    entries = sorted(entries, key=lambda entry: not entry.is_human)
    places = {code: _decimals(entries, code) for code in codes}
    notes: list[str] = []
    rows = [_row(entry, places, notes) for entry in entries]
    groups = [Group(title, list(found)) for title, found in groupby(rows, key=_heading if in_groups else _none)]
    better, scale = {column.better for column in columns}, {column.scale for column in columns}
    return Table(
        columns=columns,
        better=better.pop() if len(better) == 1 else "",
        scale=scale.pop() if len(scale) == 1 else "",
        groups=groups,
        notes=notes,
    )


def _heading(row: Row) -> str:
    """People stand above every heading."""
    return "" if row.entry.is_human else row.entry.provenance["group"]


def _none(_row: Row) -> str:
    return ""


def _row(entry: Entry, places: Mapping[str, int], notes: list[str]) -> Row:
    """`notes` collects the notes under the table; one that holds for every cell of a row is said once."""
    row = entry.provenance["row"]
    cells: list[dict[str, Any]] = [entry.values.get(code) or {} for code in places]
    note, size = (
        _shared(cell.get("note") for cell in cells),
        _shared(cell.get("n") for cell in cells if cell.get("value") is not None),
    )
    note = note if note and len(note) > SHORT else None
    own = [{**cell, **({"note": ""} if note else {}), **({"n": None} if size else {})} for cell in cells]
    figures = [_figure(cell, place, notes) for cell, place in zip(own, places.values(), strict=True)]
    return Row(entry, row, str(ROWS[row]), figures, _text(size, 0), _footnote(note, notes))


def _shared(values: Iterable[Any]) -> Any:
    """Return what is the same in all of them, else None."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _figure(cell: Mapping[str, Any], places: int, notes: list[str]) -> Figure:
    note = cell.get("note", "")
    is_short = len(note) <= SHORT
    return Figure(
        text=_text(cell.get("value"), places),
        sd=_text(cell.get("sd"), places),
        n=_text(cell.get("n"), 0),
        note=note if is_short else "",
        footnote=_footnote("" if is_short else note, notes),
    )


def _footnote(note: str | None, notes: list[str]) -> int | None:
    """Return the note's number from 1; the same words have one number."""
    if not note:
        return None
    if note not in notes:
        notes.append(note)
    return notes.index(note) + 1


def _scale(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": f"{low:g}", "high": f"{high:g}"}


def _decimals(entries: Iterable[Entry], code: str) -> int:
    """Return how many decimals a column is printed with: JSON drops a last zero, the table does not."""
    cells = [entry.values.get(code) or {} for entry in entries]
    numbers = [cell.get(field) for cell in cells for field in ("value", "sd") if cell.get(field) is not None]
    exact = [Decimal(repr(number)).normalize().as_tuple().exponent for number in numbers]
    return max([-int(exponent) for exponent in exact], default=0) if any(int(one) < 0 for one in exact) else 0


def _text(number: float | None, places: int) -> str:
    return "" if number is None else f"{number:,.{places}f}".replace("-", "−")
