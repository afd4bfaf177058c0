"""One language model over all boards: its lines, each beside the people of its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from apps.leaderboard.column_titles import place_title, titles_of
from apps.leaderboard.columns import OVERALL
from apps.leaderboard.compare import Cell
from apps.leaderboard.echo_cells import POOLED
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.subjects import first_choice, model_slug, place, subject
from apps.studies.models.studies import DEFAULT

# These say most in a row or two; a line without any shows its first few figures.
TELLING = (DEFAULT, OVERALL, POOLED)
MOST = 8


@dataclass(frozen=True)
class Figure:
    """One figure beside people's; `people` is empty where none stand in the same place."""

    title: str
    kind: str
    own: Cell
    people: Cell


@dataclass(frozen=True)
class Line:
    """One of the model's lines; `more` figures are on its own page. `word` names it in a comparison."""

    entry: Entry
    where: str
    word: str
    people: Entry | None
    figures: list[Figure]
    more: int


def lines_of(entries: Iterable[Entry], slug: str) -> list[tuple[Entry, Entry | None]]:
    """Return the model's lines, each with the people of its place, as far as there are any; figures are not read."""
    people: dict[tuple[str, ...], list[Entry]] = {}
    own = []
    for entry in entries:
        if entry.is_human:
            people.setdefault(place(entry), []).append(entry)
        elif model_slug(entry) == slug:
            own.append(entry)
    return [(entry, first_choice(people[place(entry)]) if place(entry) in people else None) for entry in own]


def by_board(lines: Iterable[tuple[Entry, Entry | None]]) -> list[tuple[Board, list[Line]]]:
    """Lay out the lines, board by board in the order given."""
    found: dict[int, tuple[Board, list[Line]]] = {}
    for entry, people in lines:
        found.setdefault(entry.board_id, (entry.board, []))[1].append(_line(entry, people))
    return list(found.values())


def _line(entry: Entry, people: Entry | None) -> Line:
    titles = titles_of(entry)
    telling = [key for key in titles if set(key.split(".")) & set(TELLING)]
    figures = list(_figures(entry, people, {key: titles[key] for key in telling or titles}))
    shown = figures[:MOST]
    return Line(entry, place_title(entry), subject(entry), people, shown, len(titles) - len(shown))


def _figures(entry: Entry, people: Entry | None, titles: dict[str, str]) -> Iterator[Figure]:
    for key, title in titles.items():
        own = entry.values[key]
        theirs = people.values.get(key) or {} if people else {}
        kind = "value" if own.get("value") is not None else "change"
        if own.get(kind) is not None:
            yield Figure(title, kind, own, theirs if theirs.get(kind) is not None else {})
