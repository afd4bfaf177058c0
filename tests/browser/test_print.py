"""Boards and texts on paper."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.conftest import DESK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"


@pytest.fixture
def paper(page_at, instruments):
    """Return `paper(address)`: the page as it is printed, of somebody whose screen is dark."""
    refresh_boards()
    page = page_at(DESK)
    page.emulate_media(media="print", color_scheme="dark")

    def paper(address):
        page.goto(address)
        return page

    return paper


def style(one, name):
    return one.evaluate("(one, name) => getComputedStyle(one)[name]", name)


@pytest.mark.parametrize("address", ["/boards/emotion/", "/boards/reliability/", "/instruments/panas/", "/models/"])
def test_nothing_that_is_clicked_is_printed(paper, address):
    page = paper(address)

    for part in page.locator("nav, header, footer, button, form.bar, .btn").all():
        expect(part).not_to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("address", ["/boards/emotion/", "/methods/", "/docs/statistics/"])
def test_it_is_black_on_white(paper, address):
    page = paper(address)

    assert style(page.locator("html"), "backgroundColor") == WHITE
    assert style(page.get_by_role("heading", level=1), "color") == BLACK
    assert style(page.locator("table td, pre").first, "color") == BLACK


@pytest.mark.parametrize("address", ["/boards/reliability/", "/boards/emotion/differences/", "/models/gpt-4/"])
def test_a_table_is_printed_whole_with_its_head_on_every_page(paper, address):
    page = paper(address)

    for box in page.locator(".scroll").all():
        assert style(box, "overflow") == "visible"
        assert style(box, "maxHeight") == "none"
        assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    assert style(page.locator("thead").first, "display") == "table-header-group"
    for cell in page.locator("thead th").all():
        assert style(cell, "position") == "static"


def test_a_long_table_runs_over_the_pages(paper):
    page = paper("/boards/reliability/")

    printed = page.pdf(prefer_css_page_size=True)

    assert printed.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) > 1


def test_a_link_to_elsewhere_says_where(paper):
    page = paper("/docs/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<a id=out href=\"https://a.org\">b</a>')"
    )

    shown = "one => getComputedStyle(one, '::after').content"
    assert "https://a.org" in page.locator("#out").evaluate(shown)
    assert page.locator("main a").first.evaluate(shown) == "none"
