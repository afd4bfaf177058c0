"""Ranks as ranges: what must hold for any table, and a table whose answer is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from apps.benchmarks.ranks import MIN_COLUMNS, closeness, holm

NUMBERS = st.floats(-5, 5).map(lambda number: round(number, 3))
TABLES = st.tuples(st.integers(1, 6), st.integers(MIN_COLUMNS, 14)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=NUMBERS)
)
FEW = settings(max_examples=40)
RNG = np.random.default_rng(7)


def ranges(table, **fields):
    return [(line.best, line.worst) for line in closeness(table, **fields)]


@given(TABLES)
@FEW
def test_a_range_holds_the_place_by_root_mean_square(table):
    lines = closeness(table)

    for line in lines:
        closer = sum(other.rms < line.rms for other in lines)
        farther = sum(other.rms > line.rms for other in lines)
        assert 1 <= line.best <= closer + 1
        assert len(lines) - farther <= line.worst <= len(lines)


@given(TABLES, st.randoms())
@FEW
def test_the_order_of_the_lines_changes_nothing(table, random):
    order = list(range(len(table)))
    random.shuffle(order)

    assert ranges(table[order]) == [ranges(table)[i] for i in order]


@given(TABLES)
@FEW
def test_lines_alike_have_one_range_and_signs_do_not_matter(table):
    both = ranges(np.concatenate([table, -table]))

    assert both[: len(table)] == both[len(table) :]


@given(TABLES)
@FEW
def test_the_interval_holds_no_negative_and_comes_again(table):
    lines = closeness(table)

    assert lines == closeness(table)
    assert all(0 <= line.ci.low <= line.ci.high for line in lines)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_is_never_below_p_nor_above_bonferroni_and_keeps_the_order(p_values):
    adjusted = holm(p_values)

    for p, own in zip(p_values, adjusted, strict=True):
        assert p <= own <= min(1, max(p, len(p_values) * p))
    assert sorted(adjusted) == [adjusted[i] for i in sorted(range(len(p_values)), key=lambda i: p_values[i])]


def test_holm_as_worked_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_clearly_apart_are_ranked_and_close_ones_share_a_range():
    near, alike, far = RNG.normal(0, 0.2, 36), RNG.normal(0, 0.2, 36), RNG.normal(3, 0.2, 36)

    assert ranges([near, far, alike]) == [(1, 2), (3, 3), (1, 2)]


def test_twenty_lines_far_apart_are_all_told_apart():
    table = [RNG.normal(place, 0.1, 36) for place in range(1, 21)]

    assert ranges(table) == [(place, place) for place in range(1, 21)]


def test_a_difference_that_never_varies_is_a_difference():
    assert ranges([np.full(12, 0.5), np.full(12, 0.7)]) == [(1, 1), (2, 2)]


def test_the_root_mean_square():
    assert closeness([[3.0, -4.0]])[0].rms == pytest.approx(12.5**0.5)


def test_few_columns_give_no_ranks():
    line = closeness(np.ones((2, MIN_COLUMNS - 1)))[0]

    assert (line.ci, line.best, line.worst) == (None, None, None)


@pytest.mark.parametrize("table", [[[1.0, float("nan")]], [1.0, 2.0], np.ones((2, 0))])
def test_a_table_with_gaps_is_refused(table):
    with pytest.raises(ValueError, match="without gaps"):
        closeness(table)


def test_chance_alone_seldom_ranks():
    """Lines of the same distribution: Holm keeps any false order near alpha."""
    wrong = 0
    for seed in range(60):
        table = np.random.default_rng(seed).normal(0, 1, (5, 36))
        wrong += any(line != (1, 5) for line in ranges(table, alpha=0.05))

    assert wrong <= 8
