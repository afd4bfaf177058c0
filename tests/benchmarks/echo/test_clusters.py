"""The variance of a mean whose observations come in groups."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo import clusters

VERDICTS = np.array([1, 0, 0, 1, 1, 1, 0, 1], dtype=bool)
JUDGE = np.array([0, 0, 1, 1, 2, 2, 3, 3])
QUESTION = np.array([0, 1, 0, 1, 0, 1, 0, 1])


def test_one_cluster_each_is_the_textbook_variance_of_a_mean():
    variance = clusters.one_way_variance(clusters.mean_influence(VERDICTS), np.arange(8))

    assert variance == pytest.approx(np.var(VERDICTS, ddof=1) / 8)


def test_clusters_of_equal_size_are_observations_of_their_own():
    variance = clusters.one_way_variance(clusters.mean_influence(VERDICTS), JUDGE)

    means = [0.5, 0.5, 1.0, 0.5]  # of each judge, by hand
    assert variance == pytest.approx(np.var(means, ddof=1) / 4)


def test_two_ways_add_up_and_take_away_what_was_counted_twice():
    success = np.array([1, 1, 0, 1, 1, 0, 0, 0, 0], dtype=bool)
    judge, question = np.repeat([0, 1, 2], 3), np.tile([0, 1, 2], 3)

    variance = clusters.two_way_variance(clusters.mean_influence(success), judge, question)

    # Written out: squared sums by judge, by question and of single verdicts, each with its G / (G - 1)
    residual = success - 4 / 9
    by_judge = sum(residual[judge == one].sum() ** 2 for one in range(3)) / 81 * 3 / 2
    by_question = sum(residual[question == one].sum() ** 2 for one in range(3)) / 81 * 3 / 2
    independent = (residual**2).sum() / 81 * 9 / 8
    assert variance == pytest.approx(max(by_judge + by_question - independent, by_judge, by_question, independent))


def test_it_is_never_below_that_of_independent_verdicts():
    success = np.array([1, 0, 0, 1], dtype=bool)  # every judge and every question half and half

    variance = clusters.two_way_variance(
        clusters.mean_influence(success), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    )

    assert variance == pytest.approx(np.var(success, ddof=1) / 4)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=4, max_size=40))
def test_names_of_judges_and_questions_do_not_matter(rows):
    success, judge, question = (np.array(column) for column in zip(*rows, strict=True))
    if clusters.degrees_of_freedom(judge, question) < 1:
        return
    influence = clusters.mean_influence(success)

    one = clusters.two_way_variance(influence, judge, question)

    assert one == pytest.approx(clusters.two_way_variance(influence, 90 - 7 * judge, 3 * question + 11))
    assert one == pytest.approx(clusters.two_way_variance(influence, question, judge))


def test_many_studies_at_once_are_the_same_as_one_by_one():
    studies = np.random.default_rng(0).random((5, 8)) < 0.5

    together = clusters.two_way_variance(clusters.mean_influence(studies), JUDGE, QUESTION)

    one_by_one = [clusters.two_way_variance(clusters.mean_influence(study), JUDGE, QUESTION) for study in studies]
    assert together == pytest.approx(np.array(one_by_one))


def test_the_fewer_of_judges_and_questions_decides_the_degrees_of_freedom():
    assert clusters.degrees_of_freedom(JUDGE, QUESTION) == 1
