"""The figure of a printed table: its lines or its columns as marks, people's numbers, SDs, and one scale."""

import json

import plotly.graph_objects
import pytest

from apps.leaderboard.board_files import load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board
from apps.leaderboard.plot import MOST_LINES
from apps.leaderboard.printed_figure import figure
from apps.leaderboard.printed_table import table_of


def cell(value, sd=None):
    return {"value": value, "sd": sd}


def drawn(columns, rows):
    """Write a table of columns (title: scale) and rows (label: kind and cells) as a board's lines, and draw it."""
    head = {
        "table": "Table 9", "title": "Sway", "unit": "points",
        "columns": [{"code": title, "title": title, "better": "higher", "low": low, "high": high}
                    for title, (low, high) in columns.items()],
    }  # fmt: skip
    board = Board.objects.create(slug="tides", title="Tides")
    lines = [
        board.entry_set.create(
            label=label,
            kind="published",
            is_human=kind == "human",
            values=dict(zip(columns, cells, strict=True)),
            provenance={"row": kind, "group": ""},
        )
        for label, (kind, cells) in rows.items()
    ]
    return figure(head, table_of(head, lines))


@pytest.fixture
def wide(db):
    columns = {"sway": (1, 5), "roll": (0, 9), "yaw": (1, 5), "surge": (1, 5), "heave": (1, 5)}
    return drawn(
        columns,
        {
            "gull": ("model", [cell(i, 0.5) for i in range(5)]),
            "cork": ("baseline", [cell(3)] * 5),
            "Sailors": ("human", [cell(4)] * 5),
        },
    )


def test_lines_are_marks_over_the_columns_and_people_come_first(wide):
    assert wide["layout"]["categories"] == ["sway", "yaw", "surge", "heave"]
    assert [(one["name"], one["meta"], one["marker"]["symbol"]) for one in wide["data"]] == [
        ("Sailors", "human", "circle"), ("gull", "model", "square"), ("cork", "base", "diamond-open"),
    ]  # fmt: skip


def test_numbers_and_sds_are_those_of_the_table(wide):
    gull = wide["data"][1]

    assert gull["y"] == [0, 2, 3, 4]
    assert gull["error_y"]["array"] == gull["error_y"]["arrayminus"] == [0.5] * 4
    assert wide["data"][2]["error_y"]["array"] == [None] * 4


def test_columns_of_another_scale_are_left_out_and_named(wide):
    assert wide["layout"]["left_out"] == ["roll"]


def test_of_few_columns_the_lines_go_down_and_people_are_a_line_across(db):
    plot = drawn(
        {"sway": (None, 100)},
        {"gull": ("model", [cell(7, 1)]), "cork": ("model", [cell(8)]), "Sailors": ("human", [cell(9)])},
    )

    assert plot["layout"]["categories"] == ["Sailors", "gull", "cork"]
    assert [(one["name"], one["y"]) for one in plot["data"]] == [("People", [9, None, None]), ("Models", [None, 7, 8])]
    assert {one["offsetgroup"] for one in plot["data"]} == {"sway"}
    assert (plot["layout"]["reference"], plot["layout"]["reference_text"]) == (9, "people")


def test_two_columns_have_two_shapes(db):
    plot = drawn({"sway": (0, 1), "roll": (0, 1)}, {str(i): ("model", [cell(0.1), cell(0.2)]) for i in range(5)})

    assert [(one["name"], one["marker"]["symbol"]) for one in plot["data"]] == [
        ("sway", "square"), ("roll", "triangle-up"),
    ]  # fmt: skip


def test_a_long_table_waits_in_the_legend(db):
    scales = {title: (0, 1) for title in "abcd"}
    plot = drawn(scales, {str(i): ("model", [cell(i / 20)] * 4) for i in range(20)})

    assert sum(one["visible"] is True for one in plot["data"]) == MOST_LINES
    assert len({one["marker"]["symbol"] for one in plot["data"][:MOST_LINES]}) == MOST_LINES


@pytest.mark.parametrize("slug", [slug for slug, file in load_boards().items() if not file.instrument])
def test_every_table_of_every_paper_has_a_figure_that_plotly_accepts(instruments, slug):
    refresh_boards()
    board = Board.objects.get(slug=slug)

    for head in board.about["tables"]:
        plot = figure(head, table_of(head, board.entry_set.filter(provenance__code=head["code"]).order_by("pk")))

        assert len(plotly.graph_objects.Figure(data=plot["data"]).data) == len(plot["data"]) > 0
        assert json.loads(json.dumps(plot))["layout"]["height"] < 1600
