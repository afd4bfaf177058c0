"""How far each line of an emotion board is from people, situation by situation, and who is closest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.benchmarks.differences import Change, Standardised, standardised
from apps.benchmarks.ranks import Closeness, closeness
from apps.benchmarks.stats import FEW
from apps.leaderboard.columns import EMOTIONS, OVERALL, Column, factors_of
from apps.leaderboard.models import Entry
from apps.leaderboard.table import half_width, people_by_set
from apps.studies.models import Subscale
from apps.studies.models.studies import DEFAULT

CLOSEST, LABEL = "closeness", "label"
# A line with fewer of the figures in view than this share of them is not ranked: it would take columns from all others.
ENOUGH = 0.8
# Cohen's small, medium and large, and twice large: the four shades of the table.
SHADES = (0.2, 0.5, 0.8, 1.6)


@dataclass(frozen=True)
class Choice:
    """What the reader asked for. No subscale means all of them, no emotion the eight emotions side by side."""

    vignettes: str
    subscales: list[Subscale]
    affect: str
    emotion: str
    sort: str
    descending: bool


@dataclass(frozen=True)
class Place:
    """One column: a kind of situation on one subscale; `key` is that of an entry's values."""

    column: Column
    subscale: Subscale

    @property
    def key(self) -> str:
        return f"{self.column.code}.{self.subscale.code}"


@dataclass(frozen=True)
class Difference:
    """One figure. `state` is "ok", "few" (shown, counts in no rank) or "none" (nothing to show)."""

    state: str
    figure: Standardised | None = None
    n: int | None = None
    people: int | None = None

    @property
    def value(self) -> float | None:
        return self.figure.value if self.figure else None

    @property
    def half(self) -> float | None:
        interval = self.figure.ci if self.figure else None
        return (interval.high - interval.low) / 2 if interval else None

    @property
    def shade(self) -> str:
        """The cell's class: the sign and how many thresholds are passed; none where there are too few answers."""
        if self.state != "ok" or self.value is None:
            return self.state
        passed = sum(abs(self.value) >= limit for limit in SHADES)
        return f"{'more' if self.value > 0 else 'less'}{passed}" if passed else "alike"


@dataclass(frozen=True)
class Row:
    entry: Entry
    figures: list[Difference]
    closeness: Closeness | None
    known: int


@dataclass(frozen=True)
class Table:
    """Lines of one kind before the same people. `asked` factors are in view; ranks rest on the `shared` of them."""

    printed: bool
    people: Entry
    places: list[Place]
    rows: list[Row]
    asked: int
    shared: int


def sets_of(entries: Iterable[Entry]) -> list[str]:
    """Return the vignette sets that have people and somebody to hold against them, answered ones before printed."""
    lines = list(entries)
    people = people_by_set(lines)
    own: dict[str, int] = {}
    for entry in lines:
        if not entry.is_human and entry.vignettes in people:
            own[entry.vignettes] = own.get(entry.vignettes, 0) + (entry.kind != Entry.Kind.PUBLISHED)
    return sorted(own, key=lambda slug: (people[slug].kind == Entry.Kind.PUBLISHED, -own[slug], slug))


def read_choice(query: Mapping[str, str], subscales: list[Subscale], sets: list[str], emotion: str = "") -> Choice:
    """Return what to show; anything unknown falls back to the first of its kind, `emotion` where none is chosen."""
    affect = query.get("affect", "")
    chosen = [subscale for subscale in subscales if subscale.code == affect] or subscales
    asked = query.get("emotion", "")
    return Choice(
        vignettes=query["set"] if query.get("set") in sets else (sets[0] if sets else ""),
        subscales=chosen,
        affect=affect if len(chosen) == 1 and chosen[0].code == affect else "",
        emotion=asked if asked in {*EMOTIONS, "factors"} else emotion,
        sort=query.get("sort", "") or CLOSEST,
        descending=query.get("dir") == "down",
    )


