"""How a line's scores and answers are spread: a few small histograms, counted when its board is rebuilt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from django.db.models import Case, Count, Value, When

from apps.leaderboard.cells import Sample
from apps.leaderboard.columns import EMOTIONS, OVERALL, POSITIVE_MARK
from apps.leaderboard.origin import line_of
from apps.studies.models import Instrument, Response, Sitting, Study, Subscale
from apps.studies.models.studies import DEFAULT

MOST_BINS = 20
# Factors are left out: there are too many of them, with too few scores each.
WHOLES = (DEFAULT, *EMOTIONS, OVERALL)

# Condition to item code to how often each rating was given, lowest first.
ItemCounts = dict[str, dict[str, list[int]]]


@dataclass(frozen=True)
class Bins:
    """A subscale's range cut into bins that hold equally many possible scores; the last may hold fewer."""

    low: float
    step: float
    values: int

    @classmethod
    def of(cls, subscale: Subscale) -> Bins:
        step = subscale.multiplier / (subscale.items.count() if subscale.method == "mean" else 1)
        return cls(subscale.low, step, round((subscale.high - subscale.low) / step) + 1)

    @property
    def per_bin(self) -> int:
        return ceil(self.values / MOST_BINS)

    @property
    def starts(self) -> list[float]:
        """Return the lowest score of each bin."""
        return [self.low + self.step * i for i in range(0, self.values, self.per_bin)]

    def counts(self, scores: Sample) -> list[int]:
        places = np.rint((scores - self.low) / self.step).astype(np.int64) // self.per_bin
        found: list[int] = np.bincount(places, minlength=len(self.starts)).tolist()
        return found


def bins_of(instrument: Instrument) -> dict[str, Bins]:
    return {subscale.code: Bins.of(subscale) for subscale in instrument.subscale_set.all()}


def is_shown(condition: str) -> bool:
    return condition.removesuffix(POSITIVE_MARK) in WHOLES


def distributions(samples: Mapping[tuple[str, str], Sample], bins: Mapping[str, Bins], items: ItemCounts) -> Any:
    """Return what an entry keeps, ready for JSON: scores by "<condition>.<subscale>", answers by condition and item."""
    return {
        "starts": {code: one.starts for code, one in bins.items()},
        "scores": {
            f"{condition}.{subscale}": bins[subscale].counts(scores)
            for (condition, subscale), scores in samples.items()
            if is_shown(condition) and scores.size
        },
        "items": items,
    }


def of_many(kept: Any, fewest: int) -> Any:
    """Return distributions without those of fewer scores or answers: single people's could be read off.

    Where an emotion is left out all are, since overall less the others would tell it.
    """
    scores = {key: counts for key, counts in kept["scores"].items() if sum(counts) >= fewest}
    if len(scores) < len(kept["scores"]):
        scores = {key: counts for key, counts in scores.items() if key.partition(".")[0] in {DEFAULT, OVERALL}}
    items = {
        condition: counts
        for condition, counts in kept["items"].items()
        if all(sum(ratings) >= fewest for ratings in counts.values())
    }
    return {**kept, "scores": scores, "items": items}


def item_counts(study: Study) -> dict[int, ItemCounts]:
    """Count each item's ratings in default, after all situations, and after all pleasant ones, by line.

    The database counts: what comes back is bounded by items and ratings, however many answered.
    """
    where = Case(
        When(sitting__condition__group=DEFAULT, then=Value(DEFAULT)),
        When(sitting__condition__group__endswith=POSITIVE_MARK, then=Value(OVERALL + POSITIVE_MARK)),
        default=Value(OVERALL),
    )
    given = Response.objects.filter(sitting__study=study, missing="").exclude(sitting__state=Sitting.State.EXCLUDED)
    rows = (
        given.values_list(line_of("sitting__respondent"), where, "item_id", "value").annotate(n=Count("pk")).order_by()
    )
    items = {item.pk: item for item in study.instrument.item_set.all()}
    found: dict[int, ItemCounts] = defaultdict(lambda: defaultdict(dict))
    for line, condition, item_id, value, n in rows:
        item = items[item_id]
        counts = found[line][condition].setdefault(item.code, [0] * (item.high - item.low + 1))
        counts[int(value) - item.low] += n
    return found
