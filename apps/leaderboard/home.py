"""What was measured here last, for the first page. It is kept with each board's picture, whose figure it shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.leaderboard.models import Board, Entry
from apps.leaderboard.pictures import mark_of

MOST = 5
MEASURED = (Entry.Kind.HUMAN, Entry.Kind.MEASURED)


@dataclass(frozen=True)
class Line:
    """One line of people or of a model; `value` is the figure that its board's picture shows."""

    board: Board
    pk: int
    label: str
    kind: str
    value: float
    n: int
    date: datetime


def latest_of(picture: dict[str, Any], entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return a board's lines that changed last, ready to be kept as JSON; `entries` are saved."""
    found = []
    for entry in sorted(entries, key=lambda entry: (entry.changed_at, entry.pk), reverse=True):
        mark = mark_of(entry, picture) if entry.kind in MEASURED else None
        if mark:
            told = {"pk": entry.pk, "label": mark.label, "kind": mark.kind, "value": mark.value, "n": entry.n}
            found.append({**told, "date": entry.changed_at.isoformat()})
    return found[:MOST]


def latest_lines(boards: Iterable[Board]) -> list[Line]:
    """Return the lines of people and models that took a study here, of all boards, the newest first."""
    lines = [
        Line(**{**kept, "board": board, "date": datetime.fromisoformat(kept["date"])})
        for board in boards
        for kept in board.picture.get("latest", [])
    ]
    return sorted(lines, key=lambda line: line.date, reverse=True)[:MOST]
