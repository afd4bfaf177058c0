"""What can go wrong with an import. Each message is one sentence for the person who typed the command.

ImportFailed
├── UnreadableFile   the file is not what it should be
└── Conflict         the file is sound, and the database holds something that it contradicts
"""

from __future__ import annotations

from pathlib import Path


class ImportFailed(ValueError):
    """Nothing was written; the message says why."""


class UnreadableFile(ImportFailed):
    """Names the file, the place in it, what was expected there and what was found."""

    def __init__(self, path: Path, place: str, *, expected: str, found: str) -> None:
        parts = [printable(str(path)), *([place] if place else []), f"expected {expected}, found {found}"]
        super().__init__(": ".join(parts))


class Conflict(ImportFailed):
    """Names the file and what in the database stands against it."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{printable(str(path))}: {why}")


def printable(text: str) -> str:
    """Return text that every terminal takes: a file name may hold bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def quoted(value: object) -> str:
    """Return a found value for a message, cut to a length that can be read."""
    text = " ".join(printable(str(value)).split())
    return f'"{text[:57]}..."' if len(text) > 60 else f'"{text}"'


def listed(names: list[str], most: int = 8) -> str:
    """Return names for a message: the first ones, and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
