"""A change beside people's, in people's standard deviations."""

import math

import pytest

from apps.benchmarks.differences import Change, standardised


def test_it_is_the_difference_over_peoples_spread_with_the_correction():
    found = standardised(Change(9.0, 1.0), Change(5.0, 2.0), sd=8.0, n=21)

    correction = 1 - 3 / 79
    value = correction * 4 / 8
    half = math.sqrt((correction / 8) ** 2 * 5 + 1.959964**2 * value**2 / 40)
    assert found.value == pytest.approx(value)
    assert (found.ci.low, found.ci.high) == pytest.approx((value - half, value + half))


def test_a_smaller_change_is_negative():
    assert standardised(Change(-9.0, None), Change(-5.0, None), sd=8.0, n=None).value == -0.5


@pytest.mark.parametrize(
    ("line", "people", "n"),
    [(Change(1, None), Change(0, 1), 30), (Change(1, 1), Change(0, None), 30), (Change(1, 1), Change(0, 1), None)],
)
def test_without_all_three_there_is_no_interval(line, people, n):
    assert standardised(line, people, sd=1.0, n=n).ci is None


@pytest.mark.parametrize(("sd", "n"), [(0.0, 30), (1.0, 1)])
def test_people_who_are_all_alike_give_no_unit(sd, n):
    with pytest.raises(ValueError, match="spread"):
        standardised(Change(1, 1), Change(0, 1), sd, n)
