"""A researcher's way through a Turing test, from the plan to ten drawn questions."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from apps.personas.models import Persona
from apps.studies.models import Study
from apps.turing.models import Question
from tests.browser.conftest import DESK
from tests.browser.walking import check_thoroughly, press
from tests.imitated import PROFILE, Imitated, open_turing_test

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(instruments, researcher):
    """Rosa's open Turing test."""
    return open_turing_test(researcher)


def test_from_a_plan_to_a_persons_link(page, signed_in, instruments, researcher):
    signed_in(page)
    page.goto("/studies/")
    page.get_by_role("link", name="New Turing test").click()
    check_thoroughly(page)

    page.get_by_label("Judges per person").fill("0")
    press(page, "Save")
    expect(page.get_by_role("alert")).to_be_focused()
    check_thoroughly(page)

    page.get_by_label("Title").fill("Who wrote this?")
    page.get_by_label("Judges per person").fill("2")
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("Nobody can take part before you open it")
    check_thoroughly(page)

    press(page, "Open the study")
    assert Study.objects.get().is_open
    press(page, "Add this person")
    expect(page.get_by_role("alert")).to_be_focused()
    page.get_by_label("Name").fill("Nadia Petrov")
    press(page, "Add this person")
    page.get_by_text("Add an invented person, for").click()
    press(page, "Add the invented person")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("#now-profiles")).to_contain_text("1 of 2 have sent their profile")
    check_thoroughly(page)


def test_a_profile_is_read_and_ten_questions_are_drawn(page, signed_in, study):
    nadia = Imitated(study, "Nadia Petrov")
    Persona.objects.update(state="sent", profile=PROFILE, sent_at=timezone.now(), may_store_at=timezone.now())
    Question.objects.bulk_create(
        Question(study=study, persona=nadia.persona, kind=kind, text=f"How about {kind}?", source="model")
        for kind in ("IP", "EM", "FP", "IS", "IT")
    )
    signed_in(page)
    page.goto(f"/turing/{study.slug}/")
    page.locator("#now-profiles").get_by_role("link", name="Nadia Petrov").click()
    expect(page).to_have_url(re.compile("/people/"))
    check_thoroughly(page)

    press(page, "Return it with this note")
    expect(page.get_by_role("alert")).to_be_focused()
    check_thoroughly(page)

    press(page, "Accept the profile")
    page.get_by_role("link", name="Review the questions").click()
    press(page, "Take in the model’s questions")  # and the general ones
    for radio in page.get_by_label("keep").all():
        if radio.is_visible():
            radio.check()
    for summary in page.locator("summary").all():
        summary.click()
    check_thoroughly(page)

    press(page, "Save")
    press(page, "Draw ten")
    expect(page.get_by_role("heading", name="The ten that are drawn")).to_be_visible()
    expect(page.locator("ol > li")).to_have_count(10)
    check_thoroughly(page)


def test_it_works_without_javascript(plain_page, signed_in, study):
    page = plain_page
    signed_in(page)
    page.goto(f"/turing/{study.slug}/")

    page.get_by_label("Name").fill("Nadia Petrov")
    press(page, "Add this person")

    expect(page.locator("code.hash", has_text="/me/")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Copy"))).to_have_count(0)
    check_thoroughly(page)


def test_the_counts_move_and_what_was_unfolded_and_typed_stays(page_at, signed_in, study):
    page = page_at(DESK)
    nadia = Imitated(study, "Nadia Petrov")
    signed_in(page)
    page.goto(f"/turing/{study.slug}/")
    page.get_by_text("A message to send").click()
    page.get_by_label("Name").fill("Om")
    page.locator("#now-people").get_by_role("link", name="Nadia Petrov").focus()

    nadia.go_to("review")

    expect(page.locator("#now-profiles")).to_contain_text("1 of 1 have sent", timeout=15_000)
    expect(page.get_by_text("we are still looking forward")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Om")
    expect(page.locator("#now-people").get_by_role("link", name="Nadia Petrov")).to_be_focused()
    assert page.complaints == []


def test_a_link_is_copied(page_at, signed_in, study):
    page = page_at(DESK)
    nadia = Imitated(study, "Nadia Petrov")
    signed_in(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/turing/{study.slug}/")

    button = page.get_by_role("button", name="Copy the link of Nadia Petrov")
    button.click()

    expect(page.get_by_text("✓")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(nadia.base)
