"""Place, length, own family, instruction: what sways a model that judges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from apps.benchmarks.echo.bias import Difference, instruction_bias, length_bias, position_bias, self_preference
from apps.benchmarks.echo.rates import successes
from apps.benchmarks.echo.shares import wilson

lawful = settings(max_examples=50)


def flags(*values):
    return np.array(values, dtype=bool)


# Position


def test_position_bias_is_the_share_of_first_answers():
    result = position_bias(flags(1, 1, 1, 0), np.arange(4))

    assert (result.value, result.n, result.ci) == (0.75, 4, wilson(0.75, 4))


def test_repeats_of_a_pair_are_one_observation():
    result = position_bias(flags(1, 1, 1, 0, 0, 0), np.array([7, 7, 7, 9, 9, 9]))

    assert (result.n, result.ci) == (6, wilson(0.5, 2))


def test_no_judgement_has_no_position_bias():
    assert position_bias(flags(), np.array([], dtype=np.int64)).value is None


# Length


def test_the_control_model_always_chooses_the_longer():
    first, second = np.array([120, 40, 300, 10]), np.array([80, 90, 20, 500])

    result = length_bias(first > second, first, second, np.arange(4))

    assert (result.longer.value, result.longer.n, result.ties) == (1.0, 4, 0)
    assert result.correlation > 0.7  # not 1: one long answer and many short ones choose alike


def test_answers_of_equal_length_are_left_out_and_counted():
    result = length_bias(flags(1, 0, 1), np.array([50, 50, 60]), np.array([50, 40, 50]), np.arange(3))

    assert (result.longer.value, result.longer.n, result.ties) == (0.5, 2, 1)


def test_the_correlation_is_that_of_choice_and_length():
    rng = np.random.default_rng(0)
    first, second = rng.integers(10, 500, 60), rng.integers(10, 500, 60)
    chose_first = rng.random(60) < 0.5

    result = length_bias(chose_first, first, second, np.arange(60))

    expected = stats.pearsonr(chose_first.astype(float), first - second)  # SciPy
    interval = expected.confidence_interval()
    assert result.correlation == pytest.approx(expected.statistic)
    assert (result.correlation_ci.low, result.correlation_ci.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize("chose_first", [flags(1, 1, 1), flags(0, 0, 0)])
def test_a_judge_who_always_picks_one_side_has_no_correlation(chose_first):
    result = length_bias(chose_first, np.array([1, 2, 3]), np.array([3, 3, 1]), np.arange(3))

    assert result.correlation is result.correlation_ci is None


def test_a_handful_of_pairs_has_no_interval_of_the_correlation():
    result = length_bias(flags(1, 0, 1), np.array([1, 2, 3]), np.array([3, 3, 1]), np.arange(3))

    assert result.correlation is not None
    assert result.correlation_ci is None


@lawful
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40))
def test_swapping_the_sides_changes_nothing_about_length(rows):
    chose_first, first, second = (np.array(column) for column in zip(*rows, strict=True))
    pair = np.arange(len(rows))

    one = length_bias(chose_first, first, second, pair)
    other = length_bias(~chose_first, second, first, pair)

    assert (one.longer, one.ties) == (other.longer, other.ties)
    assert one.correlation == pytest.approx(other.correlation)


# Own family


def test_self_preference_is_own_minus_others():
    result = self_preference(flags(1, 1, 1, 0, 0, 0, 1, 0), flags(1, 1, 1, 1, 0, 0, 0, 0), np.arange(8))

    assert result.value == pytest.approx(0.75 - 0.25)
    assert (result.first.n, result.second.n) == (4, 4)
    # Each group's variance of a mean with n below, 3/16/4, both 3/32, times G / (G - 1) = 8/7
    half = stats.t.ppf(0.975, 7) * np.sqrt(3 / 32 * 8 / 7)
    assert (result.ci.low, result.ci.high) == pytest.approx((0.5 - half, min(1, 0.5 + half)))


def test_it_needs_answers_of_both_kinds():
    result = self_preference(flags(1, 0), flags(1, 1), np.arange(2))

    assert (result.value, result.ci) == (None, None)
    assert (result.first.n, result.second.n) == (2, 0)


@pytest.mark.parametrize(
    ("success", "question"), [(flags(1, 1, 0, 0), np.arange(4)), (flags(1, 0, 1, 0), np.zeros(4, dtype=np.int64))]
)
def test_without_spread_or_a_second_question_there_is_no_interval(success, question):
    result = self_preference(success, flags(1, 1, 0, 0), question)

    assert result.ci is None
    assert result.value is not None


# Instruction


def test_the_control_has_the_two_rates_that_add_to_one():
    """Tables 2 and 3 of ECHO: the control's rows add to 100 cell by cell."""
    machine_longer = flags(1, 1, 1, 0, 1, 0, 1, 1)
    both = np.concatenate([machine_longer, machine_longer])  # the longer answer, whatever is asked
    asked_for_machine = np.repeat([False, True], 8)

    result = instruction_bias(successes(both, asked_for_machine), asked_for_machine, np.tile(np.arange(8), 2))

    assert result.first.value + result.second.value == pytest.approx(1)
    assert result.value == pytest.approx(0.5)  # 6 of 8 minus 2 of 8


def test_a_judge_who_can_tell_has_no_instruction_bias():
    truth = flags(1, 0, 1, 1, 0, 1)  # whether the judge is fooled by each pair
    both, asked_for_machine = np.concatenate([truth, ~truth]), np.repeat([False, True], 6)

    result = instruction_bias(successes(both, asked_for_machine), asked_for_machine, np.tile(np.arange(6), 2))

    assert result.value == 0
    assert (result.ci.low, result.ci.high) == pytest.approx((0, 0))  # the same verdict on each question


@lawful
@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 9)), min_size=1, max_size=40))
def test_swapping_the_groups_mirrors_the_difference(rows):
    success, own, question = (np.array(column) for column in zip(*rows, strict=True))

    one, other = self_preference(success, own, question), self_preference(success, ~own, question)

    assert isinstance(one, Difference)
    assert (one.first, one.second) == (other.second, other.first)
    if one.value is not None:
        assert one.value == pytest.approx(-other.value)
    if one.ci:
        assert (one.ci.low, one.ci.high) == pytest.approx((-other.ci.high, -other.ci.low))
