"""One language model over all boards."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.subjects import model_slug
from apps.studies.models import LanguageModel

PAGE = "/models/gpt-4/"


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
        ("Our own tiny model", {}, "our-own-tiny-model"),
    ],
)
def test_methods_of_one_model_are_one_model(label, provenance, slug):
    assert model_slug(Entry(label=label, provenance=provenance)) == slug


@pytest.mark.parametrize(("label", "slug"), [("Template T1", ""), ("Ten models", ""), ("gpt-4", "gpt-4")])
def test_a_printed_way_of_asking_is_no_model(label, slug):
    assert model_slug(Entry(label=label, kind="published")) == slug


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
        assert client.get(f"/models/{slug}/").status_code == 404


def test_its_old_address_leads_to_it_for_good(client, boards):
    moved = client.get("/boards/models/gpt-4/")

    assert (moved.status_code, moved["Location"]) == (301, PAGE)


@pytest.fixture
def askable(db):
    return LanguageModel.objects.create(slug="four", label="gpt-4", engine="openai", name="gpt-4-0613")


def test_a_researcher_goes_from_its_lines_to_how_it_is_asked_and_back(client, researcher, boards, askable):
    assert "/language-models/" not in client.get(PAGE).content.decode()

    client.force_login(researcher)

    assert 'href="/language-models/four/"' in client.get(PAGE).content.decode()
    assert f'href="{PAGE}"' in client.get("/language-models/four/").content.decode()


def test_a_model_without_a_line_is_a_page_for_researchers_only(client, researcher, board, askable):
    assert client.get(PAGE).status_code == 404

    client.force_login(researcher)

    assert "It stands on no board yet" in client.get(PAGE).content.decode()


def test_answers_that_were_imported_are_not_asked_here(client, researcher, boards):
    LanguageModel.objects.create(slug="four", label="gpt-4", engine="imported", name="gpt-4")
    client.force_login(researcher)

    assert "/language-models/four/" not in client.get(PAGE).content.decode()


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
