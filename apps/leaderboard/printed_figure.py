"""The figure of a printed table, from the rows that the page shows, with SD where the table prints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import cycle
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.leaderboard.plot import MOST_LINES, Arms, layout, trace
from apps.leaderboard.printed_table import Row, Table
from apps.leaderboard.shapes import BASELINES, OPEN, SHAPES

TONES = {"human": "human", "model": "model", "baseline": "base"}
NAMES = {"human": gettext_lazy("People"), "model": gettext_lazy("Models"), "baseline": gettext_lazy("Baselines")}
# With fewer columns than this, the table's lines go down the figure and its columns are the marks.
ENOUGH = 4


def figure(head: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Return {"data", "layout"}; `left_out` are columns of other scales than most."""
    columns = _alike(head["columns"])
    rows = [row for group in table.groups for row in group.rows]
    left_out = [column["title"] for column in head["columns"] if column not in columns]
    titles = [column["title"] for column in columns]
    told = titles[0] if len(titles) == 1 else head["title"]
    axis = f"{told}, {head['unit']}" if head["unit"] else told
    common = {"heading": f"{head['table']}: {head['title']}", "left_out": left_out}
    if len(columns) >= ENOUGH or len(rows) <= len(columns):
        data = _by_column(columns, rows)
        return {"data": data, "layout": {**layout(data, titles, axis), **common}}
    data = _by_line(columns, rows)
    anchor = _people(columns, rows)
    place = {} if anchor is None else {"reference": anchor, "reference_text": _("people")}
    return {"data": data, "layout": {**layout(data, [row.entry.label for row in rows], axis), **common, **place}}


def _alike(columns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of the commonest scale; of equally common ones the first."""
    counted = Counter((column["low"], column["high"]) for column in columns)
    chosen = counted.most_common(1)[0][0]
    return [column for column in columns if (column["low"], column["high"]) == chosen]


def _by_column(columns: list[dict[str, Any]], rows: list[Row]) -> list[dict[str, Any]]:
    """Draw each line of the table as marks over its columns."""
    shapes, baselines = cycle([*SHAPES, *(shape + OPEN for shape in SHAPES)]), cycle(BASELINES)
    data = []
    for i, row in enumerate(rows):
        symbol = "circle" if row.row == "human" else next(baselines if row.row == "baseline" else shapes)
        values, spread = _numbers(row, [column["code"] for column in columns])
        titles = [column["title"] for column in columns]
        arms = (spread, spread)
        visible, name = i < MOST_LINES, row.entry.label
        data.append(trace(name, TONES[row.row], symbol, titles, values, arms, visible, "%{y}", str(row.entry.pk)))
    return data


def _by_line(columns: list[dict[str, Any]], rows: list[Row]) -> list[dict[str, Any]]:
    """Draw each column as marks over the lines of the table, people's and models' in their own colours."""
    labels, is_one = [row.entry.label for row in rows], len(columns) == 1
    data = []
    for i, column in enumerate(columns):
        for kind in [kind for kind in NAMES if any(row.row == kind for row in rows)]:
            found = [_numbers(row, [column["code"]]) if row.row == kind else ([None], [None]) for row in rows]
            values, spread = [value for [value], _sd in found], [sd for _value, [sd] in found]
            name = (
                NAMES[kind] if is_one else column["title"] if kind == "model" else f"{column['title']}, {NAMES[kind]}"
            )
            symbol = {"human": "circle", "baseline": "diamond-open"}.get(kind, "square") if is_one else SHAPES[i]
            data.append(
                trace(str(name), TONES[kind], symbol, labels, values, (spread, spread), True, "%{y}", column["code"])
            )
    return data


def _numbers(row: Row, codes: list[str]) -> tuple[Arms, Arms]:
    """Return the row's printed numbers and their SDs."""
    cells: list[dict[str, Any]] = [row.entry.values.get(code) or {} for code in codes]
    return [cell.get("value") for cell in cells], [cell.get("sd") for cell in cells]


def _people(columns: list[dict[str, Any]], rows: list[Row]) -> float | None:
    """Return the number that all others are held against, where there is one column and one kind of people."""
    people = [row for row in rows if row.row == "human"]
    if len(columns) > 1 or len(people) != 1:
        return None
    return _numbers(people[0], [columns[0]["code"]])[0][0]
