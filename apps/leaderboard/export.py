"""A board as a flat CSV: one row per line and condition, nothing to reshape."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TextIO

from apps.leaderboard import echo_export, printed_export
from apps.leaderboard.models import Board

FIELDS = (
    "mean", "sd", "n", "missing", "change", "test", "p", "direction",
    "ci_low", "ci_high", "effect", "effect_low", "effect_high", "note",
)  # fmt: skip
HEADER = ("board", "label", "kind", "vignettes", "condition", "subscale", *FIELDS)


def write_csv(board: Board, out: TextIO) -> None:
    """Write the header and every figure; an unknown number is an empty field."""
    if board.instrument is None:
        return printed_export.write_csv(board, out)
    if board.instrument.benchmark == "echo":
        return echo_export.write_csv(board, out)
    writer = csv.writer(out)
    writer.writerow(HEADER)
    writer.writerows(_rows(board))


def _rows(board: Board) -> Iterator[list[object]]:
    for entry in board.entry_set.all():
        for key, cell in entry.values.items():
            condition, _dot, subscale = key.rpartition(".")
            low, high = cell["ci"] or ("", "")
            effect_low, effect_high = cell["effect_ci"] or ("", "")
            flat = {**cell, "ci_low": low, "ci_high": high, "effect_low": effect_low, "effect_high": effect_high}
            figures = ["" if flat[name] is None else flat[name] for name in FIELDS]
            yield [board.slug, entry.label, entry.kind, entry.vignettes, condition, subscale, *figures]
