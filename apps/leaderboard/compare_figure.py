"""Two lines as dots, one panel per subscale or way of judging."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from apps.benchmarks import stats
from apps.leaderboard.column_titles import names_of, titles_of
from apps.leaderboard.compare import Cell, Shared
from apps.leaderboard.dots import Line, Panel, Point, Series, panel, series_of
from apps.leaderboard.models import Entry

# A drawing of more rows is no drawing any more.
MOST = 60


def panels_of(shared: Shared) -> list[Panel]:
    """Return the drawings of a table; its figures stand below them. Both lines have one scale in a panel."""
    named, _order = names_of(shared.first)
    by_key = {line.key: line for line in shared.lines}
    panels: dict[str, list[Line]] = {}
    is_echo = "judge" in shared.first.provenance
    for key in titles_of(shared.first):
        condition, _dot, part = key.rpartition(".")
        row, group = (part, condition) if is_echo or not condition else (condition, part)
        if key in by_key:
            panels.setdefault(group, []).append(Line(key, named.get(row, row)))
    places = {code: i for i, code in enumerate(named)}
    drawn = [
        panel(named.get(group, group) + note, list(_under_headings(rows)), list(_series(shared, kind)))
        for group, all_rows in sorted(panels.items(), key=lambda item: places.get(item[0], -1))
        for kind, note in (("value", ""), ("change", f", {_('change')}"))
        for rows in [[row for row in all_rows if by_key[row.key].kind == kind][:MOST]]
    ]
    return [one for one in drawn if one]


def _under_headings(rows: list[Line]) -> Iterator[Line]:
    """Yield the rows, "Fear: Of heights" as "Of heights" under "Fear": a drawing has no room for both in one row."""
    last = ""
    for row in rows:
        heading, _colon, title = row.title.rpartition(": ")
        if heading and heading != last:
            yield Line("", heading)
        last = heading or last
        yield Line(row.key, title)


def _series(shared: Shared, kind: str) -> Iterator[Series]:
    """Yield both lines; the second is drawn hollow where it would look like the first."""
    sides: list[tuple[Entry, dict[str, Cell]]] = [
        (shared.first, {line.key: line.first for line in shared.lines if line.kind == kind}),
        (shared.second, {line.key: line.second for line in shared.lines if line.kind == kind}),
    ]
    first, second = (series_of(entry, {key: _point(cell, kind) for key, cell in own.items()}) for entry, own in sides)
    yield first
    alike = (first.tone, first.is_hollow) == (second.tone, second.is_hollow)
    yield replace(second, is_hollow=not second.is_hollow) if alike else second


def _point(cell: Cell, kind: str) -> Point:
    """Return a figure with its interval: that of its change or rate as it stands, that of a mean from SD and n."""
    value, sd, n = cell[kind], cell.get("sd"), cell.get("n")
    if kind == "value" and sd is not None:
        interval = stats.mean_interval(stats.Summary(value, sd, n)) if n else None
        return Point(value, interval.low, interval.high) if interval else Point(value, None, None)
    low, high = cell.get("ci") or (None, None)
    return Point(value, low, high)


def key_of(shared: Shared) -> list[tuple[str, str]]:
    """Return for both lines the classes of their mark in the key, and their name."""
    return [(f"{one.tone}{' hollow' if one.is_hollow else ''}", one.label) for one in _series(shared, "value")]
