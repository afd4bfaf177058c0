"""The whole walk of a participant in Chromium: on a phone and at a desk, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from apps.studies.models import Participation, Response, Score
from tests.browser.walking import (
    agree,
    arrived,
    begin,
    check_thoroughly,
    choose,
    chosen,
    focused_on_heading,
    press,
    rate,
    stepped_to,
    tell,
)
from tests.people import Person, link_of, open_a_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def focused_on_problems(page):
    if page.javascript:
        expect(page.get_by_role("alert")).to_be_focused()


def test_the_whole_walk(any_page, study):
    page = any_page
    page.goto(link_of(study))
    check_thoroughly(page)
    assert not Participation.objects.exists()

    press(page, "Start")
    arrived(page, "consent")
    check_thoroughly(page)

    agree(page)
    stepped_to(page, "about")
    check_thoroughly(page)

    tell(page)
    stepped_to(page, "before")
    assert page.evaluate("scrollY") == 0
    check_thoroughly(page)

    rate(page, 2)
    press(page, "Continue")
    stepped_to(page, "imagine")
    check_thoroughly(page)

    press(page, "I can picture it")
    stepped_to(page, "after")
    check_thoroughly(page)

    rate(page, 5)
    press(page, "Finish")
    stepped_to(page, "thanks")
    check_thoroughly(page)

    visit = Participation.objects.get()
    assert page.locator("code.code").inner_text() == visit.completion_code
    assert sorted(Score.objects.values_list("value", flat=True)) == [20, 20, 50, 50]
    timed = Response.objects.exclude(latency_ms=None)
    assert timed.count() == (40 if page.javascript else 0)
    assert all(0 < response.latency_ms < 60_000 for response in timed)


def test_what_is_left_open_is_pointed_at(any_page, study):
    page = any_page
    begin(page, study)
    press(page, "Continue")
    focused_on_problems(page)
    expect(page).to_have_title(re.compile("^Error: Before you begin"))
    check_thoroughly(page)

    agree(page)
    stepped_to(page, "about")
    page.locator("#id_age").select_option("25-34")
    press(page, "Continue")
    focused_on_problems(page)
    expect(page).to_have_title(re.compile("^Error: Five questions"))
    assert page.locator("#id_age").input_value() == "25-34"
    check_thoroughly(page)

    tell(page)
    stepped_to(page, "before")
    rate(page, 4, but=("scared", "proud"))
    press(page, "Continue")
    focused_on_problems(page)
    expect(page.get_by_role("alert")).to_contain_text("2 answers are still open")
    assert len(chosen(page)) == 18
    check_thoroughly(page)

    page.get_by_role("link", name="Choose an answer for “Scared”").click()
    expect(page.locator("#scared-1")).to_be_in_viewport()
    choose(page, "scared", 1)
    choose(page, "proud", 1)
    press(page, "Continue")
    stepped_to(page, "imagine")
    assert Response.objects.count() == 20


def test_the_pages_beside_the_way(any_page, study):
    page = any_page
    done = Person(study).go_to("thanks")
    page.goto(f"{done.base}thanks/")
    page.get_by_role("link", name="see or download your answers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your answers")
    focused_on_heading(page)
    check_thoroughly(page)

    page.get_by_role("link", name="Withdraw").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete all your answers?")
    focused_on_heading(page)
    check_thoroughly(page)

    press(page, "Delete my answers")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your answers are deleted")
    expect(page).to_have_title("Your answers are deleted · Likeness")
    focused_on_heading(page)
    check_thoroughly(page)
    assert not Response.objects.exists()


def test_saying_no(any_page, study):
    page = any_page
    begin(page, study)

    press(page, "I would rather not take part")

    expect(page.get_by_role("heading", level=1)).to_have_text("You do not take part")
    focused_on_heading(page)
    check_thoroughly(page)


def test_a_closed_and_a_full_study(page, instruments, researcher):
    study = open_a_study(researcher, quota=1, factors=["jealousy-3"])
    waiting = Person(study).go_to("consent")
    for _seat in range(study.condition_set.count() - 1):
        Person(study).go_to("about")
    page.goto(f"{waiting.base}consent/")
    agree(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("This study has everyone it needs")
    focused_on_heading(page)
    check_thoroughly(page)

    type(study).objects.update(closed_at="2026-01-01T00:00Z")
    page.goto(link_of(study))
    expect(page.get_by_role("heading", level=1)).to_have_text("This study is closed")
    assert [one for one in page.complaints if "410" not in one] == []
    page.complaints.clear()
    check_thoroughly(page)
