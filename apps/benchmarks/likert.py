"""Scoring of rating scales: keying, subscale sums and means, reliability.

Missing answers are counted and never guessed: a subscale with an unanswered item has
no value, because a sum over fewer items is a smaller number for no reason of the respondent's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.benchmarks.protocol import Item, Subscale

Answers = Mapping[str, int | None]


@dataclass(frozen=True)
class ScoreValue:
    """A subscale's number for one sitting; `value` is None when an item is missing."""

    subscale: str
    value: float | None
    n_items: int
    n_missing: int


def keyed(rating: int, item: Item) -> int:
    """Return the rating as it counts: a reversed item is mirrored, low + high - rating.

    Raises ValueError when the rating is off the item's scale.
    """
    if not item.low <= rating <= item.high:
        raise ValueError(f"item {item.code}: {rating} is off the scale {item.low} to {item.high}")
    return item.low + item.high - rating if item.reversed else rating


def score(answers: Answers, items: Sequence[Item], subscales: Sequence[Subscale]) -> list[ScoreValue]:
    """Return one value per subscale, in their order.

    `answers` maps an item's code to its rating; an absent code or None is a missing answer.
    Raises ValueError for a code that is no item, or a rating off the scale.
    Sums and doubled sums as in EmotionBench (thesis, Part III, Section 2.2 and Table 3).
    """
    by_code = {item.code: item for item in items}
    if unknown := sorted(set(answers) - set(by_code)):
        raise ValueError(f"no such item: {', '.join(unknown)}")
    counted = {code: keyed(rating, by_code[code]) for code, rating in answers.items() if rating is not None}
    return [_subscale_score(counted, subscale) for subscale in subscales]


def _subscale_score(counted: Mapping[str, int], subscale: Subscale) -> ScoreValue:
    ratings = [counted[code] for code in subscale.items if code in counted]
    n_items = len(subscale.items)
    n_missing = n_items - len(ratings)
    if n_missing:
        return ScoreValue(subscale.code, None, n_items, n_missing)
    total = sum(ratings) * subscale.multiplier
    value = total / n_items if subscale.method == "mean" else total
    return ScoreValue(subscale.code, float(value), n_items, 0)


def bounds(items: Sequence[Item], subscale: Subscale) -> tuple[float, float]:
    """Return the lowest and the highest value that the subscale can take."""
    members = [item for item in items if item.code in subscale.items]
    divisor = len(members) if subscale.method == "mean" else 1
    low = sum(item.low for item in members) * subscale.multiplier / divisor
    high = sum(item.high for item in members) * subscale.multiplier / divisor
    return low, high


def cronbach_alpha(ratings: NDArray[np.float64]) -> float:
    """Return Cronbach's alpha of keyed ratings, shape (respondents, items).

    alpha = k/(k-1) * (1 - sum of item variances / variance of the sum), variances with n-1.
    Raises ValueError with fewer than two items or respondents, or when the sums do not vary.
    Source: Cronbach (1951), Psychometrika 16(3), eq. 2.
    """
    respondents, k = ratings.shape
    if k < 2 or respondents < 2:
        raise ValueError(f"alpha needs two items and two respondents; got {k} and {respondents}")
    total = float(np.var(ratings.sum(axis=1), ddof=1))
    if total == 0:
        raise ValueError("alpha is undefined: every respondent has the same sum")
    items = float(np.var(ratings, axis=0, ddof=1).sum())
    return float(k / (k - 1) * (1 - items / total))
