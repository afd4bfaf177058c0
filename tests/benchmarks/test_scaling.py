"""A score against the logarithm of size."""

import math

import numpy as np
import pytest

from apps.benchmarks.scaling import log_fit

# SimBench, Table 1: Qwen2.5, billions of parameters and score S
SIZES = [0.5, 1.5, 3, 7, 14, 32, 72]
SCORES = [-2.99, 5.34, 8.84, 8.76, 11.93, 12.28, 13.35]


def test_it_is_the_line_of_least_squares_with_its_interval():
    fit = log_fit(SIZES, SCORES)

    # By the normal equations, and the variance of their solution
    design, scores = np.column_stack([np.ones(7), np.log10(SIZES)]), np.array(SCORES)
    inverse = np.linalg.inv(design.T @ design)
    intercept, slope = inverse @ design.T @ scores
    left = scores - design @ [intercept, slope]
    half = 2.570582 * math.sqrt(left @ left / 5 * inverse[1, 1])  # t of 0.975 at 5 degrees of freedom
    assert (fit.slope, fit.intercept) == pytest.approx((slope, intercept))
    assert (fit.interval.low, fit.interval.high) == pytest.approx((slope - half, slope + half))
    assert fit.r_squared == pytest.approx(1 - left @ left / np.sum((scores - scores.mean()) ** 2))
    assert fit.n == 7


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
