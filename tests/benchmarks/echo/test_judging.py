"""Every judge sees methods equally often, every cell fills evenly, sides tell nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.benchmarks.echo.judging import assign, forms, machine_first

lawful = settings(max_examples=60)
designs = st.tuples(st.integers(1, 20), st.integers(1, 25))
seeds = st.integers(0, 2**32)


def seat(counts, seed, available=None):
    """Let one judge finish; return the methods they saw."""
    chosen = assign(counts, seed, available)
    counts[chosen, np.arange(counts.shape[1])] += 1
    return chosen


def spread(counts):
    return int(np.ptp(counts))


# While every judge finishes


@lawful
@given(designs, seeds, st.integers(1, 45))
def test_no_two_cells_ever_differ_by_more_than_one(design, seed, judges):
    counts = np.zeros(design, dtype=np.int64)

    for judge in range(judges):
        seat(counts, seed + judge)

        assert spread(counts) <= 1


@lawful
@given(designs, seeds, st.integers(1, 45))
def test_a_judge_sees_methods_equally_often(design, seed, judges):
    methods, items = design
    counts = np.zeros(design, dtype=np.int64)

    for judge in range(judges):
        seen = np.bincount(seat(counts, seed + judge), minlength=methods)

        assert set(seen.tolist()) <= {items // methods, -(-items // methods)}


def test_as_many_judges_as_methods_fill_every_cell_once():
    counts = np.zeros((7, 10), dtype=np.int64)

    for judge in range(7):
        seat(counts, judge)

    assert (counts == 1).all()


def test_ties_fall_by_seed():
    empty = np.zeros((7, 10), dtype=np.int64)

    assert assign(empty, 5).tolist() == assign(empty, 5).tolist()
    assert len({tuple(assign(empty, seed).tolist()) for seed in range(50)}) == 50


def test_no_cell_is_favoured():
    empty = np.zeros((4, 6), dtype=np.int64)
    seen = np.zeros((4, 6))

    for seed in range(2000):
        seen[assign(empty, seed), np.arange(6)] += 1

    # Each cell 500 times; six binomial standard deviations
    assert np.abs(seen - 500).max() < 6 * np.sqrt(2000 * 0.25 * 0.75)


# When judges drop out


@lawful
@given(designs, seeds, st.data())
def test_judges_who_leave_open_gaps_no_wider_than_their_number(design, seed, data):
    counts = np.zeros(design, dtype=np.int64)
    left = 0

    for judge in range(30):
        chosen = seat(counts, seed + judge)
        if data.draw(st.integers(0, 4)) == 0:
            unanswered = np.arange(data.draw(st.integers(0, design[1] - 1)), design[1])
            counts[chosen[unanswered], unanswered] -= 1
            left += 1

    assert spread(counts) <= 1 + left


@lawful
@given(designs, seeds, st.integers(1, 4))
def test_new_judges_close_the_gaps_as_far_as_equal_use_of_methods_lets_them(design, seed, most):
    """Where methods divide the items, no judge can make up for a method's total: that much has to stay."""
    methods, items = design
    counts = np.random.default_rng(seed).integers(0, most, design)

    for judge in range(8 * methods):
        seat(counts, seed + judge)

    forced = -(-spread(counts.sum(axis=1)) // items)
    assert np.ptp(counts, axis=0).max() <= 2 + forced


# When answers are missing


@lawful
@given(designs, seeds, st.data())
def test_it_shows_only_answers_that_there_are(design, seed, data):
    methods, items = design
    rng = np.random.default_rng(data.draw(seeds))
    available = rng.random(design) < 0.5
    available[rng.integers(methods, size=items), np.arange(items)] = True
    counts = rng.integers(0, 5, design)

    chosen = assign(counts, seed, available)

    assert available[chosen, np.arange(items)].all()


def test_a_method_without_answers_leaves_the_others_balanced():
    available = np.ones((3, 10), dtype=bool)
    available[1] = False

    seen = np.bincount(assign(np.zeros((3, 10), dtype=np.int64), 1, available), minlength=3)

    assert seen.tolist() == [5, 0, 5]


def test_counts_of_answers_withdrawn_since_do_not_matter():
    counts = np.array([[9, 0], [2, 1], [1, 2]])
    available = np.array([[False, True], [True, True], [True, True]])

    assert assign(counts, 1, available).tolist() == [2, 0]


def test_it_names_the_item_that_no_method_answers():
    available = np.ones((3, 10), dtype=bool)
    available[:, 4] = available[:, 7] = False

    with pytest.raises(ValueError, match="no method has an answer to item 4, 7"):
        assign(np.zeros((3, 10), dtype=np.int64), 1, available)


def test_no_items_are_no_work():
    assert assign(np.zeros((3, 0), dtype=np.int64), 1).tolist() == []


# Sides


def test_the_sides_of_a_sitting_can_be_told_again_from_its_seed():
    assert machine_first(3, 10).tolist() == machine_first(3, 10).tolist()
    assert machine_first(3, 10).shape == (10,)


def test_sides_are_flips_of_a_fair_coin():
    flips = np.array([machine_first(seed, 10) for seed in range(5000)])

    # Six binomial standard deviations: in all, at each place, and from one place to the next
    assert abs(flips.mean() - 0.5) < 6 * 0.5 / np.sqrt(50_000)
    assert np.abs(flips.mean(axis=0) - 0.5).max() < 6 * 0.5 / np.sqrt(5000)
    assert abs((flips[:, 1:] == flips[:, :-1]).mean() - 0.5) < 6 * 0.5 / np.sqrt(45_000)


# Forms for model judges


@given(designs)
def test_over_the_forms_every_method_answers_every_item_once(design):
    methods, items = design

    assert np.sort(forms(methods, items), axis=0).tolist() == [[method] * items for method in range(methods)]


@given(designs)
def test_a_form_uses_methods_equally_often(design):
    methods, items = design

    for form in forms(methods, items):
        assert np.ptp(np.bincount(form, minlength=methods)) <= 1
