"""The tests and effect sizes, against numbers computed elsewhere and against their own laws.

No R here: the figures marked R are those that R prints for its `sleep` data (Student's ten
patients) with t.test and var.test, and SciPy 1.17.1 gives the same from the raw data
(ttest_ind, ttest_rel). The golden file was computed from the raw answers, rounded to six digits.
"""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from apps.benchmarks import stats
from apps.benchmarks.stats import Summary

SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
FIRST, SECOND = stats.summarise(SLEEP_1), stats.summarise(SLEEP_2)
DIRECTIONS = {"up": "up", "down": "down", "-": "none"}


def golden(shared):
    return json.loads((shared / "golden" / "emotionbench.json").read_text(encoding="utf-8"))


def near_p(p):
    """The golden file keeps six decimals of a p, or five digits of a small one."""
    return pytest.approx(p, rel=1e-4, abs=5.1e-7 if p >= 1e-6 else 1e-12)


# Elsewhere: R and SciPy


def test_it_chooses_student_for_like_variances_as_r_would():
    result = stats.compare(FIRST, SECOND)

    # R: t.test(extra ~ group, var.equal = TRUE), groups the other way round
    assert (result.test, result.df) == ("student", 18)
    assert result.change == pytest.approx(1.58)
    assert result.t == pytest.approx(1.8608, abs=5e-5)
    assert result.p == pytest.approx(0.07919, abs=5e-6)
    assert (result.ci.low, result.ci.high) == pytest.approx((-0.203874, 3.363874), abs=5e-7)


def test_it_gives_welch_its_own_degrees_of_freedom():
    result = stats.compare(FIRST, SECOND, alpha=0.8)  # above the F test's p, so the variances count as unlike

    # R: t.test(extra ~ group)
    assert result.test == "welch"
    assert result.df == pytest.approx(17.776, abs=5e-4)
    assert result.p == pytest.approx(0.07939, abs=5e-6)
    assert (result.ci.low, result.ci.high) == pytest.approx((-0.2054832, 3.3654832), abs=5e-8)


def test_it_pairs_as_r_does():
    result = stats.compare_paired(SLEEP_1, SLEEP_2)

    # R: t.test(extra ~ group, paired = TRUE)
    assert (result.test, result.df, result.direction) == ("paired", 9, "up")
    assert result.t == pytest.approx(4.0621, abs=5e-5)
    assert result.p == pytest.approx(0.002833, abs=5e-7)
    assert (result.ci.low, result.ci.high) == pytest.approx((0.7001142, 2.4598858), abs=5e-8)


def test_it_compares_variances_as_r_does():
    result = stats.f_test(FIRST, SECOND)

    # R: var.test(extra ~ group), F = 0.79834: ours is larger over smaller, so its inverse
    assert result.f == pytest.approx(1 / 0.79834, abs=1e-4)
    assert result.p == pytest.approx(0.7427, abs=5e-5)


def test_hedges_g_is_cohens_d_shrunk_for_small_samples():
    g, interval = stats.hedges_g(FIRST, SECOND)

    # d = 0.8321811 (mean difference over pooled SD, by hand), J = 1 - 3/71, variance 20/100 + g^2/40
    assert g == pytest.approx(0.8321811 * (1 - 3 / 71), abs=1e-7)
    assert (interval.low, interval.high) == pytest.approx((-0.113642, 1.707677), abs=1e-5)


def test_dz_is_the_paired_t_over_the_root_of_n():
    result = stats.compare_paired(SLEEP_1, SLEEP_2)

    # variance 1/10 + 1.2845579^2/20, by hand
    assert result.effect == pytest.approx(result.t / math.sqrt(10))
    assert result.effect == pytest.approx(1.284558, abs=1e-6)
    half = 1.959964 * math.sqrt(0.1 + 1.284558**2 / 20)
    assert result.effect_ci.high - result.effect == pytest.approx(half, abs=1e-5)


def test_a_mean_has_a_t_interval():
    interval = stats.mean_interval(stats.summarise(np.subtract(SLEEP_2, SLEEP_1)))

    # R: t.test(extra ~ group, paired = TRUE)
    assert (interval.low, interval.high) == pytest.approx((0.7001142, 2.4598858), abs=5e-8)


# Elsewhere: the golden file


