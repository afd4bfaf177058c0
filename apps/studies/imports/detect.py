"""Which kind of file it is, by what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from apps.studies.imports import situations
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import first_row, parse_csv, parse_json, read_bytes, read_text

ZIP = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"


class Kind(Enum):
    QUESTIONNAIRES = "questionnaires"
    SITUATIONS_JSON = "situations (JSON)"
    SITUATIONS_CSV = "situations (CSV)"
    RESULTS = "answers of a model"
    CROWD = "answers of people"
    MEANS = "means of models"


@dataclass(frozen=True)
class Found:
    """A file with its kind and its content: rows of a CSV, parsed JSON, or the bytes of a workbook."""

    path: Path
    kind: Kind
    content: Any


def detect(path: Path) -> Found:
    """Return what the file is; raise UnreadableFile when it is nothing that can be imported."""
    content = read_bytes(path)
    if content.startswith(ZIP):
        return Found(path, Kind.CROWD, content)
    if content.startswith(OLD_EXCEL):
        raise UnreadableFile(path, "", expected="a workbook (.xlsx)", found="an old one; save it as .xlsx")
    text = read_text(path, content)
    if text.lstrip()[:1] in {"{", "["}:
        parsed = parse_json(path, text)
        return Found(path, _json_kind(path, parsed), parsed)
    kind = _csv_kind(path, first_row(path, text))
    rows = parse_csv(path, text)
    if kind is Kind.RESULTS and rows[-1][-1] == "" and not text.endswith(("\n", "\r")):
        # An empty cell is an answer that was not given, so a cut must not look like one.
        place, found = f"row {len(rows)}", "the file's end after a comma"
        raise UnreadableFile(path, place, expected="a cell or the line's end", found=found)
    return Found(path, kind, rows)


def _json_kind(path: Path, parsed: Any) -> Kind:
    if isinstance(parsed, dict) and "emotions" in parsed:
        return Kind.SITUATIONS_JSON
    if isinstance(parsed, list) and parsed and all(isinstance(one, dict) and "questions" in one for one in parsed):
        return Kind.QUESTIONNAIRES
    values = list(parsed.values()) if isinstance(parsed, dict) else []
    if values and all(isinstance(value, dict) for value in values):
        return Kind.MEANS
    expected = 'situations ("emotions"), questionnaires ("questions") or the leaderboard\'s means ("Control")'
    if values and all(isinstance(value, list) for value in values):
        raise UnreadableFile(path, "", expected=expected, found="lists of names; the leaderboard's means are data.json")
    keys = listed([quoted(key) for key in parsed], 4) if isinstance(parsed, dict) else "a list of something else"
    raise UnreadableFile(path, "", expected=expected, found=keys or "nothing in it")


def _csv_kind(path: Path, header: list[str]) -> Kind:
    names = [name.strip() for name in header]
    if any(name.startswith(("question-", "order-")) for name in names):
        return Kind.RESULTS
    if any(situations.COLUMN.fullmatch(name) for name in names):
        return Kind.SITUATIONS_CSV
    expected = 'columns such as "question-0" (answers of a model) or "Anger-0" (situations)'
    raise UnreadableFile(
        path, "row 1", expected=expected, found=listed([quoted(name) for name in names], 3) or "nothing"
    )
