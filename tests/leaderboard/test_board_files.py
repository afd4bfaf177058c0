"""The files that say what a board is."""

import json

import pytest

from apps.benchmarks.files import ProtocolError
from apps.leaderboard import printed
from apps.leaderboard.board_files import board_path, load_board, load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board
from apps.studies.models import Instrument

BENCHMARKS = ["emotion", "echo", "psychobench", "reliability", "simulatebench", "simbench", "gama"]
WHOLE = json.loads(board_path("psychobench").read_text())


@pytest.fixture
def written(tmp_path):
    """Write a file that is whole but for these keys; None leaves a key out."""

    def write(**keys):
        content = {key: value for key, value in {**WHOLE, **keys}.items() if value is not None}
        path = tmp_path / "mine.json"
        path.write_text(json.dumps({"instrument": None, **content}))
        return path

    return write


@pytest.mark.parametrize("slug", BENCHMARKS)
def test_every_benchmark_has_a_board_with_sources_and_reading_help(slug):
    board = load_boards()[slug]

    assert board.sources and board.reference and board.question.endswith("?")
    assert board.reading.count(". ") == 1, "two sentences"
    assert board.picture


@pytest.mark.parametrize("slug", sorted(load_boards()))
def test_every_board_names_files_that_are_there(slug, instruments):
    board = load_boards()[slug]

    assert not board.published or printed.printed_path(board.published).is_file()
    assert not board.instrument or Instrument.objects.filter(slug=board.instrument).exists()


@pytest.mark.parametrize("slug", [slug for slug, board in load_boards().items() if not board.instrument])
def test_every_paper_s_tables_are_whole(slug):
    board = load_boards()[slug]
    tables = printed.load_printed(board).tables

    assert board.picture.table in [table.table for table in tables]
    assert len({table.code for table in tables}) == len(tables)
    assert all(table.section for table in tables) or not board.sections


def test_psychobench_has_four_families():
    assert [section.title for section in load_boards()["psychobench"].sections] == [
        "Personality traits", "Relations with others", "Motivation", "Emotional abilities",
    ]  # fmt: skip


def test_boards_stand_in_the_order_of_their_places(instruments):
    refresh_boards()

    shown = [slug for slug in Board.objects.values_list("slug", flat=True) if slug in BENCHMARKS]

    assert shown == BENCHMARKS


def test_a_board_says_what_its_file_says(instruments):
    refresh_boards()

    file = load_boards()["emotion"]
    assert Board.objects.get(slug="emotion").about["reading"] == file.reading
    assert Board.objects.get(slug="emotion-agq").about["reading"] == file.reading
    assert Board.objects.get(slug="emotion-agq").title == "Emotion: AGQ"


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"title": None}, "title is missing; add a text"),
        ({"place": "first"}, "place is a text; write a whole number"),
        ({"direction": "up"}, 'direction is "up"; write one of human, higher, lower'),
        ({"sources": []}, "sources must be a list of texts"),
        ({"colour": "red"}, "colour is not known"),
        ({"published": None}, "published is missing"),
        ({"sections": [{"title": "One"}]}, r"sections\[0\]\.tables is missing"),
        ({"picture": {**WHOLE["picture"], "low": "0"}}, "picture.low must be a number"),
        ({"picture": {**WHOLE["picture"], "low": 5}}, "picture.low must be smaller than high"),
        ({"picture": {**WHOLE["picture"], "field": "mean"}}, 'picture.field is "mean"'),
    ],
)
def test_a_mistake_is_told_with_file_and_key(written, keys, complaint):
    with pytest.raises(ProtocolError, match=rf"mine\.json: {complaint}"):
        load_board(written(**keys))


def test_a_board_of_nothing_is_refused(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**WHOLE, "published": None}))

    with pytest.raises(ProtocolError, match="published is null, and so is instrument"):
        load_board(path)
