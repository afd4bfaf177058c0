"""The files that say what a board is: fixtures/boards/<slug>.json. Adding a board is adding a file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.benchmarks.files import Reader, read_json

DIRECTIONS = ("human", "higher", "lower")
KEYS = (
    "title", "place", "question", "measured", "reading", "direction", "reference", "sources",
    "instrument", "published", "sections", "picture",
)  # fmt: skip


@dataclass(frozen=True)
class Section:
    """Tables that belong together, under a heading of ours."""

    title: str
    tables: list[str]


@dataclass(frozen=True)
class PictureFile:
    """Which figure the small picture on the first page shows.

    `table` is empty where a board's cells are not told by table; `field` is the part of a cell that is drawn.
    """

    caption: str
    table: str
    figure: str
    field: str
    low: float
    high: float
    reference: float | None
    reference_text: str


@dataclass(frozen=True)
class BoardFile:
    """`instrument` is what people and models are asked here; empty where there are only printed tables."""

    slug: str
    title: str
    place: int
    question: str
    measured: str
    reading: str
    direction: str
    reference: str
    sources: list[str]
    instrument: str
    published: str
    sections: list[Section]
    picture: PictureFile | None

    def about(self) -> dict[str, Any]:
        """Return what the board's pages say about it."""
        texts = ("question", "measured", "reading", "direction", "reference", "sources")
        return {key: value for key, value in asdict(self).items() if key in texts}


def boards_folder() -> Path:
    return Path(settings.FIXTURES) / "boards"


def board_path(slug: str) -> Path:
    return boards_folder() / f"{slug}.json"


def load_boards() -> dict[str, BoardFile]:
    """Return every board file by its slug, in the order of their places."""
    boards = [load_board(path) for path in sorted(boards_folder().glob("*.json"))]
    return {board.slug: board for board in sorted(boards, key=lambda board: (board.place, board.slug))}


def load_board(path: Path) -> BoardFile:
    """Read one file; its name is the board's slug. Raise ProtocolError naming file and key."""
    reader = Reader(path, read_json(path))
    reader.only(*KEYS)
    board = BoardFile(
        slug=path.stem,
        title=reader.text("title"),
        place=reader.integer("place"),
        question=reader.text("question"),
        measured=reader.text("measured"),
        reading=reader.text("reading"),
        direction=reader.choice("direction", DIRECTIONS),
        reference=reader.text("reference"),
        sources=reader.texts("sources"),
        instrument=_text_or_none(reader, "instrument"),
        published=_text_or_none(reader, "published"),
        sections=_sections(reader),
        picture=_picture(reader.inner("picture")) if reader.content.get("picture") is not None else None,
    )
    if not board.instrument and not board.published:
        raise reader.error("is null, and so is instrument: the board would be empty; name one of them", "published")
    return board


def number(reader: Reader, key: str) -> float:
    """Return a number, whole or not; bool is an int to Python, and never a figure."""
    value = reader.content.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise reader.error("is missing; add a number" if key not in reader.content else "must be a number", key)
    return float(value)


def _text_or_none(reader: Reader, key: str) -> str:
    """Return the text, empty for null; a key left out would be a guess, so it must be there."""
    if key in reader.content and reader.content[key] is None:
        return ""
    return reader.text(key)


def _sections(reader: Reader) -> list[Section]:
    if "sections" not in reader.content:
        return []
    rows = reader.rows("sections")
    for row in rows:
        row.only("title", "tables")
    return [Section(row.text("title"), row.texts("tables")) for row in rows]


def _picture(reader: Reader) -> PictureFile:
    reader.only("caption", "table", "figure", "field", "low", "high", "reference", "reference_text")
    has_reference = reader.content.get("reference") is not None
    picture = PictureFile(
        caption=reader.text("caption"),
        table=reader.text("table") if "table" in reader.content else "",
        figure=reader.text("figure"),
        field=reader.choice("field", ("value", "change")),
        low=number(reader, "low"),
        high=number(reader, "high"),
        reference=number(reader, "reference") if has_reference else None,
        reference_text=reader.text("reference_text") if has_reference else "",
    )
    if picture.low >= picture.high:
        raise reader.error("must be smaller than high", "low")
    return picture
