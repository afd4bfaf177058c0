"""A board as a flat CSV."""

import csv
import io

import pytest

from apps.leaderboard.boards import board_json
from apps.leaderboard.export import HEADER
from tests.leaderboard.answering import answer, line


@pytest.fixture
def entry(study, model):
    for condition, rating in [("default", 1), ("default", 2), ("anger-1.1", 4), ("anger-1.1", 5)]:
        answer(study, model, condition, 3, rating)
    return line("model-1")


def rows(client) -> list[dict[str, str]]:
    response = client.get("/boards/emotion.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="emotion.csv"'
    return list(csv.DictReader(io.StringIO(response.content.decode())))


def test_there_is_one_row_for_each_line_condition_and_subscale(client, entry):
    found = {(row["label"], row["kind"], row["condition"], row["subscale"]) for row in rows(client)}

    expected = {
        (one["label"], one["kind"], *key.rsplit(".", 1))
        for one in board_json(entry.board)["entries"]
        for key in one["values"]
    }
    assert found == expected
    assert len(rows(client)) == len(expected)
    assert set(rows(client)[0]) == set(HEADER)


def test_a_row_holds_every_number_in_full(client, entry):
    row = next(
        row
        for row in rows(client)
        if (row["label"], row["condition"], row["subscale"]) == ("model-1", "anger", "negative")
    )
    cell = entry.values["anger.negative"]

    assert float(row["p"]) == cell["p"]
    assert [float(row["ci_low"]), float(row["ci_high"])] == list(cell["ci"])
    assert [float(row["effect_low"]), float(row["effect_high"])] == list(cell["effect_ci"])
    assert (row["n"], row["missing"], row["test"], row["direction"]) == ("2", "0", "student", cell["direction"])


def test_an_unknown_number_is_an_empty_field(client, entry):
    row = next(row for row in rows(client) if row["label"] == "gpt-4" and row["condition"] == "anger-1")

    assert (row["n"], row["p"], row["ci_low"], row["sd"]) == ("", "", "", "")
