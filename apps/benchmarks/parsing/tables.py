"""Reading Markdown tables: one item per row, or the items across the top and their scores below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apps.benchmarks.parsing.cleaning import fold
from apps.benchmarks.parsing.items import Items
from apps.benchmarks.parsing.lines import inline_claims, pair
from apps.benchmarks.parsing.reply import Reply, absent, agree, is_weak
from apps.benchmarks.parsing.scores import Scale, read_score
from apps.benchmarks.parsing.tokens import Break, Cells, Claim, Tokens

SCORE_NAMES = frozenset({"score", "rating", "value", "response", "answer", "level", "points", "rate"})

_UNDERLINE = re.compile(r":?-+:?")

Row = Sequence[str]


def is_row(line: str) -> bool:
    return "|" in line.strip().strip("|")


def read_table(lines: Sequence[str], items: Items, scale: Scale) -> Tokens:
    """Return what consecutive table lines say.

    The row above the underline is the heading and never an answer. A heading that names every item makes
    the rows below it answers by column.
    """
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    underlines = [n for n, row in enumerate(rows) if _is_underline(row)]
    heading = rows[underlines[0] - 1] if underlines and underlines[0] > 0 else rows[0]
    body = [row for row in rows if row is not heading and not _is_underline(row)]
    columns = _item_columns(heading, items)
    if columns and body:
        # In a row of another length the columns may be shifted.
        return _by_column(columns, [row for row in body if len(row) == len(heading)], scale)
    scored = _score_columns(heading, scale)
    if not underlines and not scored:
        return [token for row in rows for token in _loose_row(row, items, scale)]
    return [token for row in body for token in _row(row, scored, items, scale) or (Break(),)]


def _is_underline(row: Row) -> bool:
    return all(_UNDERLINE.fullmatch(cell) for cell in row)


def _item_columns(heading: Row, items: Items) -> dict[int, int]:
    """Return column → item where the heading names every item once; else nothing."""
    named = {column: items.named(cell) for column, cell in enumerate(heading)}
    columns = {column: item for column, item in named.items() if item is not None}
    complete = items.count > 1 and sorted(columns.values()) == list(range(1, items.count + 1))
    return columns if complete else {}


def _by_column(columns: dict[int, int], body: Sequence[Row], scale: Scale) -> Tokens:
    return [
        Claim(columns[column], read_score(cell, scale) or absent("no_score"), by_number=False)
        for row in body
        for column, cell in enumerate(row)
        if column in columns
    ]


def _score_columns(heading: Row, scale: Scale) -> frozenset[int]:
    """Return the columns whose heading says score, rating and the like ("Your rating (1-5)")."""
    return frozenset(
        column
        for column, cell in enumerate(heading)
        if SCORE_NAMES & {word.rstrip("s") for word in fold(cell).split()} and read_score(cell, scale) is None
    )


def _loose_row(row: Row, items: Items, scale: Scale) -> Tokens:
    """Read a row of a table without heading, where two numbers or more need not be an item and its score."""
    if len(row) == 2 and all(cell.isdigit() and len(cell) <= 4 for cell in row):
        return (pair(row[0], row[1], scale, cells=(row[0], row[1])),)
    claims = inline_claims(", ".join(row), items, scale)
    if claims:
        return claims
    replies = [read_score(cell, scale) for cell in row]
    scores = [reply for reply in replies if reply is not None and not is_weak(reply)]
    if len(row) > 2 and len(scores) == len(row):
        return (Cells(tuple(scores)),)
    return _row(row, frozenset(), items, scale) or (Break(),)


def _row(row: Row, scored: frozenset[int], items: Items, scale: Scale) -> Tokens:
    """Read a row that holds an item's number (in its first cell), its words, or both, and its score."""
    named = {n: items.worded(cell) for n, cell in enumerate(row) if n not in scored}
    if 0 in named:
        named[0] = items.named(row[0])
    known = {n: item for n, item in named.items() if item is not None}
    if not known:
        return ()
    cells = [cell for n, cell in enumerate(row) if (n in scored if scored else n not in known)]
    reply = _stated(cells, scale) if len(set(known.values())) == 1 else absent("mismatch")
    by_number = items.worded(row[0]) is None and 0 in known
    return (Claim(next(iter(known.values())), reply, by_number),)


def _stated(cells: Row, scale: Scale) -> Reply:
    """Return what the one score among `cells` says; several that differ are ambiguous."""
    found = [reply for cell in cells if (reply := read_score(cell, scale)) is not None]
    scores = [reply for reply in found if not is_weak(reply)]
    if scores:
        return agree(scores, "ambiguous")
    return absent("blank") if found or not any(cells) else absent("no_score")
