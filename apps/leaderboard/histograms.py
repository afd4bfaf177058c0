"""Small histograms that the server draws: a line's answers above the axis, people's below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from apps.leaderboard.column_titles import names_of
from apps.leaderboard.columns import OVERALL, POSITIVE_MARK
from apps.leaderboard.distributions import WHOLES
from apps.leaderboard.models import Entry
from apps.studies.models.studies import DEFAULT

# A histogram is 160 units wide; the axis lies in the middle, bars reach up to HIGH from it.
WIDE, HIGH, AXIS = 160, 40, 42


class Bar(NamedTuple):
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Histogram:
    """`own` and `people` count by bin; there may be no people."""

    title: str
    own: list[int]
    people: list[int]

    @property
    def n(self) -> int:
        return sum(self.own)

    @property
    def n_people(self) -> int:
        return sum(self.people)

    @property
    def bars(self) -> list[Bar]:
        return [bar._replace(y=AXIS - bar.height) for bar in self._bars(self.own)]

    @property
    def people_bars(self) -> list[Bar]:
        return self._bars(self.people)

    def _bars(self, counts: list[int]) -> list[Bar]:
        """Bars show shares, so that few and many can be held against each other; both sides have one scale."""
        most = max([*_shares(self.own), *_shares(self.people)], default=1)
        width = WIDE / len(self.own)
        return [
            Bar(round(i * width, 1), AXIS, round(width - 1, 1), round(share / most * HIGH, 1))
            for i, share in enumerate(_shares(counts))
            if share
        ]


@dataclass(frozen=True)
class Group:
    """Histograms over the same bins; `bins` are their names, from the lowest."""

    title: str
    bins: list[str]
    histograms: list[Histogram]


def score_groups(line: Entry, people: Entry | None) -> list[Group]:
    """Return a group per subscale: default, the emotions, overall, and their pleasant counterparts."""
    kept, theirs = line.distributions, people.distributions if people else {}
    named, _order = names_of(line)
    found = []
    for subscale in line.board.instrument.subscale_set.all() if kept.get("starts") else []:
        code, starts = subscale.code, kept["starts"][subscale.code]
        keys = [f"{condition}.{code}" for condition in (*WHOLES, *(one + POSITIVE_MARK for one in WHOLES))]
        histograms = list(_histograms(keys, kept["scores"], theirs.get("scores", {}), named))
        if histograms:
            found.append(Group(subscale.title, [f"{start:g}" for start in starts], histograms))
    return found


def item_groups(line: Entry, people: Entry | None) -> list[Group]:
    """Return a group per kind of condition: every item's ratings in it."""
    kept, theirs = line.distributions.get("items", {}), people.distributions.get("items", {}) if people else {}
    items = list(line.board.instrument.item_set.all()) if kept else []
    titles = {DEFAULT: _("Default"), OVERALL: _("After the situations")}
    titles[OVERALL + POSITIVE_MARK] = _("After the pleasant counterparts")
    found = []
    for condition, title in titles.items():
        own = kept.get(condition, {})
        histograms = [
            Histogram(str(item), own[item.code], theirs.get(condition, {}).get(item.code, []))
            for item in items
            if item.code in own
        ]
        if histograms:
            low, high = min(item.low for item in items), max(item.high for item in items)
            found.append(Group(title, [str(rating) for rating in range(low, high + 1)], histograms))
    return found


def _histograms(
    keys: Sequence[str], own: dict[str, Any], people: dict[str, Any], named: dict[str, str]
) -> Iterator[Histogram]:
    for key in keys:
        if key in own:
            condition = key.rpartition(".")[0]
            yield Histogram(named.get(condition, condition), own[key], people.get(key, []))


def _shares(counts: list[int]) -> list[float]:
    total = sum(counts)
    return [count / total for count in counts] if total else []
