"""A Turing test from its plan to its board, by everybody who takes part: all in Chromium, models on real engines."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import connection
from playwright.sync_api import expect

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.runs.baselines import ensure_baselines
from apps.runs.models import Run
from apps.studies.models import Invitation, LanguageModel, Response, Score, Showing, Study
from tests.browser.conftest import DESK, PHONE
from tests.browser.walking import press
from tests.imitated import PROFILE
from tests.inference.server import ModelServer, chat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
JUDGES = 3


def reply(call):
    """Judge when pairs are shown, write questions when some are asked for, else say something as the person."""
    said = " ".join(turn["content"] for turn in call.body["messages"])
    if "Answer 1" in said:
        return chat("\n".join(f"Question {number}: Answer 0" for number in range(1, 11)))
    if "5 questions" in said:
        return chat("1. What do you miss most?\n2. Whom do you call first?")
    return chat("I would take my time over it and ask my sister, she knows such things better than me.")


@pytest.fixture
def remote(db):
    with ModelServer(reply) as server:
        yield LanguageModel.objects.create(
            slug="remote", label="Remote", engine="openai", name="tiny", base_url=server.url, input_price=1
        )


@pytest.fixture
def tiny(db):
    return LanguageModel.objects.create(
        slug="tiny-llama", label="Tiny Llama", engine="transformers", name="fixtures/tiny-llama"
    )


def elsewhere(work, *args, **options):
    """Do what a worker does in a thread of its own: this one has Playwright's event loop."""

    def call():
        try:
            return work(*args, **options)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


def run(study, model, way, **options):
    elsewhere(call_command, "run_study", study.slug, model=model, way=way, verbosity=0, **options)
    assert Run.objects.first().state == "done"


def tell_about_oneself(page, persona):
    page.goto(f"/me/{persona.code}/")
    page.get_by_role("link", name="Begin").click()
    for box in page.get_by_role("checkbox").all():
        box.check()
    press(page, "Continue")
    page.get_by_role("link", name="Write the profile").click()
    for topic in TOPICS:
        page.locator(f"#{topic}").fill(PROFILE[topic])
    press(page, "Send")
    expect(page.get_by_role("heading", name="Your profile has arrived")).to_be_visible()


def answer_ten(page, persona):
    page.goto(f"/me/{persona.code}/questions/")
    for kind in TYPES:
        page.locator(f"#{kind}").fill(f"To be honest my answer to this is short, {persona.pk} times {kind.lower()}.")
    press(page, "Send")
    assert Response.objects.filter(sitting__condition__persona=persona, sitting__respondent__kind="human").count() == 10


def judge(page, invitation):
    page.goto(f"/j/{invitation.code}/")
    press(page, "Start")
    page.get_by_role("checkbox").check()
    press(page, "Continue")
    page.get_by_label("Who you are to them").select_option("friend")
    page.get_by_label("How long you have known them").select_option("over 10 years")
    press(page, "Continue")
    press(page, "Show the first pair")
    for number in range(1, 11):
        expect(page.locator(".where")).to_have_text(f"Pair {number} of 10")
        page.keyboard.press("1")
        press(page, "Finish" if number == 10 else "Continue")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thank you")


def test_the_whole_study(page_at, signed_in, instruments, researcher, remote, tiny):
    ensure_baselines()
    rosa, phone = page_at(DESK), page_at(PHONE)
    signed_in(rosa)

    rosa.goto("/turing/new/")
    rosa.get_by_label("Title").fill("Who wrote this?")
    press(rosa, "Save")
    press(rosa, "Open the study")
    study = Study.objects.get()
    for name in ("Nadia Petrov", "Om Banerjee"):
        rosa.get_by_label("Name").fill(name)
        press(rosa, "Add this person")
    people = list(Persona.objects.order_by("pk"))

    for persona in people:
        tell_about_oneself(phone, persona)
        rosa.goto(f"/turing/{study.slug}/people/{persona.slug}/")
        press(rosa, "Accept the profile")
    run(study, "remote", "echo-questions")
    for persona in people:
        rosa.goto(f"/turing/{study.slug}/people/{persona.slug}/questions/")
        press(rosa, "Take in the model’s questions")
        for radio in rosa.get_by_label("keep").all():
            radio.evaluate("one => one.checked = true")
        press(rosa, "Save")
        press(rosa, "Draw ten")
        expect(rosa.get_by_role("heading", name="The ten that are drawn")).to_be_visible()
        answer_ten(phone, persona)

    run(study, "profile-retrieval", "echo/retrieval")
    run(study, "remote", "echo/rpp")
    run(study, "tiny-llama", "echo/zero-shot", max_tokens=60)
    assert Response.objects.filter(sitting__respondent__kind="model", sitting__condition__group="writing").count() == 60

    rosa.goto(f"/turing/{study.slug}/answers/")
    for button in iter(lambda: rosa.get_by_role("button", name="Show to judges").first, None):
        if not button.count():
            break
        button.click()
    press(rosa, "Prepare the pairs")
    for persona in people:
        link = Invitation.objects.create(study=study, persona=persona)
        for _number in range(JUDGES):
            judge(page_at(PHONE), link)
    assert Score.objects.filter(condition__group="judging").count() == 2 * JUDGES * 10 == Showing.objects.count()

    run(study, "longest-answer", "echo-judge")
    run(study, "remote", "echo-judge")

    rosa.goto(f"/turing/{study.slug}/results/")
    for writer in ("Sentences of the profile", "Remote", "Tiny Llama"):
        expect(rosa.get_by_text(re.compile(writer)).first).to_be_visible()
    # Judges learn nothing from the board while there is somebody left to judge.
    elsewhere(call_command, "board", "echo", verbosity=0)
    rosa.goto("/boards/echo/")
    expect(rosa.get_by_text("Sentences of the profile")).to_have_count(0)
    rosa.goto(f"/turing/{study.slug}/")
    press(rosa, "Close the study")
    elsewhere(call_command, "board", "echo", verbosity=0)
    rosa.goto("/boards/echo/")
    for writer in ("Sentences of the profile", "Remote", "Tiny Llama"):
        expect(rosa.get_by_text(re.compile(writer)).first).to_be_visible()
    rosa.goto("/boards/echo/?judges=human")
    for model in ("Always the longer answer", "Remote"):
        expect(rosa.get_by_text(re.compile(model)).first).to_be_visible()
    assert rosa.complaints == phone.complaints == []