@pytest.mark.parametrize("model", ["davinci-003", "gpt-3.5-turbo", "llama2-7b", "mixtral-8x22b"])
def test_it_reproduces_every_change_of_a_model(shared, model):
    figures = golden(shared)["models"][model]

    for row in (*figures["factors"].values(), *figures["emotions"].values()):
        for affect in "PN":
            default, expected = figures["default"][affect], row[affect]
            result = stats.compare(
                Summary(default["mean"], default["sd"], figures["default"]["n"]),
                Summary(expected["mean"], expected["sd"], expected["n"]),
            )

            assert result.test == expected["test"]
            assert result.change == pytest.approx(expected["change"], abs=5e-6)
            assert result.t == pytest.approx(expected["t"], rel=1e-4, abs=1e-4)
            assert result.df == pytest.approx(expected["df"], rel=1e-4)
            assert result.p == near_p(expected["p"])
            assert result.direction == DIRECTIONS[expected["symbol"]]


def test_it_reproduces_every_change_of_the_crowd(shared):
    crowd = golden(shared)["crowd"]

    for row in (*crowd["factors"].values(), *crowd["emotions"].values()):
        for affect in "PN":
            expected = row[affect]
            # Any differences with this mean and SD give the same paired test.
            spread = np.linspace(-1, 1, expected["n"])
            differences = expected["change"] + expected["sd_change"] * spread / np.std(spread, ddof=1)
            result = stats.compare_paired(np.zeros(expected["n"]), differences)

            assert (result.t, result.df) == pytest.approx((expected["t"], expected["df"]), abs=1e-4)
            assert result.p == near_p(expected["p"])
            assert result.effect == pytest.approx(expected["dz"], abs=2e-6)
            assert result.direction == DIRECTIONS[expected["symbol"]]


# Samples without spread


def test_two_equal_constants_do_not_differ():
    result = stats.compare(Summary(10, 0, 50), Summary(10, 0, 50))

    assert (result.test, result.change, result.direction) == ("constant", 0, "none")
    assert result.p is result.t is result.df is result.ci is result.effect is result.effect_ci is None


@pytest.mark.parametrize(("evoked", "direction"), [(12, "up"), (8, "down")])
def test_two_unequal_constants_differ_without_a_test(evoked, direction):
    result = stats.compare(Summary(10, 0, 50), Summary(evoked, 0, 50))

    assert (result.test, result.direction, result.p) == ("constant", direction, None)