def tables_of(entries: Iterable[Entry], choice: Choice, alpha: float) -> list[Table]:
    """Return the table of what was answered, then that of printed figures, as far as each has lines."""
    lines = [entry for entry in entries if entry.vignettes == choice.vignettes]
    people = people_by_set(lines).get(choice.vignettes)
    if people is None:
        return []
    models = [entry for entry in lines if not entry.is_human]
    tables = []
    for printed in (False, True):
        own = [entry for entry in models if (entry.kind == Entry.Kind.PUBLISHED) == printed]
        if own:
            tables.append(_table(own, people, choice, printed, alpha))
    return tables


def _table(entries: list[Entry], people: Entry, choice: Choice, printed: bool, alpha: float) -> Table:
    places = _places(choice, _shown(choice))
    factors = _places(choice, _factors(choice))
    asked = [place for place in factors if _compare(people, people, place).state == "ok"]
    judged = {entry.pk: [_compare(entry, people, place) for place in asked] for entry in entries}
    full = [pk for pk, figures in judged.items() if asked and _known(figures) >= ENOUGH * len(asked)]
    shared = [i for i in range(len(asked)) if full and all(judged[pk][i].state == "ok" for pk in full)]
    found = closeness([[judged[pk][i].value for i in shared] for pk in full], alpha) if shared else []
    close = dict(zip(full, found, strict=True)) if found else {}
    rows = [
        Row(entry, [_compare(entry, people, place) for place in places], close.get(entry.pk), _known(judged[entry.pk]))
        for entry in entries
    ]
    return Table(printed, people, places, _sorted(rows, places, choice), len(asked), len(shared))


def _known(figures: list[Difference]) -> int:
    return sum(figure.state == "ok" for figure in figures)


def _places(choice: Choice, columns: list[Column]) -> list[Place]:
    return [Place(column, subscale) for subscale in choice.subscales for column in columns]


def _factors(choice: Choice) -> list[Column]:
    """Return the factors that closeness rests on: never the emotions, which would count the same answers twice."""
    emotions = [choice.emotion] if choice.emotion in EMOTIONS else list(EMOTIONS)
    return [column for emotion in emotions for column in factors_of(emotion)]


def _shown(choice: Choice) -> list[Column]:
    if choice.emotion:
        return _factors(choice)
    emotions = [Column(emotion, emotion.capitalize(), "emotion", emotion) for emotion in EMOTIONS]
    return [*emotions, Column(OVERALL, OVERALL.capitalize(), "overall")]


def _compare(entry: Entry, people: Entry, place: Place) -> Difference:
    """Hold one figure against people's; too few answers of either are said, not hidden."""
    mine, theirs = _cell(entry, place.key), _cell(people, place.key)
    before = _cell(people, f"{DEFAULT}.{place.subscale.code}")
    n, of_people, sd = mine.get("n"), theirs.get("n"), before.get("sd")
    if mine.get("change") is None or theirs.get("change") is None or not sd or before.get("n") in (0, 1):
        return Difference("none", None, n, of_people)
    figure = standardised(_change(mine), _change(theirs), sd, before.get("n"))
    few = any(size is not None and size < FEW for size in (n, of_people))
    return Difference("few" if few else "ok", figure, n, of_people)


def _cell(entry: Entry, key: str) -> dict[str, Any]:
    return entry.values.get(key) or {}


def _change(cell: dict[str, Any]) -> Change:
    return Change(cell["change"], half_width(cell))


def _sorted(rows: list[Row], places: list[Place], choice: Choice) -> list[Row]:
    """Sort by closeness, by name, or by one column; lines without the figure stand last either way."""
    rows = sorted(rows, key=lambda row: row.entry.label.casefold())
    if choice.sort == LABEL:
        return rows[::-1] if choice.descending else rows
    place = next((i for i, place in enumerate(places) if place.key == choice.sort), None)

    def number(row: Row) -> float | None:
        if place is None:
            return row.closeness.rms if row.closeness else None
        return row.figures[place].value

    known = [row for row in rows if number(row) is not None]
    known.sort(key=lambda row: number(row) or 0.0, reverse=choice.descending)
    return known + [row for row in rows if number(row) is None]
