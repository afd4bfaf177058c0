"""A researcher's pages of answers, links, results and power, in Chromium on a phone and at a desk."""

import re

import pytest
from playwright.sync_api import expect

from apps.studies.models import Invitation, Pair, Respondent, Response
from apps.turing.people import people
from tests.browser.walking import check_thoroughly, press
from tests.echo import with_pairs
from tests.turing.judged import a_judging_model, a_model_judges, many_judge

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ODD = "As an AI language model I paint no doors."


@pytest.fixture
def turing_test(instruments, researcher):
    """Two persons whose answers people and one model have judged."""
    study = with_pairs(researcher, people=2, machines=3)
    many_judge(study)
    a_model_judges(study, a_judging_model(), lambda showing: showing.position % 3 > 0)
    own_words = Respondent.objects.get(label="Parrot 1").language_model
    judge = Respondent.objects.create(kind="model", language_model=own_words, label="Parrot 1", method="judge/v1")
    a_model_judges(study, judge, lambda showing: showing.position % 4 > 1)
    return study


@pytest.fixture
def unjudged(instruments, researcher):
    """One person with pairs; one machine's text has been changed, another speaks of being a machine."""
    study = with_pairs(researcher, machines=2)
    texts = Response.objects.filter(item__code="CR", sitting__respondent__kind="model").order_by("pk")
    texts.filter(pk=texts[0].pk).update(raw="well ,i would Paint the door ", value="Well, I would Paint the door")
    texts.filter(pk=texts[1].pk).update(raw=ODD, value=ODD)
    Pair.objects.filter(model_response=texts[1]).delete()
    return study


def test_an_answer_is_let_through_and_its_pair_made(page, signed_in, unjudged):
    signed_in(page)
    page.goto(f"/turing/{unjudged.slug}/answers/")
    page.get_by_text("What was evened out").first.click()
    check_thoroughly(page)

    page.get_by_role("link", name="See what waits").click()
    expect(page.get_by_role("article")).to_have_count(1)
    check_thoroughly(page)
    press(page, "Show to judges")
    expect(page.get_by_role("status")).to_contain_text("Judges may see this text.")

    press(page, "Prepare the pairs")
    expect(page.get_by_role("status")).to_contain_text("1 new pair.")
    check_thoroughly(page)


def test_answers_without_javascript(plain_page, signed_in, unjudged):
    signed_in(plain_page)
    plain_page.goto(f"/turing/{unjudged.slug}/answers/")
    plain_page.get_by_label("Show").select_option("waiting")
    press(plain_page, "Show")

    expect(plain_page).to_have_url(re.compile("show=waiting"))
    press(plain_page, "Withhold")
    expect(plain_page.get_by_role("status")).to_contain_text("The text is withheld.")
    check_thoroughly(plain_page)


def test_links_are_made_and_withdrawn(page, signed_in, unjudged):
    signed_in(page)
    page.goto(f"/turing/{unjudged.slug}/invitations/")
    page.get_by_label("Number of links").fill("500")
    press(page, "Make links")
    expect(page.get_by_role("alert")).to_be_focused()
    check_thoroughly(page)

    page.get_by_label("Number of links").fill("3")
    page.get_by_label("by one judge: a link for each of them").check()
    page.get_by_label("Note").fill("rowing club")
    press(page, "Make links")
    expect(page.get_by_role("status")).to_contain_text("3 links are made.")
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(3)
    page.get_by_text("A message to send").first.click()
    check_thoroughly(page)

    page.get_by_role("button", name="Withdraw this link").first.click()
    expect(page.get_by_role("status")).to_contain_text("The link is withdrawn.")
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(2)
    check_thoroughly(page)
    assert Invitation.objects.filter(persona=people(unjudged).get()).count() == 3


def test_the_results_are_accessible_and_fit(page, signed_in, turing_test):
    signed_in(page)
    page.goto(f"/turing/{turing_test.slug}/results/")

    expect(page.get_by_role("rowheader", name="p against 50 %")).to_be_visible()
    expect(page.get_by_text("under ten").first).to_be_visible()
    check_thoroughly(page)


def test_results_before_the_first_judgement(page, signed_in, unjudged):
    signed_in(page)
    page.goto(f"/turing/{unjudged.slug}/results/")

    expect(page.get_by_text("Nobody has judged yet.")).to_be_visible()
    check_thoroughly(page)


def test_power_is_asked_and_answered_by_a_link_that_can_be_kept(page, signed_in, turing_test):
    signed_in(page)
    page.goto(f"/turing/{turing_test.slug}/power/")
    check_thoroughly(page)
    page.get_by_label("True rate, %").fill("30")
    press(page, "Compute")

    expect(page).to_have_url(re.compile("rate=30"))
    expect(page.get_by_role("table")).to_contain_text("For one method whose true rate is 30 %.")
    check_thoroughly(page)

    page.get_by_label("True rate, %").fill("200")
    press(page, "Compute")
    expect(page.get_by_role("alert")).to_be_visible()
    check_thoroughly(page)
