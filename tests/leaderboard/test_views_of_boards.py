"""Filters, orders and citations on the pages of every kind of board."""

import html
import re

import pytest

from apps.leaderboard.boards import refresh_boards
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import busy_study


def names(client, address: str) -> list[str]:
    """The lines of the first table, as they follow each other."""
    table = re.search(r"<table.*?</table>", client.get(address).content.decode(), re.S)[0]
    heads = re.findall(r'<th scope="row"[^>]*>(.*?)</th>', table, re.S)
    return [re.sub(r"<.*", "", re.sub(r"^<a[^>]*>", "", head), flags=re.S).strip() for head in heads]


@pytest.fixture
def boards(study, model):
    answer(study, model, "default", 3, 3)
    answer(study, model, "anger-1.1", 1, 5)
    busy_study()
    refresh_boards()


def test_the_emotion_board_is_filtered_and_people_stay(client, boards):
    shown = names(client, "/boards/emotion/?family=Llama")

    assert shown == ["Crowd, as it should read", "Crowd, as printed", "llama2-13b", "llama2-7b"]
    assert names(client, "/boards/emotion/?kind=imported")[2:] == ["model-1"]


def test_it_says_how_many_lines_are_left_and_how_to_see_all(client, boards):
    page = client.get("/boards/emotion/?family=Llama&show=value").content.decode()

    assert "2 lines answer to the filter" in page
    assert '<a href="/boards/emotion/?show=value">Show all</a>' in page
    assert "answer to the filter" not in client.get("/boards/emotion/?show=value").content.decode()


def test_lines_are_ordered_by_size(client, boards):
    shown = names(client, "/boards/emotion/?sort=size&family=Llama&dir=up")

    assert shown[2:] == ["llama2-7b", "llama2-13b"]


def test_a_printed_table_is_sorted_by_a_column_and_its_headings_go(client, boards):
    address = "/boards/simbench/?table=table-1"
    table, _end, _below = client.get(f"{address}&sort=score&dir=up").content.decode().partition("</table>")
    numbers = [float(number.replace("−", "-")) for number in re.findall(r"<td[^>]*>\s*([−\d.]+)", table)]

    assert len(numbers) > 10
    assert numbers == sorted(numbers)
    assert names(client, f"{address}&sort=label")[0] == "Claude-3.7-Sonnet"


def test_a_printed_table_is_filtered_by_size_as_the_paper_prints_it(client, boards):
    assert names(client, "/boards/simbench/?table=table-1&family=Llama&size=large&sort=score") == [
        "Llama-3.1-405B-Instruct", "Llama-3.1-70B-Instruct",
    ]  # fmt: skip


def test_sorting_is_announced_in_a_printed_table(client, boards):
    page = client.get("/boards/simbench/?table=table-1&sort=score").content.decode()

    assert re.findall(r'aria-sort="(\w+)"', page) == ["descending"]


def writers(client, query: str) -> list[str]:
    page = client.get(f"/boards/echo/{query}").content.decode()
    head = re.findall(r"<thead>.*?</thead>", page, re.S)[-1]
    return [html.unescape(re.sub(r"<[^>]+>", "", one)) for one in re.findall(r"<a [^>]*>.*?</a>", head)]


def test_writers_are_ordered_by_rate_and_totals_stay_last(client, boards):
    assert writers(client, "?sort=rate")[0] == "GPTs"
    assert writers(client, "?sort=rate&dir=up")[0] == "GPT-3.5-Turbo, RPP"
    assert writers(client, "?sort=rate&dir=up")[-1] == writers(client, "?sort=rate")[-1] == "Overall"


def test_writers_are_filtered_by_method_and_the_totals_of_all_go(client, boards):
    assert set(writers(client, "?method=RPP")) == {"GPT-3.5-Turbo, RPP", "GPT-4-Turbo, RPP"}


@pytest.mark.parametrize(
    ("address", "cited"),
    [
        (
            "/boards/emotion/",
            "board Emotion: Negative affect, change from default, all eight emotions. Computed",
        ),
        ("/boards/emotion/", "http://testserver/boards/emotion/?affect=negative&amp;show=change<"),
        ("/boards/emotion/?emotion=fear&kind=imported", "show=change&amp;emotion=fear&amp;kind=imported<"),
        ("/boards/echo/?judges=human", "Models, asked for the person’s answer"),
        ("/boards/gama/", "http://testserver/boards/gama/?table=table-"),
    ],
)
def test_a_view_is_cited_with_an_address_that_shows_it_again(client, boards, address, cited):
    page = client.get(address).content.decode()

    assert cited in page
    link = html.unescape(re.search(r'<a href="(http://testserver/boards/[^"]+)">Permanent link', page)[1])
    again = client.get(link.removeprefix("http://testserver")).content.decode()
    part = re.compile(r"<table.*?</table>", re.S)
    assert [re.sub(r'href="[^"]*"', "", one) for one in part.findall(again)] == [
        re.sub(r'href="[^"]*"', "", one) for one in part.findall(page)
    ]


@pytest.mark.parametrize("query", ["?family=<b>", "?kind=nobody", "?since=never", "?size=huge&dir=sideways&sort=x"])
@pytest.mark.parametrize("board", ["emotion", "echo", "gama"])
def test_an_odd_filter_is_a_page_all_the_same(client, boards, board, query):
    page = client.get(f"/boards/{board}/{query}")

    assert page.status_code == 200
    assert "<b>" not in page.content.decode()
