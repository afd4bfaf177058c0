"""Differences, comparisons, a model's page and an instrument's in Chromium, by day, by night and without scripts."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.conftest import DESK
from tests.browser.walking import check_thoroughly, press
from tests.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DIFFERENCES = "/boards/emotion/differences/"


@pytest.fixture
def boards(study):
    """One person has finished Rosa's study; the printed lines stand beside."""
    Person(study).go_to("thanks", before=3, after=4)
    refresh_boards()


@pytest.mark.parametrize(
    "address",
    [
        DIFFERENCES,
        f"{DIFFERENCES}?emotion=factors&affect=negative",
        "/compare/",
        "/compare/?a=people&b=gpt-4",
        "/models/gpt-4/",
        "/instruments/panas/1/?prompt=likert&from=v1&to=v2",
        "/instruments/echo/1/",
    ],
)
def test_every_page_is_accessible_and_fits(page, boards, address):
    page.goto(address)

    check_thoroughly(page)


def test_the_differences_are_chosen_and_sorted_and_back_goes_back(page_at, boards):
    page = page_at(DESK)
    page.goto(DIFFERENCES)

    page.get_by_label("Situations").select_option("fear")
    expect(page).to_have_url(re.compile("emotion=fear"))
    expect(page.get_by_role("columnheader", name="Social Fears")).to_have_count(2)

    page.get_by_role("link", name="Social Fears").first.click()
    expect(page).to_have_url(re.compile("emotion=fear&sort=fear-1.positive&dir=up"))
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Social Fears")

    page.go_back()
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Closeness")
    assert page.complaints == []


def test_the_shades_can_be_told_apart_without_colour(page_at, boards):
    """More of a difference is a darker cell, by day, whatever its sign; its number has the sign."""
    page = page_at(DESK)
    page.goto(f"{DIFFERENCES}?emotion=factors")

    def lightness(shade):
        colour = page.locator(f".shades .{shade}").evaluate("one => getComputedStyle(one).backgroundColor")
        red, green, blue = (float(part) for part in re.findall(r"[\d.]+", colour)[:3])
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for sign in ("more", "less"):
        shades = [lightness(f"{sign}{size}") for size in range(1, 5)]
        assert shades == sorted(shades, reverse=True)
        assert min(a - b for a, b in pairwise(shades)) > 0.02 * max(shades)
    for sign, glyph in (("more", "+"), ("less", "−")):
        for cell in page.locator(f"td[class^={sign}]").all()[:20]:
            assert cell.inner_text().startswith(glyph)


def test_two_lines_are_compared_without_javascript(plain_page, boards):
    plain_page.goto("/boards/emotion/")
    plain_page.get_by_role("link", name="Compare two lines").click()
    plain_page.get_by_label("First").select_option("people")
    plain_page.get_by_label("Second").select_option("gpt-4")
    press(plain_page, "Compare")

    expect(plain_page).to_have_url(re.compile(r"/compare/\?a=people&b=gpt-4"))
    expect(plain_page.get_by_role("heading", level=1)).to_have_text("People and gpt-4")
    expect(plain_page.get_by_role("rowheader", name="Default, Negative affect")).to_be_visible()
    check_thoroughly(plain_page)


def test_from_the_board_to_the_model_and_on_to_the_comparison(page_at, boards):
    page = page_at(DESK)
    page.goto("/boards/emotion/")
    page.get_by_role("link", name="Who is closest to people").click()
    page.get_by_role("link", name="gpt-4", exact=True).click()
    check_thoroughly(page)

    page.get_by_role("link", name="gpt-4 on all boards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("gpt-4")
    page.get_by_role("link", name="compare with people").first.click()
    expect(page).to_have_url(re.compile(r"/compare/\?a=people&b=gpt-4"))


def test_two_wordings_are_held_against_each_other(page, boards):
    page.goto("/instruments/panas/1/")
    page.get_by_label("From").select_option("v1")
    page.get_by_label("To").select_option("v3")
    press(page, "Show the difference")

    expect(page.get_by_role("heading", name="From v1 to v3")).to_be_visible()
    check_thoroughly(page)
