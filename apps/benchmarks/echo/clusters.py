"""Standard errors that know that one judge's verdicts, and verdicts on one question, go together.

An estimate is given by the influence of each judgement: the estimate's error is about their sum.
A mean has (y - mean) / n; a difference of two means has one of these and minus the other.
Arrays may carry leading axes (simulated studies); judgements are always the last one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def mean_influence(success: NDArray[np.generic]) -> FloatArray:
    """Return each judgement's influence on the mean, same shape, (y - mean) / n."""
    values = success.astype(np.float64)
    return np.asarray((values - values.mean(axis=-1, keepdims=True)) / values.shape[-1])


def one_way_variance(influence: FloatArray, cluster: IntArray) -> FloatArray:
    """Return the variance of the estimate, shape of the leading axes; needs two clusters.

    Sum over the G clusters of the squared sum of influences, times G / (G - 1).
    Source: Cameron and Miller (2015), Journal of Human Resources 50(2).
    """
    sums = _sums(influence, cluster)
    groups = sums.shape[-1]
    return np.asarray((sums**2).sum(axis=-1) * groups / (groups - 1))


def two_way_variance(influence: FloatArray, judge: IntArray, question: IntArray) -> FloatArray:
    """Return the variance with judgements tied by judge and by question; needs two of each.

    By judge plus by question minus by both. By chance the difference can fall below either part, even
    below 0, so the largest of it, its two parts and the variance of independent judgements counts
    (conservative); it is 0 only where every influence is.
    Source: Cameron, Gelbach and Miller (2011), Journal of Business & Economic Statistics 29(2);
    taking the largest: MacKinnon, Nielsen and Webb (2024), arXiv 2406.08880, for the first three.
    """
    by_judge = one_way_variance(influence, judge)
    by_question = one_way_variance(influence, question)
    by_both = one_way_variance(influence, judge * (question.max() + 1) + question)
    independent = one_way_variance(influence, np.arange(judge.size))
    return np.asarray(np.maximum.reduce([by_judge + by_question - by_both, by_judge, by_question, independent]))


def codes(values: IntArray) -> IntArray:
    """Return 0, 1, 2, ... for the distinct values, in their order."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def degrees_of_freedom(judge: IntArray, question: IntArray) -> int:
    """Return one less than the fewer of judges and questions; below 1 there is no variance to estimate.

    Source: Cameron and Miller (2015), the section on multi-way clusters.
    """
    return int(min(np.unique(judge).size, np.unique(question).size)) - 1


def _sums(influence: FloatArray, cluster: IntArray) -> FloatArray:
    """Sum over each cluster, shape (..., clusters)."""
    of = codes(cluster)
    members = sparse.csr_array((np.ones(of.size), (of, np.arange(of.size))))
    flat = influence.reshape(-1, of.size)
    return np.asarray((members @ flat.T).T).reshape(*influence.shape[:-1], members.shape[0])
