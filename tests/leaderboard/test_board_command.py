"""manage.py board: a board in the terminal."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from apps.leaderboard.boards import board_json
from apps.leaderboard.models import Board
from tests.leaderboard.answering import answer


def said(*args: str, **options: str) -> str:
    out = io.StringIO()
    call_command("board", *args, stdout=out, **options)
    return out.getvalue()


def test_it_is_up_to_date_without_a_worker(study, model):
    answer(study, model, "default", 3, 3)

    assert "model-1 (imported)" in said("emotion")


def test_the_table_has_arrows_dashes_and_dots(study, model):
    for condition, rating in [("default", 1), ("default", 1), ("anger-1.1", 5), ("anger-1.1", 5), ("fear-2.1", 1),
                              ("fear-2.1", 1)]:  # fmt: skip
        answer(study, model, condition, 3, rating)

    lines = said("emotion").splitlines()
    header, row = lines[2] if not lines[1].strip() else lines[1], next(one for one in lines if "model-1" in one)

    assert "overall" in header
    assert "↑ +4.0" in row
    assert "– +0.0" in row
    assert " . " in row


def test_json_is_the_stable_shape(instruments):
    assert json.loads(said("emotion", format="json")) == json.loads(
        json.dumps(board_json(Board.objects.get(slug="emotion")))
    )


def test_csv_is_the_page_s_download(client, instruments):
    text = said("emotion", format="csv")

    assert list(csv.reader(io.StringIO(text))) == list(
        csv.reader(io.StringIO(client.get("/boards/emotion.csv").content.decode()))
    )


def test_an_unknown_board_names_the_known_ones(instruments):
    with pytest.raises(CommandError, match=r'no board "feelings"\. Boards: echo, emotion'):
        said("feelings")


def test_without_instruments_it_says_what_to_run(db):
    with pytest.raises(CommandError, match=r"run manage\.py load_instruments"):
        said("emotion")
