"""What sways a language model that judges: place, length, its own family's words, the instruction.

One model at a time: a model is a single judge, so judgements are tied by question alone, and repeats
of a pair count as one observation in every interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from apps.benchmarks.echo.clusters import mean_influence, one_way_variance
from apps.benchmarks.echo.shares import Share, share
from apps.benchmarks.stats import Interval

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class LengthBias:
    """How far choices follow length.

    `longer`: share choosing the longer answer, which is the agreement with the control that always does;
    pairs of equal length are left out and counted in `ties`. `correlation`: point-biserial, of choosing
    the first answer with the first's length minus the second's; None where either does not vary.
    """

    longer: Share
    ties: int
    correlation: float | None
    correlation_ci: Interval | None


@dataclass(frozen=True)
class Difference:
    """The first group's success rate minus the second's; None where a group is empty.

    `ci` is None with fewer than two questions in all, or without any spread within the groups.
    """

    value: float | None
    first: Share
    second: Share
    ci: Interval | None


def position_bias(chose_first: BoolArray, pair: IntArray) -> Share:
    """Return the share choosing the first answer; 0.5 is no bias where sides are random.

    Both arrays have one place per judgement; `pair` is the code of what was judged.
    """
    return share(chose_first, np.unique(pair).size)


def length_bias(chose_first: BoolArray, first_length: IntArray, second_length: IntArray, pair: IntArray) -> LengthBias:
    """Return how far choices follow length; arrays have one place per judgement, lengths are in characters.

    Source: ECHO, Section 5.1, the Control Model; a tie, undefined there, is neither longer.
    """
    gap = first_length - second_length
    apart = gap != 0
    longer = share(chose_first[apart] == (gap[apart] > 0), np.unique(pair[apart]).size)
    ties = int(np.count_nonzero(~apart))
    if gap.size < 2 or np.ptp(gap) == 0 or chose_first.all() or not chose_first.any():
        return LengthBias(longer, ties, None, None)
    correlation = float(stats.pointbiserialr(chose_first, gap).statistic)
    return LengthBias(longer, ties, correlation, _fisher_interval(correlation, np.unique(pair).size))


def self_preference(success: BoolArray, own: BoolArray, question: IntArray) -> Difference:
    """Return the success rate of answers by the judge's own model or family minus that of others'.

    `success`: the judge took the machine's answer for the person's; `own`: that answer is of its kind.
    """
    return _difference(success, own, question)


def instruction_bias(success: BoolArray, asked_for_machine: BoolArray, question: IntArray) -> Difference:
    """Return the success rate when asked for the person's answer minus that when asked for the machine's.

    `success` means the same under both instructions (rates.successes); an unbiased judge has 0.
    Source: ECHO, Section 5.2: 91.4 - 27.9 = 63.5 points for GPT-4.
    """
    return _difference(success, ~asked_for_machine, question)


def _difference(success: BoolArray, first: BoolArray, question: IntArray) -> Difference:
    shares = [share(success[group], np.unique(question[group]).size) for group in (first, ~first)]
    if shares[0].value is None or shares[1].value is None:
        return Difference(None, shares[0], shares[1], None)
    value = shares[0].value - shares[1].value
    clusters = np.unique(question).size
    influence = np.empty(success.size)
    influence[first] = mean_influence(success[first])
    influence[~first] = -mean_influence(success[~first])
    if clusters < 2 or not influence.any():
        return Difference(value, shares[0], shares[1], None)
    half = float(stats.t.ppf(0.975, clusters - 1)) * math.sqrt(float(one_way_variance(influence, question)))
    return Difference(value, shares[0], shares[1], Interval(max(-1.0, value - half), min(1.0, value + half)))


def _fisher_interval(correlation: float, n: int) -> Interval | None:
    """Return the 95 % interval of a correlation of n pairs; None where n is under 4 or the fit is perfect.

    Source: Fisher (1921), Metron 1.
    """
    if n < 4 or abs(correlation) >= 1:
        return None
    half = float(stats.norm.ppf(0.975)) / math.sqrt(n - 3)
    centre = math.atanh(correlation)
    return Interval(math.tanh(centre - half), math.tanh(centre + half))
