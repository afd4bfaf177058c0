"""What a study of a given size would show."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from apps.benchmarks.echo import power
from apps.benchmarks.echo.power import Assumptions
from apps.benchmarks.echo.variances import Variances
from apps.benchmarks.stats import Interval

NONE = Variances(0, 0)


def test_without_variance_it_is_the_power_of_a_binomial():
    result = power.simulate(50, 20, Assumptions(0.45, NONE, persons=50), repeats=2000)

    # 1,000 coins of 0.45: width 2 * 1.96 * sqrt(0.2475 / 1000) = 0.0617, power Phi(0.05 / 0.01573 - 1.96) = 0.888.
    # The analysis cannot know that nothing is tied: it is a little wider and a little weaker
    assert 0.0617 <= result.width <= 0.068
    assert 0.82 <= result.power <= 0.90


def test_at_chance_one_study_in_twenty_finds_a_difference():
    result = power.simulate(60, 10, Assumptions(0.5, methods=2, persons=6), repeats=2000)

    assert 0.02 <= result.power <= 0.07
    assert 0.02 <= result.between <= 0.07


@pytest.mark.parametrize("rate", [0.45, 0.55])
def test_a_rate_on_the_bound_is_rarely_found_equivalent(rate):
    assert power.simulate(200, 10, Assumptions(rate, NONE, persons=20), repeats=1000).equivalence <= 0.07


def test_wider_bounds_are_met_more_often():
    narrow, wide = (
        power.simulate(60, 10, Assumptions(0.5, persons=6, bounds=bounds)).equivalence
        for bounds in (Interval(0.45, 0.55), Interval(0.4, 0.6))
    )

    assert wide > narrow + 0.2


def test_more_judges_and_more_pairs_show_more():
    grid = power.table([10, 40, 160], [5, 10], Assumptions(0.4, persons=5))

    assert grid[10, 5].power < grid[40, 5].power < grid[160, 5].power
    assert grid[160, 10].width < grid[40, 10].width < grid[10, 10].width
    assert grid[160, 10].width < grid[160, 5].width


def test_judges_cannot_make_up_for_few_questions():
    few, many = (
        power.simulate(200, 10, Assumptions(0.4, Variances(0, 1.0), persons=persons)).width for persons in (1, 10)
    )

    assert few > 2 * many


def test_more_methods_leave_fewer_judgements_of_each():
    one, seven = (power.simulate(70, 10, Assumptions(0.4, NONE, methods=methods, persons=10)) for methods in (1, 7))

    assert seven.width == pytest.approx(one.width * np.sqrt(7), rel=0.2)
    assert one.between is None


@given(st.floats(0.02, 0.98), st.floats(0, 1.5), st.floats(0, 1.5))
def test_the_rate_is_that_over_all_judges_and_questions(rate, judge_sd, question_sd):
    typical = power.typical_log_odds(rate, Variances(judge_sd, question_sd))

    judges = stats.norm.ppf((np.arange(2000) + 0.5) / 2000) * np.hypot(judge_sd, question_sd)  # two normals added
    assert special.expit(typical + judges).mean() == pytest.approx(rate, abs=1e-3)


@pytest.mark.parametrize(("judges", "pairs"), [(1, 10), (10, 1)])
def test_one_judge_or_one_question_tests_nothing(judges, pairs):
    assert power.simulate(judges, pairs, Assumptions(0.4)) is None


def test_a_second_method_that_nobody_sees_is_not_compared():
    assert power.simulate(2, 1, Assumptions(0.4, methods=2, persons=2)).between is None


def test_verdicts_all_alike_find_nothing():
    assert power.simulate(2, 2, Assumptions(1e-9, NONE), repeats=50) == power.Power(0, 0, 0, None)


@pytest.mark.parametrize("rate", [0, 1, 1.2])
def test_it_refuses_a_rate_that_cannot_vary(rate):
    with pytest.raises(ValueError, match="between 0 and 1"):
        power.simulate(10, 10, Assumptions(rate))


def test_the_same_seed_gives_the_same_study():
    study = Assumptions(0.4)

    assert power.simulate(20, 10, study, seed=3) == power.simulate(20, 10, study, seed=3)
    assert power.simulate(20, 10, study, seed=3) != power.simulate(20, 10, study, seed=4)


def test_the_smallest_study_that_is_enough():
    made = {
        (10, 5): None,
        (10, 10): power.Power(0.3, 0.7, 0, None),
        (20, 10): power.Power(0.2, 0.9, 0, None),
        (40, 5): power.Power(0.1, 0.95, 0, None),
    }

    assert power.fewest(made) == (20, 10)
    assert power.fewest(made, width=0.15) == (40, 5)
    assert power.fewest(made, power=0.99) is None


def test_a_page_of_studies_takes_under_three_seconds():
    start = time.process_time()

    power.table([10, 20, 40, 80, 160], [5, 10, 15, 20], Assumptions(0.4, methods=3, persons=5))

    assert time.process_time() - start < 3
