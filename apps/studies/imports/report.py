"""What was read and what was skipped, file by file, for the person who typed the command."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from apps.studies.imports.errors import listed, printable

MOST_NAMES = 12


@dataclass
class Report:
    """`counts` maps a thing to how many were written ("responses"); `state` says how the file stood to the database."""

    path: Path
    what: str
    state: str = "imported"
    counts: dict[str, int] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def skip(self, count: int, thing: str, why: str, names: tuple[str, ...]) -> None:
        """Note so many skipped things, why and which; nothing when there are none."""
        if count:
            self.skipped.append(f"{count} {plural(thing, count)} {why}: {listed(list(names), MOST_NAMES)}")

    @property
    def lines(self) -> list[str]:
        counts = ", ".join(f"{count} {plural(thing, count)}" for thing, count in self.counts.items())
        return [
            f"{printable(self.path.name)}: {self.what}, {self.state}",
            *([f"  read: {counts}"] if counts else []),
            *(f"  skipped: {line}" for line in self.skipped),
            *(f"  note: {line}" for line in self.notes),
        ]


def plural(thing: str, count: int) -> str:
    if count == 1:
        return thing
    return {"person": "people"}.get(thing, f"{thing}s")
