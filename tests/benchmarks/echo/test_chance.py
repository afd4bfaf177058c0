"""Is a rate 50 %, or near enough, when judges and questions tie judgements together?"""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from apps.benchmarks.echo.chance import against_chance
from apps.benchmarks.stats import Interval
from tests.benchmarks.echo.cast import every, sittings

verdicts = st.lists(st.booleans(), min_size=2, max_size=60)


def test_it_is_the_t_test_where_no_two_judgements_are_tied():
    success = np.arange(40) % 5 < 2

    result = against_chance(every(success))

    expected = stats.ttest_1samp(success.astype(float), 0.5)  # SciPy
    assert (result.rate, result.n, result.df) == (pytest.approx(0.4), 40, 39)
    assert result.p == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval()
    assert (result.ci.low, result.ci.high) == pytest.approx((interval.low, interval.high))


def test_equivalence_is_two_one_sided_t_tests():
    success = np.arange(2000) % 2 == 0

    result = against_chance(every(success))

    above = stats.ttest_1samp(success.astype(float), 0.45, alternative="greater").pvalue  # SciPy
    below = stats.ttest_1samp(success.astype(float), 0.55, alternative="less").pvalue
    assert result.equivalence_p == pytest.approx(max(above, below))
    assert result.equivalence_p < 0.001


def test_stubborn_judges_are_fewer_than_their_judgements():
    judge, question = np.repeat(np.arange(10), 10), np.tile(np.arange(10), 10)
    success = judge < 3

    result = against_chance(every(success, judge, question))

    expected = stats.ttest_1samp((np.arange(10) < 3).astype(float), 0.5)  # SciPy, one observation per judge
    assert result.p >= expected.pvalue * 0.999
    assert result.p > 100 * against_chance(every(success)).p


def test_true_chance_is_rejected_about_one_time_in_twenty():
    rejected = [
        against_chance(sittings([0.5], judges=30, questions=20, judge_sd=0.6, question_sd=0.6, seed=study)).p <= 0.05
        for study in range(400)
    ]

    assert 0.02 <= np.mean(rejected) <= 0.08


@pytest.mark.parametrize(
    "judgements",
    [every([1, 0, 1], judge=[0, 0, 0]), every([1, 0, 1], question=[0, 0, 0]), every([1, 1, 1]), every([0, 0])],
    ids=["one judge", "one question", "always fooled", "never fooled"],
)
def test_there_is_no_test_without_spread(judgements):
    result = against_chance(judgements)

    assert result.rate == pytest.approx(judgements.success.mean())
    assert result.se is result.df is result.ci is result.p is result.equivalence_p is None


def test_no_judgement_is_no_result():
    assert against_chance(every([])) is None


@pytest.mark.parametrize("bounds", [Interval(0.55, 0.45), Interval(0.5, 0.6), Interval(0.1, 0.4)])
def test_it_refuses_bounds_that_do_not_enclose_chance(bounds):
    with pytest.raises(ValueError, match="do not enclose"):
        against_chance(every([1, 0]), bounds)


@given(verdicts)
def test_swapping_person_and_machine_mirrors_the_result(success):
    judgements = every(success, np.arange(len(success)) % 7, np.arange(len(success)) % 5)
    one, other = (
        against_chance(judgements),
        against_chance(dataclasses.replace(judgements, success=~judgements.success)),
    )

    assert one.rate == pytest.approx(1 - other.rate)
    if one.p is not None:
        assert (one.p, one.equivalence_p) == pytest.approx((other.p, other.equivalence_p))


@given(verdicts)
def test_p_and_interval_say_the_same(success):
    result = against_chance(every(success))

    if result.p is not None:
        assert 0 <= result.p <= 1
        if abs(result.p - 0.05) > 1e-9:
            assert (result.p < 0.05) == (not result.ci.low <= 0.5 <= result.ci.high)


@given(verdicts)
def test_no_rate_is_both_different_and_equivalent_without_lying_within_the_bounds(success):
    result = against_chance(every(success))

    if result.p is not None and result.equivalence_p < 0.05:
        assert 0.45 < result.rate < 0.55
