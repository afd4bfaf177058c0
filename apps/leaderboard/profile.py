"""A line's profile beside people's: one panel per subscale, or per way of judging."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from apps.leaderboard.column_titles import judging_titles
from apps.leaderboard.columns import EMOTIONS, OVERALL, POSITIVE_MARK, factors_of
from apps.leaderboard.dots import Line, Panel, Point, panel, series_of
from apps.leaderboard.echo_cells import CHANCE, POOLED
from apps.leaderboard.models import Entry


def profile(line: Entry, people: list[Entry]) -> list[Panel]:
    """Return the drawings of a line; a printed table has its columns on scales of their own, and none."""
    if line.board.instrument is None:
        return []
    drawn = _rates(line) if line.board.instrument.benchmark == "echo" else _changes(line, people[:1])
    return [one for one in drawn if one]


def _changes(line: Entry, people: list[Entry]) -> Iterator[Panel | None]:
    """Changes from default by subscale; apart from them those of pleasant counterparts, from the unpleasant ones."""
    entries = [*people, line]
    for subscale in line.board.instrument.subscale_set.all():
        for mark, note in (("", ""), (POSITIVE_MARK, f", {_('pleasant counterparts')}")):
            series = [series_of(one, _points(one, subscale.code, mark, "change")) for one in entries]
            if series[-1].points:
                yield panel(subscale.title + note, list(_situations(series[-1].points)), series, reference=0)


def _situations(points: dict[str, Point]) -> Iterator[Line]:
    """Yield the factors under their emotions; the emotions themselves where the line has no factor."""
    has_factors = any(factor.code in points for emotion in EMOTIONS for factor in factors_of(emotion))
    for emotion in EMOTIONS:
        if has_factors:
            yield Line("", emotion.capitalize())
            yield from (Line(factor.code, factor.title) for factor in factors_of(emotion))
        else:
            yield Line(emotion, emotion.capitalize())
    yield Line("", _("All situations"))
    yield Line(OVERALL, _("Overall"))


def _rates(line: Entry) -> Iterator[Panel | None]:
    """Success rates with the line of chance, by way of judging."""
    titles = judging_titles()
    items = line.board.instrument.item_set.all()
    rows = [*(Line(item.code, item.text) for item in items), Line("", _("All types")), Line(OVERALL, titles[OVERALL])]
    for group in titles:
        points = {
            key.rpartition(".")[2]: _point(cell, "value")
            for key, cell in line.values.items()
            if key.rpartition(".")[0] == group and cell.get("value") is not None
        }
        shown = [*rows, Line(POOLED, titles[POOLED])]
        yield panel(titles[group], shown, [series_of(line, points)], reference=CHANCE, ends=(0, 100))


def _points(entry: Entry, subscale: str, mark: str, kind: str) -> dict[str, Point]:
    """Return an entry's figures on one subscale by condition, those with this mark at its end, without it."""
    found = {}
    for key, cell in entry.values.items():
        condition, _dot, code = key.rpartition(".")
        if code == subscale and cell.get(kind) is not None and condition.endswith(POSITIVE_MARK) == bool(mark):
            found[condition.removesuffix(mark)] = _point(cell, kind)
    return found


def _point(cell: dict[str, Any], kind: str) -> Point:
    low, high = cell.get("ci") or (None, None)
    return Point(cell[kind], low, high)
