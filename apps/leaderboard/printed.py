"""Tables that are printed in a paper, as data: fixtures/published/<benchmark>.json, and their lines on a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.text import slugify

from apps.benchmarks.files import Reader, read_json
from apps.leaderboard.board_files import BoardFile, number
from apps.leaderboard.models import Entry

BETTER = ("human", "higher", "lower", "none")
KINDS = ("model", "human", "baseline")
UNITS = ("points", "%", "")
# What a paper says about a model beside its figures; parameters_b counts them in billions.
FACTS = ("family", "type", "release", "parameters_b")


@dataclass(frozen=True)
class PrintedColumn:
    code: str
    title: str
    better: str
    low: float | None
    high: float | None


@dataclass(frozen=True)
class PrintedRow:
    """`values` are cells by column: value, sd, n and note, as far as they are printed."""

    label: str
    kind: str
    group: str
    values: dict[str, dict[str, Any]]
    facts: dict[str, Any]


@dataclass(frozen=True)
class PrintedTable:
    """`table` is its name in the paper, `code` the same in an address, `section` our heading above it."""

    code: str
    table: str
    section: str
    title: str
    reading: str
    unit: str
    columns: list[PrintedColumn]
    rows: list[PrintedRow]

    def head(self) -> dict[str, Any]:
        """Return everything but the rows, which become lines of the board."""
        return {key: value for key, value in asdict(self).items() if key != "rows"}


@dataclass(frozen=True)
class Printed:
    source: str
    tables: list[PrintedTable]


def printed_path(name: str) -> Path:
    return Path(settings.FIXTURES) / "published" / name


def load_printed(board: BoardFile) -> Printed:
    """Read the tables of a board, in the order of its sections. Raise ProtocolError naming file and key."""
    path = printed_path(board.published)
    reader = Reader(path, read_json(path))
    reader.only("source", "tables")
    sections = {table: section.title for section in board.sections for table in section.tables}
    tables = [_table(row, sections.get(row.text("table"), "")) for row in reader.rows("tables")]
    names = [table.table for table in tables]
    codes = [table.code for table in tables]
    for name, code in zip(names, codes, strict=True):
        if codes.count(code) > 1:
            raise reader.error(f'has "{name}" twice; give each table a name of its own', "tables")
        if board.sections and name not in sections:
            raise reader.error(f'has "{name}", which is in no section of {board.slug}; add it there', "tables")
    for name in sections:
        if name not in names:
            raise reader.error(f'has no "{name}", which is in a section of {board.slug}; correct it there', "tables")
    order = list(sections) or names
    return Printed(reader.text("source"), sorted(tables, key=lambda table: order.index(table.table)))


def _table(reader: Reader, section: str) -> PrintedTable:
    reader.only("table", "title", "reading", "unit", "columns", "rows")
    columns = [_column(row) for row in reader.rows("columns")]
    unit = reader.content.get("unit", "")
    if unit not in UNITS:
        raise reader.error(f'is "{unit}"; write points, % or nothing', "unit")
    codes = {column.code for column in columns}
    if len(codes) < len(columns):
        raise reader.error("has a code twice; give each column a code of its own", "columns")
    return PrintedTable(
        code=slugify(reader.text("table")),
        table=reader.text("table"),
        section=section,
        title=reader.text("title"),
        reading=reader.text("reading"),
        unit=unit,
        columns=columns,
        rows=[_row(row, codes) for row in reader.rows("rows")],
    )


def _column(reader: Reader) -> PrintedColumn:
    reader.only("code", "title", "better", "low", "high")
    return PrintedColumn(
        code=reader.text("code"),
        title=reader.text("title"),
        better=reader.choice("better", BETTER),
        low=_known(reader, "low"),
        high=_known(reader, "high"),
    )


def _row(reader: Reader, codes: set[str]) -> PrintedRow:
    reader.only("label", "kind", "group", "values", *FACTS)
    values = reader.inner("values")
    values.only(*sorted(codes))
    return PrintedRow(
        label=reader.text("label"),
        kind=reader.choice("kind", KINDS),
        group=reader.content.get("group") or "",
        values={code: _cell(values.inner(code)) for code in values.content},
        facts={
            key: number(reader, key) if key == "parameters_b" else reader.text(key)
            for key in FACTS
            if key in reader.content
        },
    )


def _cell(reader: Reader) -> dict[str, Any]:
    reader.only("value", "sd", "n", "note")
    size = _known(reader, "n")
    return {
        "value": _known(reader, "value"),
        "sd": _known(reader, "sd"),
        "n": None if size is None else round(size),
        "note": reader.text("note") if reader.content.get("note") else "",
    }


def _known(reader: Reader, key: str) -> float | None:
    return None if reader.content.get(key) is None else number(reader, key)


def entries(printed: Printed) -> Iterator[Entry]:
    """Yield the lines, not yet saved, in the order of the tables; nothing measured is ever computed with them."""
    for table in printed.tables:
        for row in table.rows:
            yield Entry(
                label=row.label,
                kind=Entry.Kind.PUBLISHED,
                is_human=row.kind == "human",
                values=row.values,
                provenance={
                    "source": printed.source,
                    "table": table.table,
                    "code": table.code,
                    "row": row.kind,
                    "group": row.group,
                    "facts": row.facts,
                },
            )
