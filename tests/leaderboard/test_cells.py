"""One figure with everything that belongs beside it."""

import numpy as np
import pytest

from apps.leaderboard.cells import default_cell, model_cell, people_cell

ALPHA = 0.01


def sample(*values: float):
    return np.array(values, dtype=np.float64)


def test_default_is_a_mean_with_its_interval():
    cell = default_cell(sample(1, 2, 3, 4), missing=2)

    # scipy.stats.t.interval(0.95, 3, 2.5, scipy.stats.sem([1, 2, 3, 4]))
    assert (cell.mean, cell.value, cell.n, cell.missing) == (2.5, 2.5, 4, 2)
    assert cell.ci == pytest.approx((0.4457397432391206, 4.554260256760879))
    assert (cell.change, cell.test, cell.direction) == (None, None, "none")


def test_nothing_answered_is_no_number():
    cell = default_cell(sample(), missing=3)

    assert (cell.mean, cell.sd, cell.n, cell.missing) == (None, None, 0, 3)


@pytest.mark.parametrize(("default", "evoked"), [((1,), (2, 3)), ((1, 2), (3,)), ((), (1, 2)), ((1, 2), ())])
def test_too_few_scores_give_no_test(default, evoked):
    cell = model_cell(sample(*default), sample(*evoked), 0, ALPHA)

    assert (cell.test, cell.p, cell.change, cell.ci) == (None, None, None, None)
    assert cell.n == len(evoked)


def test_unlike_variances_take_welch():
    cell = model_cell(sample(1, 1, 1, 1, 1, 2), sample(1, 9, 2, 8, 3, 10), 0, ALPHA)

    assert cell.test == "welch"


def test_one_pair_gives_no_test():
    cell = people_cell(sample(1), sample(3), 0, ALPHA)

    assert (cell.test, cell.change, cell.n) == (None, None, 1)


def test_a_cell_is_plain_values():
    cell = people_cell(sample(1, 2, 4), sample(3, 3, 4), 1, ALPHA).as_dict()

    assert set(map(type, cell.values())) <= {float, int, str, tuple, type(None)}
    assert cell["missing"] == 1
