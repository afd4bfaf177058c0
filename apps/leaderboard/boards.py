"""Building boards. A board is rebuilt whole, and only when something it is computed from changed."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Sum
from django.utils import timezone

from apps.benchmarks.files import canonical_sha256
from apps.leaderboard import echo, echo_published, emotion, pictures, printed, printed_export, published
from apps.leaderboard.board_files import BoardFile, board_path, load_boards
from apps.leaderboard.columns import column_codes
from apps.leaderboard.home import latest_of
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.origin import studies_over
from apps.studies.models import Instrument, Norm, Provenance, Score, Sitting, Study

BENCHMARKS = ("emotionbench", "refusal", "echo")


def board_slug(instrument: Instrument) -> str:
    """PANAS is the emotion board; a harder scale has a board beside it, emotion-agq; others their own."""
    if instrument.benchmark != "emotionbench":
        return instrument.slug
    return "emotion" if instrument.slug == "panas" else f"emotion-{instrument.slug}"


def board_title(instrument: Instrument, file: BoardFile | None) -> str:
    if file is None:
        return instrument.title
    return file.title if file.instrument == instrument.slug else f"{file.title}: {instrument.slug.upper()}"


def file_of(instrument: Instrument, files: dict[str, BoardFile]) -> BoardFile | None:
    """Return the board file of an instrument; the harder scales are described by that of PANAS."""
    named = {file.instrument: file for file in files.values() if file.instrument}
    return named.get("panas" if instrument.benchmark == "emotionbench" else instrument.slug)


def refresh_boards() -> list[str]:
    """Rebuild the boards whose scores, norms, printed figures or files changed; return their slugs."""
    files = load_boards()
    newest: dict[str, Instrument] = {}
    for instrument in Instrument.objects.filter(benchmark__in=BENCHMARKS).order_by("pk"):
        newest[instrument.slug] = instrument
    asked = [board_slug(one) for one in newest.values() if _refresh(one, file_of(one, files))]
    papers = [file for file in files.values() if not file.instrument]
    Board.objects.filter(instrument=None).exclude(slug__in=[file.slug for file in papers]).delete()
    return [*asked, *(file.slug for file in papers if _refresh_printed(file))]


def _refresh(instrument: Instrument, file: BoardFile | None) -> bool:
    slug, now = board_slug(instrument), fingerprint(instrument, file)
    if Board.objects.filter(slug=slug, fingerprint=now).exists():
        return False
    lines = _lines(instrument)
    pictured = file if file and file.instrument == instrument.slug else None
    fields = {
        "title": board_title(instrument, file),
        "place": file.place if file else 0,
        "about": file.about() if file else {},
        "picture": pictures.picture_of(pictured, lines) if pictured else {},
        "instrument": instrument,
        "fingerprint": now,
    }
    _replace(slug, fields, lines)
    return True


def _refresh_printed(file: BoardFile) -> bool:
    """Rebuild a board of printed tables; all there is to it stands in its two files."""
    now = canonical_sha256({**_hashes(board_path(file.slug), printed.printed_path(file.published)), "layout": 1})
    if Board.objects.filter(slug=file.slug, fingerprint=now).exists():
        return False
    tables = printed.load_printed(file)
    lines = list(printed.entries(tables))
    fields = {
        "title": file.title,
        "place": file.place,
        "about": {**file.about(), "source": tables.source, "tables": [table.head() for table in tables.tables]},
        "picture": pictures.picture_of(file, lines),
        "instrument": None,
        "fingerprint": now,
    }
    _replace(file.slug, fields, lines)
    return True


def _replace(slug: str, fields: dict[str, Any], lines: list[Entry]) -> None:
    """Put the lines in place of the board's old ones; a line of as many answers keeps its date."""
    now = timezone.now()
    with transaction.atomic():
        board, _new = Board.objects.update_or_create(slug=slug, defaults={**fields, "computed_at": now})
        before = {_identity(old): old for old in board.entry_set.all()}
        board.entry_set.all().delete()
        if board.instrument:
            _keep_addresses(before, lines)
        for line in lines:
            line.board, line.changed_at = board, _date(before.get(_identity(line)), line) or now
        Entry.objects.bulk_create(lines)
        if board.picture:
            board.picture["latest"] = latest_of(board.picture, lines)
            board.save(update_fields=["picture"])


def _identity(line: Entry) -> tuple[Any, ...]:
    """What makes a line of this rebuild the same as one of the last: who, and where."""
    told = [line.provenance.get(key) for key in ("study", "judge", "judges", "total", "table", "group")]
    origin = line.provenance.get("origin") or {}  # two respondents may have one label
    return (line.label, line.kind, line.vignettes, *told, origin.get("respondent"), origin.get("judge"))


def _keep_addresses(before: dict[tuple[Any, ...], Entry], lines: list[Entry]) -> None:
    """Give each line its old number, that links to it hold. Rows of printed tables are numbered as they stand there."""
    numbers = {identity: old.pk for identity, old in before.items()}
    for line in lines:
        line.pk = numbers.pop(_identity(line), None)


def _date(old: Entry | None, line: Entry) -> datetime | None:
    """Return when its number of answers last changed; None for a line that is new, or has another number now."""
    return old.changed_at if old and (old.n, old.n_missing) == (line.n, line.n_missing) else None


def _hashes(*paths: Path) -> dict[str, str]:
    return {f"{path.parent.name}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def _lines(instrument: Instrument) -> list[Entry]:
    if instrument.benchmark == "echo":
        return [*echo.entries(instrument), *echo_published.entries()]
    return [*emotion.entries(instrument), *published.entries(instrument)]


def fingerprint(instrument: Instrument, file: BoardFile | None) -> str:
    """Return a hash that changes whenever the board's figures could."""
    tables = echo_published if instrument.benchmark == "echo" else published
    studies = Study.objects.filter(instrument=instrument).order_by("pk")
    timed = Sitting.objects.filter(study__in=studies).aggregate(n=Count("completed_at"))
    state: dict[str, Any] = {
        "timed": timed["n"],  # times go after the retention date
        "over": list(studies_over(studies).values_list("pk", flat=True)),
        "studies": [list(row) for row in studies.values_list("pk", "title", "is_rehearsal", "parameters")],
        "shown": list(echo.shown_studies(instrument).values_list("pk", flat=True)),
        "scores": _count(Score.objects.filter(subscale__instrument=instrument)),
        "excluded": _count(Sitting.objects.filter(study__instrument=instrument, state=Sitting.State.EXCLUDED)),
        "made": [*_count(Provenance.objects.filter(study__in=studies)), _completions(studies)],
        "norms": _count(Norm.objects.filter(subscale__instrument=instrument)),
        "files": _hashes(tables.published_path(), *([board_path(file.slug)] if file else [])),
        "alpha": settings.ALPHA,
        "layout": 9,
    }
    return canonical_sha256(state)


def _completions(studies: Any) -> int:
    counted: int | None = Provenance.objects.filter(study__in=studies).aggregate(n=Sum("completions"))["n"]
    return counted or 0


def _count(rows: Any) -> list[int]:
    found = rows.aggregate(count=Count("pk"), last=Max("pk"))
    return [found["count"], found["last"] or 0]


def board_json(board: Board) -> dict[str, Any]:
    """Return the board in the shape that programs may rely on (docs/boards.md)."""
    shape: dict[str, Any] = {
        "board": board.slug,
        "columns": printed_export.column_codes(board) if board.instrument is None else column_codes(board.instrument),
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
    if board.instrument is None:
        shape |= {"source": board.about["source"], "tables": board.about["tables"]}
    return shape
