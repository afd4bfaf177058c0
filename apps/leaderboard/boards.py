"""Building boards. A board is rebuilt whole, and only when something it is computed from changed."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from apps.benchmarks.files import canonical_sha256
from apps.leaderboard import echo, echo_published, emotion, published
from apps.leaderboard.columns import column_codes
from apps.leaderboard.models import Board, Entry
from apps.studies.models import Instrument, Norm, Score, Sitting, Study

BENCHMARKS = ("emotionbench", "refusal", "echo")


def board_slug(instrument: Instrument) -> str:
    """PANAS is the emotion board; a harder scale has a board beside it, emotion-agq; others their own."""
    if instrument.benchmark != "emotionbench":
        return instrument.slug
    return "emotion" if instrument.slug == "panas" else f"emotion-{instrument.slug}"


def board_title(instrument: Instrument) -> str:
    if instrument.benchmark != "emotionbench":
        return instrument.title
    return "Emotion" if instrument.slug == "panas" else f"Emotion: {instrument.slug.upper()}"


def refresh_boards() -> list[str]:
    """Rebuild the boards whose scores, norms or printed figures changed; return their slugs."""
    newest: dict[str, Instrument] = {}
    for instrument in Instrument.objects.filter(benchmark__in=BENCHMARKS).order_by("pk"):
        newest[instrument.slug] = instrument
    return [board_slug(instrument) for instrument in newest.values() if _refresh(instrument)]


def _refresh(instrument: Instrument) -> bool:
    slug, now = board_slug(instrument), fingerprint(instrument)
    board = Board.objects.filter(slug=slug).first()
    if board and board.fingerprint == now:
        return False
    lines = _lines(instrument)
    with transaction.atomic():
        board, _new = Board.objects.update_or_create(
            slug=slug,
            defaults={
                "title": board_title(instrument),
                "instrument": instrument,
                "fingerprint": now,
                "computed_at": timezone.now(),
            },
        )
        board.entry_set.all().delete()
        for line in lines:
            line.board = board
        Entry.objects.bulk_create(lines)
    return True


def _lines(instrument: Instrument) -> list[Entry]:
    if instrument.benchmark == "echo":
        return [*echo.entries(instrument), *echo_published.entries()]
    return [*emotion.entries(instrument), *published.entries(instrument)]


def fingerprint(instrument: Instrument) -> str:
    """Return a hash that changes whenever the board's figures could."""
    printed = echo_published if instrument.benchmark == "echo" else published
    studies = Study.objects.filter(instrument=instrument).order_by("pk")
    state: dict[str, Any] = {
        "studies": [list(row) for row in studies.values_list("pk", "title", "is_rehearsal", "parameters")],
        "scores": _count(Score.objects.filter(subscale__instrument=instrument)),
        "excluded": _count(Sitting.objects.filter(study__instrument=instrument, state=Sitting.State.EXCLUDED)),
        "norms": _count(Norm.objects.filter(subscale__instrument=instrument)),
        "printed": hashlib.sha256(printed.published_path().read_bytes()).hexdigest(),
        "alpha": settings.ALPHA,
        "layout": 5,
    }
    return canonical_sha256(state)


def _count(rows: Any) -> list[int]:
    found = rows.aggregate(count=Count("pk"), last=Max("pk"))
    return [found["count"], found["last"] or 0]


def board_json(board: Board) -> dict[str, Any]:
    """Return the board in the shape that programs may rely on (docs/boards.md)."""
    return {
        "board": board.slug,
        "columns": column_codes(board.instrument),
        "entries": [
            {
                "label": entry.label,
                "kind": entry.kind,
                "human": entry.is_human,
                "vignettes": entry.vignettes,
                "n": entry.n,
                "missing": entry.n_missing,
                "values": entry.values,
                "provenance": entry.provenance,
            }
            for entry in board.entry_set.all()
        ],
    }
