"""A board of printed tables as a flat CSV: one row per printed cell."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO

from apps.leaderboard.models import Board

FIELDS = ("value", "sd", "n", "note")
HEADER = ("board", "label", "kind", "row", "table", "group", "column", *FIELDS)


def write_csv(board: Board, out: TextIO) -> None:
    """Write the header and every cell; an unknown number is an empty field."""
    writer = csv.writer(out)
    writer.writerow(HEADER)
    writer.writerows(_rows(board))


def _rows(board: Board) -> Iterator[list[object]]:
    columns = {table["code"]: [one["code"] for one in table["columns"]] for table in board.about["tables"]}
    for entry in board.entry_set.order_by("pk"):
        told = entry.provenance
        for column in columns[told["code"]]:
            cell = entry.values.get(column)
            if cell is None:
                continue
            figures = ["" if cell[name] is None else cell[name] for name in FIELDS]
            yield [board.slug, entry.label, entry.kind, told["row"], told["table"], told["group"], column, *figures]


def column_codes(board: Board) -> list[str]:
    """Return the columns of all tables, each code once."""
    return list(dict.fromkeys(column["code"] for table in board.about["tables"] for column in table["columns"]))
