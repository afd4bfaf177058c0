"""Who judges which pairs: the method behind each question, the side of each answer, forms for models.

Two random choices of one sitting never share a stream of numbers: if the side of an answer followed
from the draw that chose its method, the side would tell about the method.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

METHODS, SIDES = 0, 1  # streams of one stored seed


def assign(counts: IntArray, seed: int, available: BoolArray | None = None) -> IntArray:
    """Return the method whose answer a new judge sees for each item, shape (items,).

    `counts`, shape (methods, items), holds the judgements completed or under way; `available`, same
    shape, is False where a method has no answer to show. In this order of weight: the judge sees the
    methods equally often (floor or ceiling of items / methods when every answer is available, else as
    near as can be); the sum of the chosen cells' counts is least, which is the step that lowers the
    cells' sum of squares most; methods with the fewest judgements in all go first; ties fall by `seed`.

    While every judge finishes and every answer is available, no two cells differ by more than one.
    Proof: let d of the methods be least filled in each item. The least filled cells admit a fractional
    choice, 1/d each, so they admit a whole one (flows are integral) which takes floor or ceiling of
    row / d cells from a method with `row` of them; the third rule finds it (bases of a matroid), and
    the same holds again with d - 1. A judge who leaves widens the gap by one at most; new judges close it
    again as far as their own equal use of methods lets them.

    Raises ValueError where an item has no available answer, or `seed` is negative.
    """
    methods, items = counts.shape
    if available is None:
        available = np.ones(counts.shape, dtype=np.bool_)
    if missing := np.flatnonzero(~available.any(axis=0)).tolist():
        raise ValueError(f"no method has an answer to item {', '.join(map(str, missing))}")
    rng = np.random.default_rng((seed, METHODS))
    method_order, item_order = rng.permutation(methods), rng.permutation(items)
    cost = _cost(counts[np.ix_(method_order, item_order)], available[np.ix_(method_order, item_order)])
    chosen = np.empty(items, dtype=np.int64)
    chosen[item_order] = method_order[linear_sum_assignment(cost)[1] % methods]
    return chosen


def machine_first(seed: int, n: int) -> BoolArray:
    """Return for each of n pairs whether the machine's answer stands first: n flips of a fair coin."""
    return np.random.default_rng((seed, SIDES)).integers(2, size=n).astype(np.bool_)


def forms(methods: int, items: int) -> IntArray:
    """Return the method behind each item of each form, shape (methods, items), a cyclic Latin square.

    Over the forms each method answers each item once; within a form methods differ by at most one
    item. Source: ECHO, Appendix C, Algorithm 1, lines 6 and 7.
    """
    return (np.arange(methods)[:, None] + np.arange(items)) % methods


def _cost(counts: IntArray, available: BoolArray) -> NDArray[np.float64]:
    """Return the cost of giving an item to a place, shape (items, places * methods).

    Place k of a method is the k-th use of it in this sitting and costs k: a convex price, so uses
    even out. The three prices are whole numbers of different size; a lower one never adds up to a higher.
    """
    methods, items = counts.shape
    fill = counts - np.where(available, counts, counts.max(initial=0)).min(axis=0)
    rank = np.unique(counts.sum(axis=1), return_inverse=True)[1]
    fill_price = methods * items
    use_price = fill_price * (int(np.abs(fill).max(initial=0)) + 1) * items
    cell = np.where(available, fill * fill_price + rank[:, None], np.inf).T
    places = max(1, -(-items // methods) if available.all() else items)
    return np.concatenate([cell + use * use_price for use in range(places)], axis=1)
