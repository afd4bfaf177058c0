"""Two lines item by item, where the answers of both are here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from apps.benchmarks import stats
from apps.benchmarks.stats import FEW
from apps.leaderboard.columns import OVERALL, POSITIVE_MARK
from apps.leaderboard.compare import Cell, Line, lines_of
from apps.leaderboard.models import Entry
from apps.studies.models import Item
from apps.studies.models.studies import DEFAULT


@dataclass(frozen=True)
class Items:
    """The items of one kind of condition, in the instrument's order, each with its test."""

    title: str
    lines: list[tuple[str, Line]]

    @property
    def tested(self) -> int:
        return sum(line.adjusted is not None for _title, line in self.lines)


def items_of(first: Entry, second: Entry, alpha: float) -> list[Items]:
    """Return a table per kind of condition, each its own family of tests; none where either was only printed.

    An answer is one sitting's in the default condition or after a situation, so that answers to one item are
    independent of each other, and so are the two lines: tested as two samples.
    """
    mine, theirs = (one.distributions.get("items", {}) for one in (first, second))
    items = list(first.board.instrument.item_set.all()) if mine and theirs and first.board.instrument else []
    titles = {DEFAULT: _("Default"), OVERALL: _("After the situations")}
    titles[OVERALL + POSITIVE_MARK] = _("After the pleasant counterparts")
    found = []
    for condition, title in titles.items():
        own, other = (dict(_cells(counts.get(condition, {}), items)) for counts in (mine, theirs))
        by_code = {line.key: line for line in lines_of(own, other, alpha)}
        lines = [(str(item), by_code[item.code]) for item in items if item.code in by_code]
        if lines:
            found.append(Items(title, lines))
    return found


def _cells(counts: dict[str, list[int]], items: list[Item]) -> Iterator[tuple[str, Cell]]:
    """Yield each item's mean, SD and number of answers from its counts by rating."""
    for item in items:
        if item.code in counts:
            ratings = np.repeat(np.arange(item.low, item.high + 1), counts[item.code])
            summary = stats.summarise(ratings)
            yield item.code, {"value": summary.mean, "sd": summary.sd, "n": summary.n}


def untested_because(first: Entry, second: Entry) -> str:
    """Say why there is no table of items; empty where there is one, or a board has none."""
    if first.board.instrument is None:
        return ""
    if first.board.instrument.benchmark == "echo":
        return _(
            "Rates have no test here: their judgements hang together by judge and question, and only whole tables tell"
            " how much. Each line’s own page tests its pooled rate."
        )
    without = [one for one in (first, second) if not one.distributions.get("items")]
    if not without:
        return ""
    if any(one.kind == Entry.Kind.HUMAN for one in without):
        return _(
            "There is no test item by item: how people answered single items is told when their study is over, and of"
            " %(few)d people or more."
        ) % {"few": FEW}
    printed = [one.label for one in without]
    return _("There is no test item by item: only printed figures of %(names)s are here, no answers.") % {
        "names": _(" and ").join(printed)
    }
