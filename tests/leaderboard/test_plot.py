"""How a figure's rows and scale are laid out."""

import pytest

from apps.leaderboard import plot


def marks(numbers, arms=None, visible=True):
    arms = arms or [None] * len(numbers)
    return plot.trace("gpt", "model", "square", ["a"] * len(numbers), numbers, (arms, arms), visible)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([0.184, 0.415], (0.15, 0.45, 0.05)),
        ([-16.13, 40.8], (-20, 60, 20)),
        ([1, 5], (1, 5, 1)),
        ([3, 3], (2, 4, 0.5)),
        ([], (-1, 1, 0.5)),
    ],
)
def test_the_scale_ends_at_round_numbers_around_all_of_them(numbers, expected):
    assert plot.scale(numbers) == pytest.approx(expected)


def test_a_scale_that_is_given_keeps_its_ends():
    assert plot.scale([140], (0, 100)) == (0, 100, 20)


def test_the_scale_holds_intervals_and_anchors():
    layout = plot.layout([marks([5.0], [4.0])], ["a"], "Score", anchors=(0,))

    assert layout["range"] == [0, 10]
    assert layout["ticks"] == [0, 2, 4, 6, 8, 10]
    assert layout["decimals"] == 0


def test_lines_that_are_not_drawn_can_still_be_switched_on_within_the_scale():
    layout = plot.layout([marks([1.0]), marks([90.0], visible=False)], ["a"], "Score")

    assert layout["range"] == [0, 100]


def test_a_figure_is_as_high_as_its_rows():
    one, three = (plot.layout([marks([1.0])], ["a"] * rows, "Score") for rows in (1, 3))

    assert three["height"] - one["height"] == 2 * one["row"]


def test_a_row_grows_with_its_marks_but_not_where_there_are_many_rows():
    assert plot.row_height(9, 12, 1) > plot.row_height(9, 2, 1)
    assert plot.row_height(36, 12, 1) == plot.LOW_ROW


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anger", ["Anger"]),
        ("Llama-3.1-405B-Instruct", ["Llama-3.1-405B-", "Instruct"]),
        ("Miscommunications and Misunderstandings", ["Miscommunications", "and Misunderstand…"]),
        ("Donaudampfschifffahrtsgesellschaft", ["Donaudampfschifff…"]),
    ],
)
def test_a_name_has_at_most_two_lines_that_fit_on_a_phone(name, lines):
    assert plot.wrapped(name) == lines
    assert all(len(line) <= plot.LETTERS for line in lines)


def test_arms_reach_from_the_number_to_both_ends():
    assert plot.arms_of(5, (3, 9)) == (2, 4)
    assert plot.arms_of(5, None) == plot.arms_of(None, (3, 9)) == (None, None)
