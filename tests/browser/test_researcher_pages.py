"""The pages of researchers and visitors: accessible by day and by night, on a phone and at a desk."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.studies.models import Study
from tests.browser.conftest import DESK, PHONE
from tests.browser.walking import check_thoroughly, press
from tests.people import Person, plan_a_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("address", ["/", "/instruments/", "/instruments/panas/1/",
                                     "/instruments/bfne/1/"])  # fmt: skip
def test_what_visitors_see(page, instruments, address):
    refresh_boards()

    page.goto(address)

    check_thoroughly(page)


def test_the_first_page_before_any_board(page, instruments):
    page.goto("/")

    check_thoroughly(page)


def test_a_line_of_a_board(page, instruments):
    refresh_boards()
    line = Entry.objects.get(label="Crowd, as it should read")

    page.goto(f"/boards/emotion/{line.pk}/")

    check_thoroughly(page)


def test_from_a_plan_to_a_link(page, signed_in, instruments, researcher):
    signed_in(page)
    page.goto("/studies/")
    check_thoroughly(page)

    page.get_by_role("link", name="New study").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New study")
    check_thoroughly(page)

    page.get_by_label("Title").fill("Small storms")
    page.get_by_label("People per condition").fill("0")
    press(page, "Save")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Title")).to_have_value("Small storms")
    check_thoroughly(page)

    page.get_by_role("link", name=re.compile("People per condition")).click()
    expect(page.get_by_label("People per condition")).to_be_in_viewport()
    page.get_by_label("People per condition").fill("7")
    page.get_by_label("Instrument").select_option(label="Positive and Negative Affect Schedule (PANAS)")
    page.get_by_label("Situations", exact=True).select_option(label="Everyday situations")
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("Nobody can take it before you open it")
    check_thoroughly(page)

    press(page, "Open the study")
    expect(page.get_by_role("status")).to_contain_text("Send people the link")
    assert Study.objects.get().is_open
    for summary in page.locator("summary").all():
        summary.click()
    check_thoroughly(page)

    press(page, "Close the study")
    expect(page.get_by_role("status")).to_contain_text("Closed")


def test_a_list_of_studies(page, signed_in, study, researcher):
    plan_a_study(researcher, title="A draft with a long title that has to fit on a small telephone as well")
    signed_in(page)

    page.goto("/studies/")

    expect(page.get_by_role("row")).to_have_count(3)
    check_thoroughly(page)


def test_the_counters_move_and_what_was_unfolded_stays_open(page_at, signed_in, study):
    page = page_at(DESK)
    signed_in(page)
    page.goto(f"/studies/{study.slug}/")
    page.get_by_text("All 10 conditions").click()
    Person(study).go_to("thanks")

    page.evaluate("htmx.ajax('GET', location.pathname, {source: '#progress', target: '#progress', swap: 'innerHTML'})")

    expect(page.locator("#progress dd").first).to_have_text("1 / 70")
    expect(page.get_by_role("table")).to_be_visible()
    assert page.complaints == []


def test_the_keyboard_reaches_the_content_first(page_at, instruments):
    page = page_at(PHONE)
    page.goto("/")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    expect(page.get_by_role("link", name="See the boards")).to_be_focused()
