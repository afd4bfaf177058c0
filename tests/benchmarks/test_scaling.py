"""A score against the logarithm of size, held against SciPy."""

import math

import pytest
from scipy import stats

from apps.benchmarks.scaling import log_fit

# SimBench, Table 1: Qwen2.5, billions of parameters and score S
SIZES = [0.5, 1.5, 3, 7, 14, 32, 72]
SCORES = [-2.99, 5.34, 8.84, 8.76, 11.93, 12.28, 13.35]


def test_it_is_scipy_s_line():
    fit = log_fit(SIZES, SCORES)
    expected = stats.linregress([math.log10(size) for size in SIZES], SCORES)

    assert (fit.slope, fit.intercept) == pytest.approx((expected.slope, expected.intercept))
    assert fit.r_squared == pytest.approx(expected.rvalue**2)
    assert fit.n == 7
    half = stats.t.ppf(0.975, 5) * expected.stderr
    assert (fit.interval.low, fit.interval.high) == pytest.approx((expected.slope - half, expected.slope + half))


def test_the_slope_is_the_change_for_a_tenfold_size():
    fit = log_fit([1, 10, 100], [5, 7, 9])

    assert fit.slope == pytest.approx(2)
    assert fit.at(1000) == pytest.approx(11)
    assert fit.r_squared == pytest.approx(1)


@pytest.mark.parametrize("sizes", [[], [7], [7, 70], [7, 70, 70]])
def test_fewer_than_three_sizes_make_no_line(sizes):
    assert log_fit(sizes, [1.0] * len(sizes)) is None


def test_equal_scores_are_a_level_line_whose_fit_cannot_be_told():
    fit = log_fit([1, 10, 100], [5, 5, 5])

    assert (fit.slope, fit.r_squared) == (0, None)
