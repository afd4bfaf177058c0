"""A board's result in a few rows, small enough for the first page; drawn by the server, without a script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from apps.leaderboard.board_files import BoardFile
from apps.leaderboard.models import Entry

HUMAN, MODEL, BASELINE = "human", "model", "baseline"
# Rows of each kind; models are taken evenly from the lowest to the highest.
MOST = {HUMAN: 2, BASELINE: 1, MODEL: 4}
# The drawing is 300 units wide; from LEFT to RIGHT lies the scale, a row is HIGH units.
LEFT, RIGHT, HIGH = 132, 256, 20
LETTERS = 18


@dataclass(frozen=True)
class Mark:
    label: str
    kind: str
    value: float
    ci: list[float] | None


@dataclass(frozen=True)
class Drawn:
    """A mark at its place: the label's text line is `y`, the shape lies around `x` and `middle`."""

    mark: Mark
    label: str
    text: str
    x: float
    y: float
    middle: float
    arms: tuple[float, float] | None


@dataclass(frozen=True)
class Drawing:
    rows: list[Drawn]
    caption: str
    height: float
    bottom: float
    reference: float | None
    reference_text: str
    told: str


def picture_of(file: BoardFile, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return what is drawn, ready to be kept as JSON; empty where no line has the figure."""
    if file.picture is None:
        return {}
    picture = asdict(file.picture)
    marks = [mark for entry in entries if (mark := mark_of(entry, picture))]
    chosen = [mark for kind, most in MOST.items() for mark in _choose(marks, kind, most)]
    return {**picture, "marks": [asdict(mark) for mark in chosen]} if chosen else {}


def mark_of(entry: Entry, picture: dict[str, Any]) -> Mark | None:
    """Return what a picture shows of a line; totals over others, and lines without the figure, are not in it."""
    told, cell = entry.provenance, entry.values.get(picture["figure"]) or {}
    value = cell.get(picture["field"])
    if value is None or told.get("total") or (picture["table"] and told.get("table") != picture["table"]):
        return None
    interval = cell.get("ci")
    return Mark(entry.label, kind_of(entry), value, list(interval) if interval else None)


def kind_of(entry: Entry) -> str:
    """Return by which shape a line is shown."""
    if entry.is_human or entry.kind == Entry.Kind.HUMAN:
        return HUMAN
    is_baseline = entry.kind == Entry.Kind.BASELINE or entry.provenance.get("row") == BASELINE
    return BASELINE if is_baseline else MODEL


def _choose(marks: list[Mark], kind: str, most: int) -> list[Mark]:
    """Return at most so many of a kind, of one name the first; models from the largest to the smallest."""
    named: dict[str, Mark] = {}
    for mark in marks:
        if mark.kind == kind:
            named.setdefault(mark.label, mark)
    own = list(named.values())
    if kind == MODEL:
        own.sort(key=lambda mark: -mark.value)
    if kind != MODEL or len(own) <= most:
        return own[:most]
    return [own[round(i * (len(own) - 1) / (most - 1))] for i in range(most)]


def draw(picture: dict[str, Any]) -> Drawing | None:
    """Lay a kept picture out; None where there is nothing to draw."""
    if not picture:
        return None
    low, high, reference = picture["low"], picture["high"], picture["reference"]
    marks = [Mark(**mark) for mark in picture["marks"]]
    signed = picture["field"] == "change"
    decimals = 2 if high - low <= 2 else 1

    def place(value: float) -> float:
        return round(LEFT + (min(max(value, low), high) - low) / (high - low) * (RIGHT - LEFT), 1)

    def text(value: float) -> str:
        return f"{value:{'+' if signed else ''}.{decimals}f}".replace("-", "−")

    rows = [
        Drawn(
            mark=mark,
            label=mark.label if len(mark.label) <= LETTERS else mark.label[: LETTERS - 1].rstrip(" ,-") + "…",
            text=text(mark.value),
            x=place(mark.value),
            y=i * HIGH + 16,
            middle=i * HIGH + 12,
            arms=(place(mark.ci[0]), place(mark.ci[1])) if mark.ci else None,
        )
        for i, mark in enumerate(marks)
    ]
    bottom = len(rows) * HIGH + 4
    line = "" if reference is None else f"; {picture['reference_text']}: {reference:g}"
    return Drawing(
        rows=rows,
        caption=picture["caption"],
        bottom=bottom,
        height=bottom + (18 if reference is not None else 0),
        reference=None if reference is None else place(reference),
        reference_text=picture["reference_text"],
        told=f"{picture['caption']}: " + ", ".join(f"{mark.label} {text(mark.value)}" for mark in marks) + line,
    )
