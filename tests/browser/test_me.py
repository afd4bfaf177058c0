"""The walk of a person who is imitated, in Chromium: on a phone and at a desk, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from tests.browser.conftest import PHONE
from tests.browser.walking import check_thoroughly, press
from tests.imitated import PROFILE, Imitated, open_turing_test

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def person(instruments, researcher):
    return Imitated(open_turing_test(researcher))


def shows(page, heading):
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    check_thoroughly(page)


def focused_on_problems(page):
    expect(page.get_by_role("alert")).to_be_visible()
    if page.javascript:
        expect(page.get_by_role("alert")).to_be_focused()


def test_the_whole_walk(any_page, person):
    page = any_page
    page.goto(person.base)
    shows(page, "Your page")

    page.get_by_role("link", name="Begin").click()
    shows(page, "Your permissions")
    press(page, "Continue")
    focused_on_problems(page)
    check_thoroughly(page)
    page.get_by_role("checkbox").first.check()
    page.get_by_role("checkbox").nth(1).check()
    press(page, "Continue")
    expect(page.get_by_role("heading", name="Step 2 of 3: your profile")).to_be_visible()
    check_thoroughly(page)

    page.get_by_role("link", name="Write the profile").click()
    shows(page, "Your profile")
    for topic in TOPICS:
        page.locator(f"#{topic}").fill("Chess." if topic == "interests" else PROFILE[topic])
    press(page, "Send")
    focused_on_problems(page)
    check_thoroughly(page)
    page.get_by_role("link", name=re.compile("^Interests and free time: ")).click()
    expect(page.locator("#interests")).to_be_in_viewport()
    press(page, "Send")
    expect(page.get_by_role("heading", name="Your profile has arrived")).to_be_visible()
    check_thoroughly(page)
    assert person.persona.profile == {**PROFILE, "interests": "Chess."}

    person.is_accepted()
    page.reload()
    page.get_by_role("link", name="Answer the questions").click()
    shows(page, "Ten questions")
    for kind in list(TYPES)[:-1]:
        page.locator(f"#{kind}").fill(f"My answer to {kind}, in two or three words.")
    press(page, "Send")
    focused_on_problems(page)
    check_thoroughly(page)
    page.locator("#IT").fill("Long walks.")
    press(page, "Send")
    expect(page.get_by_role("heading", name="You have done everything")).to_be_visible()
    check_thoroughly(page)
    assert len(person.responses) == 10

    page.get_by_role("link", name="Read my answers").click()
    shows(page, "Your answers")
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="Withdraw and delete everything").click()
    shows(page, "Delete everything?")
    press(page, "Delete everything")
    shows(page, "Everything is deleted")
    assert not Persona.objects.exists()


def test_what_is_typed_is_kept_while_it_is_typed(page_at, person):
    person.go_to("profile")
    page = page_at(PHONE)
    page.goto(f"{person.base}profile/")

    page.locator("#interests").press_sequentially("Chess and long walks", delay=10)

    expect(page.locator("#note-interests")).to_have_text("4 words · kept")
    assert person.persona.draft == {"interests": "Chess and long walks"}
    check_thoroughly(page)

    page.reload()
    expect(page.locator("#interests")).to_have_value("Chess and long walks")


def test_a_lost_connection_is_said_and_loses_nothing(page_at, person):
    person.go_to("profile")
    page = page_at(PHONE)
    page.goto(f"{person.base}profile/")

    page.context.set_offline(True)
    page.locator("#interests").press_sequentially("Chess", delay=10)

    expect(page.locator("#note-interests")).to_contain_text("Not kept: no connection")
    expect(page.locator("#interests")).to_have_value("Chess")
    page.context.set_offline(False)
    page.locator("#interests").press_sequentially(" too", delay=10)
    expect(page.locator("#note-interests")).to_have_text("2 words · kept")


def test_a_link_that_leads_nowhere(page_at, db):
    page = page_at(PHONE)
    page.goto("/me/abcdefghijkmnpqrstuvwx/")
    page.complaints.clear()  # the console names the status 404

    shows(page, "This link is no longer valid")
