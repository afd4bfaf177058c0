"""A judge in Chromium: on a phone and at a desk, with and without JavaScript, with the keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from apps.studies.models import Response, Showing
from tests.browser.conftest import DESK, PHONE
from tests.browser.walking import check_thoroughly, focused_on_heading, press
from tests.echo import with_pairs
from tests.judges import Judge, invite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STRANGERS = {"judges": "strangers", "feedback": True}


@pytest.fixture
def link(instruments, researcher):
    return invite(with_pairs(researcher))


def arrived(page, heading):
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(heading))


def on_pair(page, number):
    expect(page.locator(".where")).to_have_text(f"Pair {number} of 10")


def choose(page, side):
    page.locator(".answer").nth(side - 1).click()


def choices():
    rows = Response.objects.filter(sitting__condition__group="judging").order_by("position")
    return list(rows.values_list("raw", flat=True))


def test_the_whole_walk(any_page, link):
    page = any_page
    page.goto(f"/j/{link.code}/")
    check_thoroughly(page)

    press(page, "Start")
    arrived(page, "Before you begin")
    check_thoroughly(page)
    press(page, "Continue")
    expect(page).to_have_title(re.compile("^Error: Before you begin"))
    check_thoroughly(page)
    page.get_by_role("checkbox").check()
    press(page, "Continue")

    arrived(page, "You and Noor0")
    check_thoroughly(page)
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_contain_text("Answer “Who you are to them”")
    check_thoroughly(page)
    page.get_by_label("Who you are to them").select_option("partner")
    page.get_by_label("How long you have known them").select_option("over 10 years")
    press(page, "Continue")

    arrived(page, "How it goes")
    check_thoroughly(page)
    press(page, "Show the first pair")

    on_pair(page, 1)
    focused_on_heading(page)
    check_thoroughly(page)
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_contain_text("Choose one of the two answers")
    check_thoroughly(page)
    for number in range(1, 10):
        choose(page, 1 + number % 2)
        press(page, "Continue")
        on_pair(page, number + 1)
    choose(page, 1)
    page.locator("label:has(#sureness-4)").click()
    page.get_by_text("Why? If you like").click()
    page.get_by_label("What gave it away").fill("She never says that.")
    check_thoroughly(page)
    press(page, "Finish")

    arrived(page, "Thank you")
    check_thoroughly(page)
    assert choices() == ["second", "first"] * 4 + ["second", "first"]
    last = Showing.objects.get(position=10, sitting__condition__group="judging")
    assert (last.sureness, last.why) == (4, "She never says that.")
    timed = Response.objects.exclude(latency_ms=None).count()
    assert timed == (10 if page.javascript else 0)

    page.get_by_role("link", name="see or download your judgements").click()
    arrived(page, "Your judgements")
    check_thoroughly(page)
    page.get_by_role("link", name="Withdraw").click()
    arrived(page, "Delete all your judgements")
    check_thoroughly(page)
    press(page, "Delete my judgements")
    arrived(page, "Your judgements are deleted")
    check_thoroughly(page)
    assert choices() == []


def test_keys_1_and_2_choose_and_enter_goes_on(page_at, link):
    page = page_at(DESK)
    page.goto(f"{Judge(link).go_to('judge').base}judge/")
    keys = page.keyboard

    for number in range(1, 11):
        on_pair(page, number)
        if number > 1:
            focused_on_heading(page)  # the page has settled
        keys.press("2" if number % 2 else "1")
        expect(page.locator(".answer :checked")).to_have_count(1)
        keys.press("Enter")

    arrived(page, "Thank you")
    assert choices() == ["second", "first"] * 5
    assert page.complaints == []


def test_digits_stay_where_they_are_typed(page_at, link):
    page = page_at(DESK)
    page.goto(f"{Judge(link).go_to('judge').base}judge/")
    keys = page.keyboard

    keys.press("1")
    keys.press("Tab")
    keys.press("2")  # the scale has the focus
    page.get_by_text("Why? If you like").click()
    page.get_by_label("What gave it away").click()
    keys.type("2 of 2")

    expect(page.locator("#choice-1")).to_be_checked()
    expect(page.locator("#sureness-2")).to_be_checked()
    press(page, "Continue")
    on_pair(page, 2)
    assert choices() == ["first"]
    assert Showing.objects.get(position=1).why == "2 of 2"


def test_answers_stand_side_by_side_at_a_desk_and_below_each_other_on_a_phone(page_at, link):
    judge = Judge(link).go_to("judge")
    tops = {}
    for width in (PHONE, DESK):
        page = page_at(width)
        page.goto(f"{judge.base}judge/")
        tops[width] = [box.bounding_box()["y"] for box in page.locator(".answer").all()]

    assert tops[PHONE][0] < tops[PHONE][1]
    assert tops[DESK][0] == tops[DESK][1]


def test_a_very_long_word_and_another_script_fit(page, link):
    judge = Judge(link).go_to("judge")
    first = judge.showings[0]
    Response.objects.filter(pk=first.pair.human_response_id).update(value="x" * 3000)
    Response.objects.filter(pk=first.pair.model_response_id).update(value="كنت أجيب هكذا.\nثم أصمت. " * 200)

    page.goto(f"{judge.base}judge/")

    check_thoroughly(page)
    choose(page, 2)
    press(page, "Continue")
    on_pair(page, 2)


def test_a_stranger_reads_the_profile_and_is_told_at_the_end(page, instruments, researcher):
    judge = Judge(invite(with_pairs(researcher, parameters=STRANGERS))).go_to("instruction")
    page.goto(f"{judge.base}instruction/")
    expect(page.get_by_text("bookbinding")).to_be_visible()
    check_thoroughly(page)
    press(page, "Show the first pair")

    on_pair(page, 1)
    expect(page.get_by_text("bookbinding")).to_be_hidden()
    page.get_by_text("Noor0 Vandamme in their own words").click()
    expect(page.get_by_text("bookbinding")).to_be_visible()
    check_thoroughly(page)

    for number in range(1, 11):
        on_pair(page, number)
        choose(page, 1)
        page.get_by_role("button").click()
    arrived(page, "Thank you")
    expect(page.get_by_text("of 10 pairs you found")).to_be_visible()
    check_thoroughly(page)


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without"])
def test_back_and_double_clicks_store_nothing_twice(page_at, link, javascript):
    page = page_at(DESK, javascript)
    judge = Judge(link).go_to("instruction")
    page.goto(f"{judge.base}instruction/")
    press(page, "Show the first pair")
    on_pair(page, 1)
    old = page.context.new_page()
    old.goto(page.url)
    choose(page, 2)
    page.get_by_role("button", name="Continue").dblclick()
    on_pair(page, 2)

    choose(old, 1)
    press(old, "Continue")
    on_pair(old, 2)
    page.go_back()
    on_pair(page, 2)

    assert choices() == ["second"]
    assert page.complaints == []


def test_who_is_turned_away_is_told_what_to_do(page, link):
    type(link).objects.update(most_uses=1)
    Judge(link).go_to("consent")

    page.goto(f"/j/{link.code}/")

    arrived(page, "This link has been used")
    page.complaints[:] = [one for one in page.complaints if "410" not in one]
    check_thoroughly(page)
