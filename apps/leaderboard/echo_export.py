"""The ECHO board as a flat CSV: one row per line, group of conditions and question type."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO

from apps.leaderboard.models import Board

FIELDS = ("value", "n", "missing", "judges", "persons", "ci_low", "ci_high", "p", "equivalence_p", "note")
HEADER = ("board", "label", "kind", "study", "judge", "condition", "subscale", *FIELDS)


def write_csv(board: Board, out: TextIO) -> None:
    """Write the header and every rate, in percent; an unknown number is an empty field."""
    writer = csv.writer(out)
    writer.writerow(HEADER)
    writer.writerows(_rows(board))


def _rows(board: Board) -> Iterator[list[object]]:
    for entry in board.entry_set.all():
        study, judge = entry.provenance.get("study", ""), entry.provenance["judge"]
        for key, cell in entry.values.items():
            condition, _dot, subscale = key.rpartition(".")
            low, high = cell["ci"] or ("", "")
            flat = {**cell, "ci_low": low, "ci_high": high}
            figures = ["" if flat[name] is None else flat[name] for name in FIELDS]
            yield [board.slug, entry.label, entry.kind, study, judge, condition, subscale, *figures]
