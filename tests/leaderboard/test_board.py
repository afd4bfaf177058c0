"""The page of a board."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.studies.models import LanguageModel, Respondent
from tests.leaderboard.answering import answer

PAGE = "/boards/emotion/"
FIRST = "anger-1.1"


@pytest.fixture
def filled(study, model, person):
    for respondent, first, then in [(model, 1, 5), (model, 2, 5), (person(), 1, 3), (person(), 2, 5)]:
        answer(study, respondent, "default", 3, first)
        answer(study, respondent, FIRST, 3, then)
    refresh_boards()


def rows(page: str) -> list[str]:
    return re.findall(r"<tr[^>]*>\s*<th scope=\"row\"><a [^>]+>([^<]+)</a>", page)


def test_people_are_pinned_to_the_top(client, filled, study):
    page = client.get(PAGE).content.decode()

    assert rows(page)[0] == f"People, {study.title}" or "Crowd" in rows(page)[0]
    human = [label.startswith(("People", "Crowd")) for label in rows(page)]
    assert human == sorted(human, reverse=True)


def test_a_change_has_arrow_interval_n_and_missing_beside_it(client, filled):
    page = client.get(f"{PAGE}?emotion=anger&sort=label&dir=up").content.decode()

    row = re.search(r">model-1</a>.*?</tr>", page, re.S).group()
    assert re.search(r'<td class="(up|ns)">.*?\+3\.5<span class="ci">±[\d.]+ n 2', row, re.S)


def test_a_value_has_its_sd(client, filled):
    page = client.get(f"{PAGE}?show=value").content.decode()

    assert '32.0<span class="ci">SD 0.0 n 2, few</span>' in page


def test_a_cell_of_few_scores_says_so_and_one_of_ten_does_not(client, study, model):
    for _i in range(10):
        answer(study, model, "default", 3, 3)
    for _i in range(9):
        answer(study, model, "anger-1.1", 3, 3)
    refresh_boards()

    page = client.get(f"{PAGE}?emotion=anger&show=value&kind=imported").content.decode()

    row = re.search(r">model-1</a>.*?</tr>", page, re.S).group()
    assert "n 10</span>" in row
    assert "n 9, few</span>" in row
    assert "“Few”: fewer than 10 scores." in page


def test_the_difference_says_what_it_is(client, filled):
    assert "less people’s change with the same situations" in client.get(f"{PAGE}?show=difference").content.decode()


def test_the_figure_and_the_table_hold_the_same_numbers(client, filled):
    page = client.get(PAGE).content.decode()

    figure = json.loads(re.search(r'<script id="figure-data" type="application/json">(.*?)</script>', page).group(1))
    trace = next(trace for trace in figure["data"] if trace["name"] == "model-1")
    assert trace["y"][0] == 3.5
    assert "+3.5" in re.search(r">model-1</a>.*?</tr>", page, re.S).group()


def test_the_chosen_order_is_announced_and_turned_round_by_a_second_click(client, filled):
    page = client.get(f"{PAGE}?sort=anger&dir=down").content.decode()

    assert page.count("aria-sort") == 1
    assert re.search(r'aria-sort="descending"><a href="\?sort=anger&amp;dir=up"', page)


def test_names_sort_from_a_first(client, filled):
    page = client.get(PAGE).content.decode()
    assert 'href="?sort=label&amp;dir=up"' in page

    page = client.get(f"{PAGE}?sort=label&dir=up").content.decode()
    assert re.search(r'aria-sort="ascending"><a href="\?sort=label&amp;dir=down"', page)
    models = [label for label in rows(page) if not label.startswith(("People", "Crowd"))]
    assert models == sorted(models, key=str.casefold)


def test_htmx_gets_the_board_alone(client, filled):
    page = client.get(PAGE, headers={"HX-Request": "true"})

    assert "<html" not in page.content.decode()
    assert "<table" in page.content.decode()
    assert "HX-Request" in page["Vary"]


@pytest.mark.parametrize("query", ["", "?show=value", "?show=difference", "?emotion=factors", "?affect=positive"])
def test_no_answer_score_or_sitting_is_read(client, filled, query):
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE + query)

    for query in queries:
        for table in ("studies_response", "studies_score", "studies_sitting", "studies_respondent"):
            assert table not in query["sql"]


def test_the_number_of_queries_does_not_grow(client, filled, study):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE)
        return len(queries)

    before = count()
    for number in range(4):
        engine = LanguageModel.objects.create(slug=f"m{number}", label=f"m{number}", engine="imported", name="m")
        respondent = Respondent.objects.create(kind="model", language_model=engine, label=f"m{number}")
        answer(study, respondent, "default", 3, 3)
        answer(study, respondent, FIRST, 3, 3)
    refresh_boards()

    assert count() == before


@pytest.mark.parametrize(
    "query", ["?affect=blue", "?show=%00", "?emotion=x", "?sort=%27%3B--", "?dir=x", "?sort=label"]
)
def test_an_odd_choice_is_a_page_all_the_same(client, filled, query):
    assert client.get(PAGE + query).status_code == 200


def test_an_unknown_board_is_not_found(client, filled):
    for page in ("/boards/nothing/", "/boards/nothing.csv", "/api/boards/nothing/", "/boards/emotion/999999/"):
        assert client.get(page).status_code == 404


def test_a_board_cannot_be_sent_to(client, filled):
    assert client.post(PAGE).status_code == 405
    assert client.post("/api/boards/emotion/").status_code in {403, 405}


def test_a_scale_without_lines_has_a_page_too(client, filled):
    assert "Nothing to show for this choice" in client.get("/boards/emotion-agq/").content.decode()


def test_the_caption_names_the_level_of_significance(client, study, settings):
    settings.ALPHA = 0.05
    refresh_boards()

    assert "significant at 0.05" in client.get(PAGE).content.decode()


def test_the_program_interface_gives_the_stable_shape(client, filled):
    answered = client.get("/api/boards/emotion/")

    assert answered["Content-Type"] == "application/json"
    assert answered.json().keys() == {"board", "columns", "entries"}


def test_no_page_allows_inline_scripts_or_styles(client, filled):
    for page in ("/", PAGE, "/api/boards/emotion/", "/login/", "/instruments/"):
        assert "unsafe" not in client.get(page)["Content-Security-Policy"]
