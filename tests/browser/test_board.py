"""The board in Chromium: its figure is drawn, its table holds the numbers, its choices work."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.conftest import DESK, PHONE
from tests.browser.figures import drawn, traces
from tests.browser.walking import check_thoroughly, press
from tests.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/boards/emotion/"


@pytest.fixture
def board(study):
    """Two people have finished Rosa's study; the printed lines stand beside them."""
    for after in (2, 4):
        Person(study).go_to("thanks", before=3, after=after)
    refresh_boards()


@pytest.mark.parametrize("query", ["", "?show=value&emotion=factors", "?show=difference&affect=positive"])
def test_every_view_is_accessible_and_fits(page, board, query):
    page.goto(PAGE + query)

    drawn(page).to_be_visible()
    check_thoroughly(page)


def test_it_is_a_page_without_javascript(plain_page, board):
    plain_page.goto(PAGE)
    plain_page.get_by_label("Show").select_option("value")
    press(plain_page, "Show")

    expect(plain_page).to_have_url(re.compile("show=value"))
    expect(plain_page.get_by_role("caption")).to_contain_text("Mean and standard deviation.")
    expect(plain_page.locator("#figure svg.drawn")).to_be_visible()
    expect(plain_page.get_by_role("button", name="PNG")).to_be_hidden()
    check_thoroughly(plain_page)


def test_the_figure_shows_what_the_table_says(page, board, study):
    page.goto(PAGE)
    drawn(page).to_be_visible()

    told, plotted = traces(page)
    rows = {row.locator("a").first.inner_text(): row.locator("td").all_inner_texts()
            for row in page.locator("tbody tr").all()}  # fmt: skip

    assert [trace["name"] for trace in plotted] == [trace["name"] for trace in told]
    for trace, sent in zip(plotted, told, strict=True):
        assert trace["x"] == sent["y"]
        for number, cell in zip(sent["y"], rows[trace["name"]][1:], strict=True):
            if number is None:
                assert cell.strip() == "·"
            else:
                assert f"{number:+.1f}".replace("-", "−") in cell.replace("\n", " ")


def test_a_choice_swaps_the_board_and_its_figure(page_at, board):
    page = page_at(DESK)
    page.goto(PAGE)
    drawn(page).to_be_visible()

    page.get_by_label("Situations").select_option("fear")

    expect(page).to_have_url(re.compile("emotion=fear"))
    expect(page.get_by_role("columnheader", name="Social Fears")).to_be_visible()
    drawn(page).to_be_visible()
    expect(page.locator("#figure .ytick").first).to_contain_text("Social Fears")
    assert page.complaints == []

    page.reload()
    expect(page.get_by_label("Situations")).to_have_value("fear")
    page.go_back()
    expect(page.get_by_role("columnheader", name="Anger")).to_be_visible()
    assert page.complaints == []


def test_a_heading_sorts_and_keeps_the_choice(page_at, board):
    page = page_at(DESK)
    page.goto(f"{PAGE}?emotion=fear")

    page.get_by_role("link", name="Social Fears").click()

    expect(page).to_have_url(re.compile("emotion=fear&sort=fear-1&dir=down"))
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("Social Fears")
    expect(page.get_by_label("Situations")).to_have_value("fear")


def test_the_situations_go_down_the_page(page, board):
    page.goto(PAGE)

    drawn(page).to_be_visible()

    expect(page.locator("#figure .ytick").first).to_be_visible()
    ticks = page.locator("#figure .ytick").all_text_contents()
    assert {"Anger", "Overall"} <= set(ticks)


def test_the_figure_changes_colour_with_the_night(page_at, board):
    page = page_at(DESK)
    page.goto(PAGE)
    drawn(page).to_be_visible()
    place = page.locator("#figure .points path").first
    by_day = place.evaluate("one => getComputedStyle(one).fill")

    page.emulate_media(color_scheme="dark")

    expect(place).not_to_have_css("fill", by_day)
    assert page.complaints == []


def test_the_library_is_loaded_by_who_sees_the_figure(page_at, board):
    page = page_at(PHONE)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PAGE)
    page.wait_for_load_state("networkidle")
    place = page.locator("#figure")
    expect(place.locator("svg.drawn")).to_be_visible()
    box = place.bounding_box()
    assert not [url for url in asked if "plotly" in url]

    drawn(page).to_be_visible()

    assert [url for url in asked if "plotly" in url]
    assert abs(place.bounding_box()["height"] - box["height"]) < 1
    assert page.complaints == []
