"""What happens to people in practice: keyboards, closed tabs, old pages, double clicks, lost connections."""

import re

import pytest
from playwright.sync_api import expect

from apps.studies.models import Participation, Response
from tests.browser.checks import axe
from tests.browser.conftest import DESK, PHONE
from tests.browser.walking import (
    arrived,
    check_thoroughly,
    choose,
    chosen,
    codes,
    fill,
    press,
    stepped_to,
    walk_to,
)
from tests.people import PROLIFIC, Person, link_of, open_a_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
END = "https://app.prolific.com/submissions/complete?cc=C1A2B3"


def test_the_keyboard_is_enough(page_at, study):
    page = page_at(DESK)
    keys = page.keyboard
    page.goto(link_of(study))
    keys.press("Tab")
    keys.press("Enter")
    arrived(page, "consent")

    keys.press("Tab")
    expect(page.get_by_role("checkbox")).to_be_focused()
    keys.press("Space")
    keys.press("Tab")
    keys.press("Enter")
    stepped_to(page, "about")

    for question in range(5):
        keys.press("Tab")
        expect(page.locator("select").nth(question)).to_be_focused()
        keys.press("End")  # the last choice: prefer not to say
    keys.press("Tab")
    keys.press("Enter")
    stepped_to(page, "before")

    order = codes(page)
    keys.press("Tab")
    for digit in "12345" * 4:  # a digit answers and goes on
        keys.press(digit)
    assert chosen(page) == dict(zip(order, "12345" * 4, strict=True))
    keys.press("ArrowLeft")  # the last item still has the focus
    assert chosen(page)[order[-1]] == "4"
    keys.press("Tab")
    keys.press("Enter")
    stepped_to(page, "imagine")

    keys.press("Tab")
    keys.press("Enter")
    stepped_to(page, "after")

    for _item in codes(page):  # arrows and Space alone
        keys.press("Tab")
        keys.press("Space")
        keys.press("ArrowRight")
    assert set(chosen(page).values()) == {"2"}
    keys.press("Tab")
    keys.press("Enter")
    stepped_to(page, "thanks")

    assert Response.objects.filter(value=2).count() == 4 + 20
    assert page.complaints == []


def test_choices_survive_a_closed_tab(page_at, study):
    page = page_at(PHONE)
    walk_to(page, study, "before")
    choose(page, "scared", 4)
    with page.expect_response(re.compile("/draft/$")) as kept:
        choose(page, "proud", 2)
    assert kept.value.status == 204
    again = page.context.new_page()
    page.close()

    again.goto(link_of(study))

    arrived(again, "before")
    assert chosen(again) == {"scared": "4", "proud": "2"}


def test_a_choice_made_while_the_last_one_is_being_kept_is_kept_too(page_at, study):
    page = page_at(DESK)
    walk_to(page, study, "before")
    page.route("**/draft/", lambda route: (page.wait_for_timeout(1000), route.continue_()))
    with page.expect_request("**/draft/"):
        choose(page, "scared", 4)

    with page.expect_response("**/draft/"):
        choose(page, "proud", 2)
    with page.expect_response("**/draft/"):
        pass

    assert Person.at(page.url).sitting("before").draft == {"scared": 4, "proud": 2}


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without"])
def test_the_back_button_loses_nothing_and_stores_nothing_twice(page_at, study, javascript):
    page = page_at(DESK, javascript)
    walk_to(page, study, "imagine")

    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imagine this")
    page.reload()
    arrived(page, "imagine")
    press(page, "I can picture it")
    arrived(page, "after")

    assert Response.objects.count() == 20
    assert page.complaints == []


def test_an_old_page_left_in_another_tab_leads_on(page_at, study):
    page = page_at(DESK)
    walk_to(page, study, "before")
    old = page.context.new_page()
    old.goto(page.url)
    fill(page, 2)
    press(page, "Continue")
    arrived(page, "imagine")

    fill(old, 5)
    press(old, "Continue")

    arrived(old, "imagine")
    assert set(Response.objects.values_list("value", flat=True)) == {2}


def test_a_step_that_does_not_arrive_says_so_and_keeps_everything(page_at, study):
    page = page_at(PHONE)
    walk_to(page, study, "before")
    fill(page, 2)
    page.route("**/before/", lambda route: route.abort())

    press(page, "Continue")

    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("That did not arrive")
    assert len(chosen(page)) == 20
    axe(page)
    page.unroute("**/before/")
    press(page, "Continue")
    arrived(page, "imagine")
    assert Response.objects.count() == 20


def test_a_double_click_sends_one_page(page_at, study):
    page = page_at(DESK)
    walk_to(page, study, "before")
    fill(page, 2)

    page.get_by_role("button", name="Continue").dblclick()

    arrived(page, "imagine")
    assert Response.objects.count() == 20
    assert page.complaints == []


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without"])
def test_a_paid_person_arrives_at_the_completion_address(page_at, instruments, researcher, javascript):
    study = open_a_study(researcher, completion_url=END)
    page = page_at(PHONE, javascript)
    stored = []

    def prolific(route):
        stored.append((Response.objects.count(), Participation.objects.get().stage))
        route.fulfill(body="<!doctype html><title>Done</title>", content_type="text/html")

    page.route("https://app.prolific.com/**", prolific)
    walk_to(page, study, "after", PROLIFIC.format("anna"))

    fill(page, 4)
    press(page, "Finish")

    expect(page).to_have_url(END)
    assert stored == [(40, "thanks")]
    assert page.complaints == []


def test_without_cookies_one_is_told_what_to_do(page_at, study):
    page = page_at(PHONE)
    page.goto(link_of(study))
    page.context.clear_cookies()

    press(page, "Start")

    expect(page.get_by_role("heading", level=1)).to_have_text("Your browser did not send its cookie")
    page.complaints[:] = [one for one in page.complaints if "403" not in one]
    check_thoroughly(page)


def test_a_mistyped_link_is_answered_with_a_page(page_at, study):
    page = page_at(PHONE)

    page.goto("/p/mistyped/")

    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    page.complaints[:] = [one for one in page.complaints if "404" not in one]
    check_thoroughly(page)
