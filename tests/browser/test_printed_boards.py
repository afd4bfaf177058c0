"""The first page and the boards of printed tables, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.checks import check
from tests.browser.conftest import DESK, PHONE
from tests.browser.walking import press
from tests.leaderboard.judging import busy_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES = [
    "/boards/psychobench/",
    "/boards/psychobench/?table=table-12-cabin-vocations",
    "/boards/reliability/",
    "/boards/simulatebench/",
    "/boards/simbench/",
    "/boards/simbench/?table=table-5",
    "/boards/gama/",
]


@pytest.fixture
def boards(instruments):
    busy_study()
    refresh_boards()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits(page, boards, scheme):
    page.emulate_media(color_scheme=scheme)
    for address in ["/", *TABLES]:
        page.goto(address)
        check(page)


def test_a_table_is_chosen_without_javascript(plain_page, boards):
    plain_page.goto("/boards/psychobench/")
    plain_page.get_by_role("combobox", name="Table").select_option("table-14-empathy")
    press(plain_page, "Show")

    expect(plain_page).to_have_url(re.compile("table=table-14-empathy"))
    expect(plain_page.get_by_role("heading", name="Empathy published")).to_be_visible()
    check(plain_page)


def test_a_choice_swaps_the_table_and_back_returns_to_it(page_at, boards):
    page = page_at(DESK)
    page.goto("/boards/gama/")

    page.get_by_role("combobox", name="Table").select_option("table-41")
    expect(page.get_by_role("heading", name="The same setting five times")).to_be_visible()
    expect(page).to_have_url(re.compile("table=table-41"))

    page.go_back()
    expect(page.get_by_role("heading", name="Five models in eight games")).to_be_visible()
    assert page.complaints == []


def test_the_first_column_and_the_head_stay_in_sight(page_at, boards):
    page = page_at(PHONE)
    page.goto("/boards/reliability/")
    box = page.get_by_role("region", name="Table 24")

    box.evaluate("box => { box.scrollLeft = 150; box.scrollTop = 400; }")

    name, head = page.get_by_role("rowheader", name="Template T5"), page.get_by_role("columnheader", name="Respondent")
    edges = box.bounding_box(), name.bounding_box(), head.bounding_box()
    assert abs(edges[1]["x"] - edges[0]["x"]) < 3
    assert abs(edges[2]["x"] - edges[0]["x"]) < 3
    assert abs(edges[2]["y"] - edges[0]["y"]) < 3


def test_a_card_is_one_link_to_its_board(page, boards):
    page.goto("/")

    page.get_by_role("listitem").filter(has_text="SimBench").get_by_role("img").click(force=True)

    expect(page).to_have_url(re.compile("/boards/simbench/"))
