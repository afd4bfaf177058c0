"""A line's page in Chromium: its drawings fit, its foldings open, and the way down leads to the answers."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.studies.models import LanguageModel, Provenance, Respondent
from tests.browser.walking import check_thoroughly
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import busy_study
from tests.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def entry(study):
    """A model beside two people, whose answers were published."""
    for after in (2, 4):
        Person(study).go_to("thanks", before=3, after=after)
    engine = LanguageModel.objects.create(slug="model-1", label="model-1", engine="imported", name="model-1")
    model = Respondent.objects.create(kind="model", language_model=engine, label="model-1", method="emotionbench/v1")
    conditions = study.condition_set.exclude(code="default").values_list("code", flat=True)
    for condition in ["default", *conditions]:
        for rating in (2, 4, 5):
            answer(study, model, condition, 6 - rating, rating)
    Provenance.objects.note(study, model, {"file": "model-1-PANAS-testing.csv", "file_sha256": "ab" * 32})
    study.kind = study.Kind.IMPORTED  # of few people here the spread would not be told
    study.save()
    refresh_boards()
    return Entry.objects.get(board__slug="emotion", label="model-1")


def open_all(page):
    for summary in page.locator("main details:not([open]) > summary").all():
        if summary.is_visible():
            summary.click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_and_fits_folded_and_unfolded(page, entry, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/boards/emotion/{entry.pk}/")
    check_thoroughly(page)

    open_all(page)
    open_all(page)  # what stood in a folding
    expect(page.get_by_text("Counts: Default")).to_be_visible()
    check_thoroughly(page)


def test_it_is_whole_without_javascript(plain_page, entry):
    plain_page.goto(f"/boards/emotion/{entry.pk}/")

    expect(plain_page.locator("svg.dots").first).to_be_visible()
    expect(plain_page.get_by_text("model-1-PANAS-testing.csv")).to_be_visible()
    check_thoroughly(plain_page)


def test_marks_stand_inside_the_drawing_and_apart_from_their_labels(page, entry):
    page.goto(f"/boards/emotion/{entry.pk}/")

    for drawing in page.locator("svg.dots").all():
        box = drawing.bounding_box()
        marks = [mark.bounding_box() for mark in drawing.locator("circle, rect").all()]
        labels = [label.bounding_box() for label in drawing.locator("text[x='0']").all()]
        assert marks
        assert all(box["x"] <= mark["x"] and mark["x"] + mark["width"] <= box["x"] + box["width"] for mark in marks)
        assert max(label["x"] + label["width"] for label in labels) < min(mark["x"] for mark in marks)


@pytest.mark.parametrize(("board", "label"), [("psychobench", "gpt-4"), ("echo", "gpt-4, RoleGPT")])
def test_lines_of_other_boards_are_accessible_and_fit(page, study, board, label):
    busy_study()
    refresh_boards()
    line = Entry.objects.filter(board__slug=board, label=label).earliest("pk")

    page.goto(f"/boards/{board}/{line.pk}/")

    check_thoroughly(page)


def test_the_owner_goes_from_a_number_down_to_the_answers(page, signed_in, entry):
    signed_in(page)
    page.goto(f"/boards/emotion/{entry.pk}/")
    page.get_by_role("link", name="Every sitting, down to the answers").click()
    check_thoroughly(page)
    page.get_by_role("link", name=re.compile("^default")).first.click()

    expect(page.get_by_role("row", name=re.compile("Distressed"))).to_be_visible()
    check_thoroughly(page)


def test_a_comparison_with_items_is_accessible_and_fits(page, entry):
    page.goto("/compare/?a=people&b=model-1")
    open_all(page)

    expect(page.get_by_role("rowheader", name="Distressed").first).to_be_visible()
    check_thoroughly(page)
