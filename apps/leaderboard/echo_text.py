"""The ECHO board in a terminal: the three tables of each study, then those of the paper."""

from __future__ import annotations

from collections.abc import Iterator

from apps.leaderboard.echo_table import TABLES, Figure, Table, of_study, printed, studies_of, table_of
from apps.leaderboard.models import Board


def lines(board: Board) -> Iterator[str]:
    """Yield the board line by line. A rate of few judgements stands in brackets."""
    entries, items = list(board.entry_set.all()), list(board.instrument.item_set.all())
    origins = [(title, of_study(entries, slug)) for slug, title in studies_of(entries).items()]
    for origin, own in [*origins, ("Printed in the paper", printed(entries))]:
        for code, judges in TABLES.items():
            if table := table_of(own, code, items):
                yield f"{board.title}: {origin}. Judges: {judges}"
                yield from _table(table)
                yield ""


def _table(table: Table) -> Iterator[str]:
    told = [["", *(column.label for column in table.columns)]]
    for row in table.rows:
        told.append([" ".join(filter(None, [row.title, row.tag])), *map(_rate, row.figures)])
        if any(figure.n is not None for figure in row.figures):
            told.append(["  95 % interval", *map(_interval, row.figures)])
            told.append(["  judgements/judges/persons", *map(_counts, row.figures)])
    if table.tests:
        told.append(["p against 50 %", *(_p(figure.p) for figure in table.tests)])
        told.append(["p of equivalence", *(_p(figure.equivalence_p) for figure in table.tests)])
    widths = [max(len(line[i]) for line in told) for i in range(len(told[0]))]
    for line in told:
        cells = [text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True)]
        yield "  ".join([line[0].ljust(widths[0]), *cells]).rstrip()
    for title, column, note in table.notes:
        yield f"  {title}, {column}: {note}"


def _rate(figure: Figure) -> str:
    if figure.number is None:
        return "."
    mark = {"up": "↑ ", "down": "↓ "}.get(figure.rise, "") + ("≈ " if figure.alike else "")
    return f"({figure.number:.1f})" if figure.is_few else f"{mark}{figure.number:.1f}"


def _interval(figure: Figure) -> str:
    return f"{figure.ci[0]:.0f}-{figure.ci[1]:.0f}" if figure.ci else "."


def _counts(figure: Figure) -> str:
    return f"{figure.n}/{figure.judges}/{figure.persons}" if figure.n is not None else "."


def _p(p: float | None) -> str:
    return "." if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"
