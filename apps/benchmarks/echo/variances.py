"""How much judges and questions differ: the two numbers that decide how large a study must be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.benchmarks.echo.clusters import codes
from apps.benchmarks.echo.rates import Judgements

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

FEWEST = 5  # judges or questions below which their spread is not worth estimating
LARGEST = 1.5  # a judge one such SD above the middle takes 82 % instead of 50 %


@dataclass(frozen=True)
class Variances:
    """Standard deviations on the log-odds scale; `estimated` is False for the defaults."""

    judge_sd: float
    question_sd: float
    estimated: bool = False


DEFAULT = Variances(0.5, 0.5)  # one SD above the middle takes 62 % instead of 50 %


def estimate_variances(judgements: Judgements) -> Variances:
    """Return rough deviations of judges and questions, each from 0 to 1.5; DEFAULT where data are few.

    Few: under five judges or questions, or no two judgements that share just a judge or just a question.
    The mean product of residuals of judgements that share a judge but no question estimates the variance
    between judges (and the other way round); residuals are from the writer's own rate. As correlations of
    verdicts they become correlations of the hidden scale, sin(pi r / 2), exact at 50 % (Sheppard (1899),
    Philosophical Transactions A 192), where a single verdict's own logistic deviation has about variance 1.7^2.
    """
    judge, question = codes(judgements.judge), codes(judgements.question)
    if min(np.unique(judge).size, np.unique(question).size) < FEWEST:
        return DEFAULT
    writer = codes(judgements.writer)
    own_rate = np.bincount(writer, weights=judgements.success) / np.bincount(writer)
    residual = judgements.success - own_rate[writer]
    both = codes(judge * (question.max() + 1) + question)
    by_judge = _mean_product(residual, judge, both)
    by_question = _mean_product(residual, question, both)
    if by_judge is None or by_question is None:
        return DEFAULT
    own_variance = float(np.mean(residual**2))
    if own_variance == 0:
        return Variances(0.0, 0.0, estimated=True)
    hidden = np.sin(np.pi / 2 * np.clip(np.array([by_judge, by_question]) / own_variance, 0, 1))
    single = max(1 - float(hidden.sum()), 0.1)  # the bound holds anyway below that
    judge_sd, question_sd = np.minimum(1.7 * np.sqrt(hidden / single), LARGEST)
    return Variances(float(judge_sd), float(question_sd), estimated=True)


def _mean_product(residual: FloatArray, cluster: IntArray, both: IntArray) -> float | None:
    """Return the mean product over pairs of judgements in one cluster but not in one of `both`."""
    pairs = (np.bincount(cluster) ** 2).sum() - (np.bincount(both) ** 2).sum()
    if pairs == 0:
        return None
    products = (np.bincount(cluster, residual) ** 2).sum() - (np.bincount(both, residual) ** 2).sum()
    return float(products / pairs)