def test_a_constant_beside_a_varying_sample_is_welch_and_equals_the_one_sample_test():
    varying = [12.0, 15.0, 11.0, 14.0, 18.0]

    result = stats.compare(Summary(10, 0, 50), stats.summarise(varying))

    expected = scipy_stats.ttest_1samp(varying, 10)  # SciPy, from the raw data
    assert (result.test, result.df) == ("welch", 4)
    assert (result.t, result.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert stats.f_test(Summary(10, 0, 50), stats.summarise(varying)) == stats.FTest(math.inf, 0.0)


def test_the_same_change_in_every_person_is_constant():
    result = stats.compare_paired([10, 20, 30], [13, 23, 33])

    assert (result.test, result.change, result.direction, result.p) == ("constant", 3, "up", None)


def test_no_spread_has_no_effect_size_and_no_interval():
    assert stats.hedges_g(Summary(1, 0, 5), Summary(2, 0, 5)) == (None, None)
    assert stats.mean_interval(Summary(1, 0, 5)) is None
    assert stats.mean_interval(Summary(1, 0, 1)) is None


def test_one_value_has_no_spread():
    assert stats.summarise([31]) == Summary(31, 0, 1)


# Alpha


@pytest.mark.parametrize(("p", "expected"), [(0.009, "up"), (0.01, "up"), (0.0100001, "none")])
def test_a_p_of_exactly_alpha_is_significant(p, expected):
    assert stats.direction(1.5, p) == expected


def test_no_change_has_no_direction_however_small_the_p():
    assert stats.direction(0.0, 0.0) == "none"


def test_variances_count_as_unlike_at_exactly_alpha():
    p = stats.f_test(FIRST, SECOND).p

    assert stats.compare(FIRST, SECOND, alpha=p).test == "welch"
    assert stats.compare(FIRST, SECOND, alpha=np.nextafter(p, 0)).test == "student"


# Refusals


def test_it_refuses_an_empty_sample():
    with pytest.raises(ValueError, match="at least one value"):
        stats.summarise([])


@pytest.mark.parametrize("test", [stats.f_test, stats.compare])
def test_it_refuses_to_test_a_single_value(test):
    with pytest.raises(ValueError, match="two values in each sample; got 1"):
        test(Summary(10, 0, 1), Summary(12, 1, 5))


@pytest.mark.parametrize(("before", "after"), [([1, 2, 3], [1, 2]), ([1], [2]), ([], [])])
def test_it_refuses_what_is_no_set_of_pairs(before, after):
    with pytest.raises(ValueError, match=f"got {len(before)} and {len(after)}"):
        stats.compare_paired(before, after)


# Laws


scores = st.integers(10, 50)
samples = st.lists(scores, min_size=2, max_size=40)
pairs = st.lists(st.tuples(scores, scores), min_size=2, max_size=40)


def same(a, b):
    """Equal numbers, or both missing."""
    return (a is None and b is None) or a == pytest.approx(b, rel=1e-6, abs=1e-9)


def assert_mirrored(one, other):
    assert one.test == other.test
    assert one.change == -other.change
    assert same(one.p, other.p)
    assert {one.direction, other.direction} in ({"none"}, {"up", "down"})
    if one.ci:
        assert (one.ci.low, one.ci.high) == pytest.approx((-other.ci.high, -other.ci.low))
        assert one.effect == pytest.approx(-other.effect)


@given(samples, samples)
def test_swapping_the_samples_mirrors_the_comparison(a, b):
    one, other = stats.summarise(a), stats.summarise(b)

    assert_mirrored(stats.compare(one, other), stats.compare(other, one))


@given(pairs)
def test_swapping_before_and_after_mirrors_the_comparison(people):
    before, after = zip(*people, strict=True)

    assert_mirrored(stats.compare_paired(before, after), stats.compare_paired(after, before))


@given(pairs)
def test_pairs_are_one_sample_of_differences(people):
    before, after = np.array(people, dtype=float).T

    result = stats.compare_paired(before, after)

    if result.test == "paired":
        expected = scipy_stats.ttest_1samp(after - before, 0)
        assert (result.t, result.p) == pytest.approx((expected.statistic, expected.pvalue))


@given(samples, samples)
def test_p_is_a_probability_and_the_interval_holds_the_change(a, b):
    result = stats.compare(stats.summarise(a), stats.summarise(b))

    if result.test != "constant":
        assert 0 <= result.p <= 1
        assert result.ci.low <= result.change <= result.ci.high
        assert result.effect_ci.low <= result.effect <= result.effect_ci.high


@given(samples, samples)
def test_what_is_significant_at_one_percent_has_an_interval_without_zero(a, b):
    result = stats.compare(stats.summarise(a), stats.summarise(b))

    if result.ci and result.direction != "none":
        assert result.ci.low > 0 or result.ci.high < 0


@given(samples, samples, st.integers(-100, 100))
def test_adding_a_constant_to_all_scores_changes_nothing(a, b, shift):
    moved = stats.compare(*(stats.summarise([value + shift for value in sample]) for sample in (a, b)))

    result = stats.compare(stats.summarise(a), stats.summarise(b))
    assert (moved.test, moved.direction) == (result.test, result.direction)
    assert same(moved.p, result.p)
    assert same(moved.change, result.change)


@given(samples, samples)
def test_the_f_test_does_not_care_which_sample_comes_first(a, b):
    one, other = stats.summarise(a), stats.summarise(b)

    result = stats.f_test(one, other)

    assert result == stats.f_test(other, one)
    assert result.f >= 1
    assert 0 <= result.p <= 1


def test_it_sees_that_equal_fractions_have_no_spread():
    # fifty times 3.3 has a mean that rounding moves, and still no variance
    assert stats.summarise([3.3] * 50) == stats.Summary(3.3, 0.0, 50)
    assert stats.compare(stats.summarise([3.3] * 50), stats.summarise([3.4] * 10)).test == "constant"


def test_it_calls_equal_differences_of_fractions_constant():
    assert stats.compare_paired([1.1, 2.1, 3.1], [1.4, 2.4, 3.4]).test == "constant"


def test_it_refuses_what_is_no_number():
    with pytest.raises(ValueError, match="numbers"):
        stats.summarise([1.0, float("nan")])
