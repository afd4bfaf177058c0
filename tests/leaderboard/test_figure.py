"""The figure: each line's change beside people's."""

import plotly.graph_objects
import pytest
from django.http import QueryDict

from apps.leaderboard.figure import MOST_LINES, figure
from apps.leaderboard.table import columns_of, read_choice
from tests.leaderboard.answering import answer, line

FIRST = "anger-1.1"


@pytest.fixture
def lines(study, model, person):
    for respondent, first, then in [(model, 1, 5), (model, 2, 5), (person(), 1, 3), (person(), 2, 5)]:
        answer(study, respondent, "default", 3, first)
        answer(study, respondent, FIRST, 3, then)
    return [line("model-1"), line(f"People, {study.title}")]


def drawn(lines, query=""):
    choice = read_choice(QueryDict(query), list(lines[0].board.instrument.subscale_set.all()))
    return figure(lines, columns_of(choice), choice, "Negative affect")


def test_plotly_accepts_it(lines):
    plot = plotly.graph_objects.Figure(data=drawn(lines)["data"])

    assert len(plot.data) == 2


def test_people_come_first_as_a_line_and_models_as_squares(lines):
    people, other = drawn(lines)["data"]

    assert (people["mode"], people["marker"]["symbol"]) == ("lines+markers", "circle")
    assert (other["mode"], other["marker"]["symbol"]) == ("markers", "square")


def test_the_numbers_are_those_of_the_line(lines):
    other = drawn(lines)["data"][1]
    cell = lines[0].values["anger.negative"]

    place = other["x"].index("Anger")
    assert other["y"][place] == cell["change"] == 3.5
    assert other["error_y"]["array"][place] == pytest.approx((cell["ci"][1] - cell["ci"][0]) / 2)
    assert other["y"][other["x"].index("Fear")] is None


def test_default_is_no_place_on_the_axis(lines):
    assert "Default" not in drawn(lines)["layout"]["categories"]


def test_values_can_be_drawn_instead(lines):
    other = drawn(lines, "show=value")["data"][1]

    assert other["y"][other["x"].index("Overall")] == 32


def test_a_difference_is_seen_between_the_changes(lines):
    assert drawn(lines, "show=difference")["data"] == drawn(lines)["data"]


def test_lines_beyond_what_can_be_told_apart_wait_in_the_legend(lines):
    shown = [trace["visible"] for trace in drawn(lines * 20)["data"]]

    assert shown[:MOST_LINES] == [True] * MOST_LINES
    assert set(shown[MOST_LINES:]) == {"legendonly"}
