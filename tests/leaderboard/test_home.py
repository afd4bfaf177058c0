"""The first page: each board as a small picture of its result, and what was measured last."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.board_files import PictureFile, load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.pictures import draw, picture_of
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import busy_study


def test_it_leads_to_boards_with_something_on_them(client, instruments):
    refresh_boards()

    page = client.get("/").content.decode()

    for slug in ("emotion", "echo", "psychobench", "simbench", "gama"):
        assert f'href="/boards/{slug}/"' in page
    assert 'href="/boards/emotion-agq/"' not in page


def test_before_the_first_board_it_says_to_wait(client, instruments):
    assert "No board yet" in client.get("/").content.decode()


def test_a_picture_tells_people_models_and_baselines_apart_by_shape(client, instruments):
    busy_study()
    refresh_boards()

    page = client.get("/").content.decode()
    echo = re.search(r'aria-label="(Taken for the person, %: [^"]+)">(.*?)</svg>', page, re.S)
    people = re.search(r'aria-label="(Neuroticism[^"]+)">(.*?)</svg>', page, re.S)

    assert "chance, Zero-shot" in echo.group(1) and echo.group(1).endswith("chance: 50")
    assert (echo.group(2).count('<circle class="b"'), echo.group(2).count('<rect class="m"')) == (1, 4)
    assert people.group(1).startswith("Neuroticism, 1 to 5: People 3.3, llama2-7b 2.7")
    assert (people.group(2).count('<circle class="h"'), people.group(2).count('<rect class="m"')) == (1, 4)


def test_every_printed_board_has_a_picture(instruments):
    refresh_boards()

    assert all(draw(board.picture) for board in Board.objects.filter(instrument=None))


def lines(*values: float, **fields) -> list[Entry]:
    return [
        Entry(label=f"m{value}", kind="published", values={"a": {"value": value}}, provenance={}, **fields)
        for value in values
    ]


def picture(*entries: Entry, **fields):
    drawn = PictureFile("Some", "", "a", "value", 0, 10, 5, "half")
    file = next(iter(load_boards().values()))
    return picture_of(type(file)(**{**vars(file), "picture": drawn}), entries)


def test_a_picture_takes_models_evenly_from_the_largest_to_the_smallest():
    kept = picture(*lines(*range(10)), *lines(3, is_human=True))

    assert [mark["label"] for mark in kept["marks"]] == ["m3", "m9", "m6", "m3", "m0"]


def test_a_mark_lies_where_its_value_is_and_never_outside():
    drawing = draw(picture(*lines(0, 5, 20)))

    assert [row.x for row in drawing.rows] == [256, 194, 132]
    assert drawing.reference == 194
    assert drawing.told == "Some: m20 20.0, m5 5.0, m0 0.0; half: 5"


def test_nothing_measured_is_nothing_lately(client, instruments):
    refresh_boards()

    assert "Measured here lately" not in client.get("/").content.decode()


def test_what_was_measured_last_comes_first(client, study, person, model):
    busy_study()
    refresh_boards()
    for respondent, first, then in [(person(), 1, 3), (person(), 2, 5)]:
        answer(study, respondent, "default", 3, first)
        answer(study, respondent, "anger-1.1", 3, then)
    refresh_boards()

    page = client.get("/").content.decode().partition("Measured here lately")[2]

    assert re.findall(r'<th scope="row" class="who (\w+)"><a [^>]+>([^<]+)</a>', page) == [
        ("human", f"People, {study.title}"), ("model", "gpt-4, RPP"), ("model", "gpt-4, RoleGPT"),
    ]  # fmt: skip


def test_a_line_keeps_its_date_until_it_has_more_answers(study, model):
    answer(study, model, "default", 3, 3)
    refresh_boards()
    dated = dict(Entry.objects.filter(board__slug="emotion").values_list("label", "changed_at"))

    answer(study, model, "default", 3, 3)
    refresh_boards()

    changed = {
        label
        for label, date in Entry.objects.filter(board__slug="emotion").values_list("label", "changed_at")
        if date != dated[label]
    }
    assert changed == {"model-1"}


def test_it_reads_boards_and_lines_only(client, study, person):
    answer(study, person(), "default", 3, 3)
    refresh_boards()

    with CaptureQueriesContext(connection) as queries:
        client.get("/?fresh")

    tables = {table for query in queries for table in re.findall(r'(?:FROM|JOIN) "(\w+)"', query["sql"])}
    assert tables == {"leaderboard_board", "leaderboard_entry"}
    assert len(queries) <= 2


def test_it_says_how_to_take_part_and_to_run_a_model(client, instruments):
    page = client.get("/").content.decode()

    assert page.index("How alike") < page.index("Take part") < page.index("Run your own model")
    assert "<script src" not in page.partition("<main")[2]
