"""The index of language models."""

import re

import pytest

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry

PAGE = "/models/"


@pytest.fixture
def boards(instruments):
    refresh_boards()


def names(page):
    return re.findall(r'<a href="/models/[^"]+/">([^<]+)</a>', page.content.decode())


def test_every_model_stands_once_with_its_boards(client, boards):
    page = client.get(PAGE).content.decode()

    assert page.count('href="/models/gpt-4/"') == 1
    line = re.search(r'<li><a href="/models/llama2-7b/">.*?</li>', page).group()
    assert [title in line for title in ("Emotion", "PsychoBench", "ECHO")] == [True, True, False]


def test_families_are_headings_in_order_and_hold_their_models(client, boards):
    page = client.get(PAGE).content.decode()

    families = dict(re.findall(r"<section>\s*<h2>([^<]+)</h2>(.*?)</section>", page, re.S))
    assert {"GPT", "Llama", "Qwen"} <= families.keys()
    assert list(families) == sorted(families, key=str.casefold)
    assert "/models/text-davinci-003/" in families["GPT"]
    assert "/models/llama2-7b/" not in families["GPT"]


def test_people_totals_and_ways_of_asking_are_not_listed(client, boards):
    shown = names(client.get(PAGE))

    assert not {"Crowd, as it should read", "Template T1", "Ten models", "Random baseline"} & set(shown)
    assert len(shown) == len(set(shown)) > 40


def test_a_model_of_no_known_family_that_was_measured_comes_last(client, boards):
    Entry.objects.create(board=Board.objects.get(slug="emotion"), label="Our own", kind="measured", values={})

    page = client.get(PAGE)

    assert names(page)[-1] == "Our own"
    assert "Baselines and others" in page.content.decode()


@pytest.mark.parametrize(("words", "found"), [("davinci", ["text-davinci-003"]), ("GPT DAVINCI", ["text-davinci-003"])])
def test_it_is_searched_by_name_and_family(client, boards, words, found):
    page = client.get(PAGE, {"q": words})

    assert names(page) == found
    assert f'value="{words}"' in page.content.decode()


def test_a_search_without_a_hit_says_so_safely(client, boards):
    page = client.get(PAGE, {"q": "<nobody>"})

    assert names(page) == []
    assert "0 models have “&lt;nobody&gt;” in their name or family." in page.content.decode()


def test_every_model_that_is_listed_has_a_page(client, boards):
    for address in re.findall(r'href="(/models/[^"]+/)"', client.get(PAGE).content.decode()):
        assert client.get(address).status_code == 200


def test_before_any_board_it_says_what_to_do(client, db):
    assert "look again in a minute" in client.get(PAGE).content.decode()
