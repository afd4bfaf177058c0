"""The ECHO board in Chromium: the figure with its line of chance, the three tables, the choices."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.conftest import DESK
from tests.browser.figures import drawn, traces
from tests.browser.walking import check_thoroughly, press
from tests.leaderboard.judging import busy_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/boards/echo/"


@pytest.fixture
def board(instruments):
    busy_study()
    refresh_boards()


@pytest.mark.parametrize("query", ["", "?judges=human", "?judges=machine"])
def test_every_table_is_accessible_and_fits(page, board, query):
    page.goto(PAGE + query)

    drawn(page).to_be_visible()
    check_thoroughly(page)


def test_it_is_a_page_without_javascript(plain_page, board):
    plain_page.goto(PAGE)
    plain_page.get_by_label("Judges").select_option("machine")
    press(plain_page, "Show")

    expect(plain_page).to_have_url(re.compile("judges=machine"))
    expect(plain_page.get_by_role("rowheader", name="gpt-5").first).to_be_visible()
    check_thoroughly(plain_page)


def test_a_line_opens_down_to_its_figures(page, board):
    page.goto(PAGE)
    page.get_by_role("link", name="gpt-4, RoleGPT").click()

    expect(page.get_by_role("heading", name="gpt-4, RoleGPT")).to_be_visible()
    check_thoroughly(page)


def test_the_figure_shows_each_rate_and_the_line_of_chance(page, board):
    page.goto(PAGE)
    drawn(page).to_be_visible()

    told, plotted = traces(page)
    [line] = page.evaluate("document.getElementById('figure').layout.shapes.filter(one => one.line.dash)")

    assert [trace["x"] for trace in plotted] == [trace["y"] for trace in told]
    assert line["x0"] == line["x1"] == 50


def test_a_choice_swaps_the_tables_and_the_figure(page_at, board):
    page = page_at(DESK)
    page.goto(PAGE)
    drawn(page).to_be_visible()

    page.get_by_label("Judges").select_option("human")

    expect(page).to_have_url(re.compile("judges=human"))
    expect(page.get_by_role("rowheader", name="longer").first).to_be_visible()
    drawn(page).to_be_visible()
    assert page.complaints == []
