"""How many judges and pairs does a study need? Simulated studies, analysed as real ones are.

A verdict is a coin whose log-odds are the rate's plus a judge's and a question's own normal deviation.
A judge knows one person and answers that person's questions, one pair each; methods share the pairs
as in judging.assign. The tests are those of chance.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special, stats

from apps.benchmarks.echo.chance import BOUNDS, CHANCE, difference_p, equivalence_p
from apps.benchmarks.echo.clusters import degrees_of_freedom, mean_influence, two_way_variance
from apps.benchmarks.echo.variances import DEFAULT, Variances
from apps.benchmarks.stats import Interval

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

ALPHA = 0.05
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(40)  # a normal mean in forty points


@dataclass(frozen=True)
class Power:
    """What a study of one size would show, over simulated studies.

    `width`: mean width of the 95 % interval of one method's rate. `power`: how often the rate is found
    to differ from 50 %. `equivalence`: how often it is found within the bounds. `between`: how often it
    is found to differ from a second method whose rate is 50 % (None where no second is judged).
    """

    width: float
    power: float
    equivalence: float
    between: float | None


@dataclass(frozen=True)
class Assumptions:
    """What is taken to be true of a study, whatever its size.

    `rate`, above 0 and below 1, is the method's success rate over all judges and questions; `methods`
    share the pairs evenly; judges are dealt in turn to `persons`, each with questions of their own.
    """

    rate: float
    variances: Variances = DEFAULT
    methods: int = 1
    persons: int = 1
    bounds: Interval = BOUNDS


def simulate(judges: int, pairs_per_judge: int, given: Assumptions, seed: int = 0, repeats: int = 500) -> Power | None:
    """Return what studies of this size would show; None where the method would meet one judge or one question.

    A study whose verdicts on the method are all alike finds nothing and has width 0, as in chance.py.
    """
    judge, question, method = _design(judges, pairs_per_judge, given)
    own = method == 0
    df = degrees_of_freedom(judge[own], question[own])
    if df < 1:
        return None
    rng = np.random.default_rng(seed)
    compared = method < 2
    judge, question, own = judge[compared], question[compared], own[compared]
    odds = np.where(own, typical_log_odds(given.rate, given.variances), typical_log_odds(CHANCE, given.variances))
    effects = rng.normal(0, given.variances.judge_sd, (repeats, judges))[:, judge]
    effects += rng.normal(0, given.variances.question_sd, (repeats, int(question.max()) + 1))[:, question]
    success = rng.random((repeats, judge.size)) < special.expit(odds + effects)

    found, influence = success[:, own].mean(axis=1), mean_influence(success[:, own])
    se = np.sqrt(two_way_variance(influence, judge[own], question[own]))
    varied = se > 0
    differs = difference_p(found[varied] - CHANCE, se[varied], df) <= ALPHA
    alike = equivalence_p(found[varied], se[varied], df, given.bounds) <= ALPHA
    return Power(
        width=2 * float(stats.t.ppf(1 - ALPHA / 2, df) * se.mean()),
        power=float(differs.sum() / repeats),
        equivalence=float(alike.sum() / repeats),
        between=_between(success, own, judge, question) if not own.all() else None,
    )


def table(
    judges: Iterable[int], pairs_per_judge: Sequence[int], given: Assumptions, seed: int = 0, repeats: int = 500
) -> dict[tuple[int, int], Power | None]:
    """Return `simulate` for every (judges, pairs per judge)."""
    return {(n, pairs): simulate(n, pairs, given, seed, repeats) for n in judges for pairs in pairs_per_judge}


def fewest(
    grid: Mapping[tuple[int, int], Power | None], power: float = 0.8, width: float = 1.0
) -> tuple[int, int] | None:
    """Return the (judges, pairs per judge) of fewest judgements with this power or more and this width or less.

    None where no size in the grid reaches both.
    """
    enough = [size for size, shows in grid.items() if shows and shows.power >= power and shows.width <= width]
    return min(enough, key=lambda size: (size[0] * size[1], size), default=None)


def typical_log_odds(rate: float, variances: Variances) -> float:
    """Return the log-odds of a typical judge and question at which the rate over all of them is `rate`.

    Raises ValueError unless the rate lies between 0 and 1.
    """
    if not 0 < rate < 1:
        raise ValueError(f"a rate to simulate lies between 0 and 1; got {rate}")
    sd = math.hypot(variances.judge_sd, variances.question_sd)

    def excess(centre: float) -> float:
        return float(special.expit(centre + sd * NODES) @ WEIGHTS / WEIGHTS.sum()) - rate

    reach = 1 + (1 + sd) * abs(float(special.logit(rate)))  # averaging pulls log-odds to 0 by less than 1 + sd
    return float(optimize.brentq(excess, -reach, reach))


def _design(judges: int, pairs: int, given: Assumptions) -> tuple[IntArray, IntArray, IntArray]:
    """Return judge, question and method of each judgement; methods rotate over a person's judges and questions."""
    judge, place = (axis.reshape(-1) for axis in np.indices((judges, pairs)))
    return judge, judge % given.persons * pairs + place, (judge // given.persons + place) % given.methods


def _between(success: BoolArray, own: BoolArray, judge: IntArray, question: IntArray) -> float:
    """Return how often two methods of one study are found to differ."""
    influence = np.empty(success.shape)
    influence[:, own] = mean_influence(success[:, own])
    influence[:, ~own] = -mean_influence(success[:, ~own])
    se = np.sqrt(two_way_variance(influence, judge, question))
    difference = success[:, own].mean(axis=1) - success[:, ~own].mean(axis=1)
    varied = se > 0
    found = difference_p(difference[varied], se[varied], degrees_of_freedom(judge, question)) <= ALPHA
    return float(found.sum() / len(success))
