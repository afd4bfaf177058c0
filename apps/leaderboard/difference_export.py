"""The differences from people as programs read them: the same figures as on the page."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any, TextIO

from apps.leaderboard.differences import Choice, Difference, Row, Table

HEADER = (
    "board", "vignettes", "people", "label", "kind", "rms", "rms_low", "rms_high", "best_rank", "worst_rank",
    "condition", "subscale", "difference", "low", "high", "n", "n_people", "state",
)  # fmt: skip


def write_csv(slug: str, choice: Choice, tables: list[Table], out: TextIO) -> None:
    """Write one row per line and column; an unknown number is an empty field."""
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for table in tables:
        for row in table.rows:
            head = [slug, choice.vignettes, table.people.label, row.entry.label, row.entry.kind, *_close(row).values()]
            for place, figure in zip(table.places, row.figures, strict=True):
                cells = [*head, place.column.code, place.subscale.code, *_flat(figure).values()]
                writer.writerow(["" if cell is None else cell for cell in cells])


def as_json(slug: str, choice: Choice, tables: list[Table]) -> dict[str, Any]:
    return {
        "board": slug,
        "vignettes": choice.vignettes,
        "tables": [
            {
                "printed": table.printed,
                "people": table.people.label,
                "columns": [place.key for place in table.places],
                "factors": table.asked,
                "shared": table.shared,
                "lines": list(_lines(table)),
            }
            for table in tables
        ],
    }


def _lines(table: Table) -> Iterator[dict[str, Any]]:
    for row in table.rows:
        figures = zip(table.places, row.figures, strict=True)
        values = {place.key: _flat(figure) for place, figure in figures}
        yield {"label": row.entry.label, "kind": row.entry.kind, **_close(row), "values": values}


def _close(row: Row) -> dict[str, float | None]:
    close = row.closeness
    if close is None:
        return dict.fromkeys(("rms", "rms_low", "rms_high", "best", "worst"))
    low, high = (close.ci.low, close.ci.high) if close.ci else (None, None)
    return {"rms": close.rms, "rms_low": low, "rms_high": high, "best": close.best, "worst": close.worst}


def _flat(figure: Difference) -> dict[str, float | str | None]:
    interval = figure.figure.ci if figure.figure else None
    return {
        "difference": figure.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "n": figure.n,
        "n_people": figure.people,
        "state": figure.state,
    }
