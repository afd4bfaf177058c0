"""A share and its Wilson interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from apps.benchmarks.echo.shares import Share, share, wilson


@given(st.integers(1, 500), st.data())
def test_it_is_scipys_wilson_interval(n, data):
    hits = data.draw(st.integers(0, n))

    interval = wilson(hits / n, n)

    expected = stats.binomtest(hits, n).proportion_ci(method="wilson")  # SciPy
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_a_share_has_its_number_and_interval():
    result = share([True, True, False, True])

    assert (result.value, result.n, result.ci) == (0.75, 4, wilson(0.75, 4))


def test_repeats_of_one_thing_do_not_narrow_the_interval():
    assert share([True, True, True, False, False, False], units=2).ci == wilson(0.5, 2)


def test_nothing_has_no_share():
    assert share([]) == Share(None, 0, None)
