"""A board of printed tables in a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from apps.leaderboard.models import Board, Entry
from apps.leaderboard.printed_table import Figure, Table, table_of


def lines(board: Board) -> Iterator[str]:
    """Yield every table, line by line, with its notes."""
    held: dict[str, list[Entry]] = defaultdict(list)
    for entry in board.entry_set.order_by("pk"):
        held[entry.provenance["code"]].append(entry)
    yield f"{board.title}, as printed in {board.about['source']}"
    for head in board.about["tables"]:
        yield ""
        yield f"{head['table']}: {head['title']}"
        yield from _table(table_of(head, held[head["code"]]))


def _table(table: Table) -> Iterator[str]:
    told = [["", *(column.title for column in table.columns)]]
    for group in table.groups:
        for row in group.rows:
            name = f"{row.entry.label} ({row.kind})" + (f", n {row.n}" if row.n else "")
            name += f" [{row.footnote}]" if row.footnote else ""
            told.append([f"{group.title}: {name}" if group.title else name, *map(_text, row.figures)])
    widths = [max(len(line[i]) for line in told) for i in range(len(told[0]))]
    for line in told:
        cells = [text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True)]
        yield "  ".join([line[0].ljust(widths[0]), *cells]).rstrip()
    for number, note in enumerate(table.notes, 1):
        yield f"  [{number}] {note}"


def _text(figure: Figure) -> str:
    parts = [figure.text or ".", f"±{figure.sd}" if figure.sd else "", f"({figure.note})" if figure.note else ""]
    return " ".join(filter(None, parts)) + (f" [{figure.footnote}]" if figure.footnote else "")
