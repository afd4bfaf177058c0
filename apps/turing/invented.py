"""Our invented persons, for rehearsals: which of them a study has not got yet."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from apps.benchmarks.echo.people import load_person
from apps.turing.phases_page import Row


def folder() -> Path:
    return Path(settings.FIXTURES) / "personas"


def paths() -> list[Path]:
    return sorted(folder().glob("*.json"))


def names_left(rows: list[Row]) -> dict[str, str]:
    """Return file name to name of those who are not in the study."""
    here = {row.persona.name for row in rows if row.persona.is_invented}
    everybody = {path.stem: load_person(path).name for path in paths()}
    return {stem: name for stem, name in everybody.items() if name not in here}


def file_of(stem: str) -> Path:
    return folder() / f"{stem}.json"
