"""One language model over all boards."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.subjects import model_slug

PAGE = "/boards/models/gpt-4/"


@pytest.fixture
def boards(instruments):
    refresh_boards()


@pytest.fixture
def board(boards):
    Entry.objects.all().delete()
    return Board.objects.get(slug="emotion")


def line(board, label, **fields):
    values = {"overall.negative": {"value": 20.0, "sd": 4.0, "n": 30}}
    return Entry.objects.create(
        **{"board": board, "label": label, "kind": "measured", "vignettes": "trial", "values": values, **fields}
    )


@pytest.mark.parametrize(
    ("label", "provenance", "slug"),
    [
        ("gpt-4", {}, "gpt-4"),
        ("GPT-4, second wording", {}, "gpt-4"),
        ("gpt-4, RoleGPT", {"model": "gpt-4"}, "gpt-4"),
        ("All writers, pooled", {"total": "pooled"}, ""),
    ],
)
def test_methods_of_one_model_are_one_model(label, provenance, slug):
    assert model_slug(Entry(label=label, provenance=provenance)) == slug


def test_people_are_no_model():
    assert model_slug(Entry(label="Crowd", is_human=True)) == ""


def test_every_board_of_a_model_is_there_with_people_beside_it(client, boards):
    page = client.get(PAGE).content.decode()

    assert "<h1>gpt-4</h1>" in page
    assert 'href="/boards/emotion/"' in page
    default = re.search(r'<th scope="row">Default, Negative affect.*?</tr>', page, re.S).group()
    assert re.findall(r"<td>([\d.]+)", default) == ["10.00", "13.60"]


def test_a_model_leads_to_its_entries_and_to_the_comparison(client, board):
    entry = line(board, "gpt-4")
    line(board, "Crowd", is_human=True, kind="human")

    page = client.get(PAGE).content.decode()

    assert f'href="/boards/emotion/{entry.pk}/"' in page
    assert 'href="/compare/?a=people&amp;b=gpt-4"' in page


def test_without_people_there_is_nothing_beside_it(client, board):
    line(board, "gpt-4")

    page = client.get(PAGE).content.decode()

    assert "20.00" in page
    assert "compare with people" not in page
    assert "not known" in page


def test_figures_that_say_most_are_shown_and_the_others_counted(client, board):
    many = {f"fear-{i}.negative": {"value": float(i)} for i in range(1, 6)}
    line(board, "gpt-4", values={**many, "overall.negative": {"value": 9.5}})

    page = client.get(PAGE).content.decode()

    assert "9.50" in page
    assert "5 more on its own page" in page


def test_an_unknown_model_is_not_found(client, boards):
    for slug in ("nobody", "people", "models"):
        assert client.get(f"/boards/models/{slug}/").status_code == 404
    assert client.get("/boards/models/").status_code == 404


def test_more_lines_take_no_more_queries(client, board):
    def asked():
        caches["pages"].clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE)
        return len(queries)

    line(board, "gpt-4")
    before = asked()
    for slug in ("emotion-agq", "emotion-bfne"):
        line(Board.objects.get(slug=slug), "gpt-4")
    line(board, "gpt-4, second")

    assert asked() == before <= 6
