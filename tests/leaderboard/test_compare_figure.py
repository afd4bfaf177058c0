"""Two lines as dots: a panel per subscale, both on one scale, told apart by shape or fill."""

import pytest

from apps.benchmarks.stats import Summary, mean_interval
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.compare import compare
from apps.leaderboard.compare_figure import key_of, panels_of
from apps.leaderboard.models import Board, Entry
from tests.leaderboard.test_compare import cell, line


@pytest.fixture
def board(instruments):
    refresh_boards()
    Entry.objects.all().delete()
    return Board.objects.get(slug="emotion")


def shared(board, first, second, **fields):
    return compare(line(board, "a", first, **fields), line(board, "b", second), 0.01)


def test_each_subscale_has_its_panel_with_both_lines_in_every_row(board):
    values = {"fear.positive": cell(20), "fear.negative": cell(30), "anger.negative": cell(25)}

    panels = panels_of(shared(board, values, values))

    assert [one.title for one in panels] == ["Positive affect", "Negative affect"]
    assert [row.title for row in panels[1].rows] == ["Anger", "Fear"]
    assert all(len(row.marks) == 2 for one in panels for row in one.rows)


def test_kinds_of_situations_stand_under_their_emotion(board):
    values = {"fear-2.negative": cell(30), "fear-1.negative": cell(20), "fear.negative": cell(25)}

    (only,) = panels_of(shared(board, values, values))

    rows = [(row.title, row.is_heading) for row in only.rows]
    assert rows == [("Fear", True), ("Social Fears", False), ("Agoraphobia Fears", False), ("Fear", False)]


def test_a_mean_has_the_interval_of_its_sd_and_size(board):
    (only,) = panels_of(shared(board, {"fear.negative": cell(20, 4, 30)}, {"fear.negative": cell(25, 9, 40)}))

    first, second = only.rows[0].marks
    interval = mean_interval(Summary(20, 4, 30))
    per_unit = (second.x - first.x) / 5
    assert first.arms[1] - first.arms[0] == pytest.approx(per_unit * (interval.high - interval.low), abs=0.3)


def test_changes_are_drawn_apart_from_scores(board):
    first = {"fear.negative": cell(20, change=2.0), "anger.negative": cell(None, change=3.0)}
    second = {"fear.negative": cell(22, change=1.0), "anger.negative": cell(None, change=5.0)}

    panels = panels_of(shared(board, first, second))

    assert [one.title for one in panels] == ["Negative affect", "Negative affect, change"]


def test_two_of_a_kind_differ_by_fill(board):
    values = {"fear.negative": cell(20)}

    assert [classes for classes, _label in key_of(shared(board, values, values))] == ["m", "m hollow"]
    people = key_of(shared(board, values, values, kind="human", is_human=True))
    assert [classes for classes, _label in people] == ["h", "m"]
