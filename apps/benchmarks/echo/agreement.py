"""Do judges agree, beyond what chance would bring? People with each other, people with models."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class Verdicts(NamedTuple):
    """One verdict per pair, in the order of the pairs' codes, and the number of pairs left out as tied."""

    pair: IntArray
    success: BoolArray
    ties: int


class Kappa(NamedTuple):
    """Cohen's kappa, -1 to 1, and the number of pairs that it rests on."""

    value: float | None
    n: int


def majority(pair: IntArray, success: BoolArray) -> Verdicts:
    """Return what most judgements of each pair say; arrays have one place per judgement."""
    pairs, of = np.unique(pair, return_inverse=True)
    lead = 2 * np.bincount(of, weights=success) - np.bincount(of)
    return Verdicts(pairs[lead != 0], lead[lead != 0] > 0, int(np.count_nonzero(lead == 0)))


def kappa_of_shared(first: Verdicts, second: Verdicts) -> Kappa:
    """Return kappa between two sets of verdicts, over the pairs that both hold."""
    pairs, here, there = np.intersect1d(first.pair, second.pair, return_indices=True)
    return Kappa(cohen_kappa(first.success[here], second.success[there]), pairs.size)


def cohen_kappa(first: NDArray[np.generic], second: NDArray[np.generic]) -> float | None:
    """Return (observed - expected) / (1 - expected) agreement of two raters on the same pairs, in one order.

    None without a pair, or where both give one and the same answer throughout: expected is 1.
    Raises ValueError when the lengths differ. Ours: scikit-learn would be tens of megabytes for three lines.
    Source: Cohen (1960), Educational and Psychological Measurement 20(1), eq. 1.
    """
    if first.shape != second.shape:
        raise ValueError(f"kappa needs the same pairs twice; got {first.size} and {second.size}")
    answers = np.unique(np.concatenate([first, second]))
    if answers.size < 2:
        return None
    observed = float(np.mean(first == second))
    expected = sum(float(np.mean(first == answer) * np.mean(second == answer)) for answer in answers)
    return (observed - expected) / (1 - expected)


def krippendorff_alpha(rater: IntArray, pair: IntArray, answer: NDArray[np.generic]) -> float | None:
    """Return Krippendorff's alpha, nominal, at most 1; arrays have one place per rating.

    A rating that was not made is simply not there; a pair with one rating counts for nothing.
    None where no pair has two ratings, or all that are comparable say the same.
    Raises ValueError when a rater rates a pair twice: repeats of a model are one rating (`majority`).
    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; the arithmetic is the
    package krippendorff's.
    """
    if np.unique(np.stack([rater, pair]), axis=1).shape[1] < rater.size:
        raise ValueError("a rater rates a pair once; reduce repeats to one rating first")
    import krippendorff  # here, not above: only this figure needs it

    of = np.unique(pair, return_inverse=True)[1]
    answers, value = np.unique(answer, return_inverse=True)
    counts = np.zeros((int(of.max(initial=-1)) + 1, answers.size), dtype=np.int64)
    np.add.at(counts, (of, value), 1)
    comparable = counts[counts.sum(axis=1) > 1]
    if np.count_nonzero(comparable.sum(axis=0)) < 2:
        return None
    return float(krippendorff.alpha(value_counts=comparable, level_of_measurement="nominal"))
