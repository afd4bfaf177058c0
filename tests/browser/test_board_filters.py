"""Filtering, sorting, going back, and links that open a view, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.conftest import DESK
from tests.browser.walking import check_thoroughly, press
from tests.leaderboard.judging import busy_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def boards(study):
    busy_study()
    refresh_boards()


def lines(page) -> list[str]:
    return [head.strip().split("\n")[0] for head in page.locator("tbody th[scope=row]").all_inner_texts()]


def test_a_filter_swaps_the_table_and_back_returns_to_it(page_at, boards):
    page = page_at(DESK)
    page.goto("/boards/simbench/")
    everything = lines(page)

    page.get_by_text("Filter and order", exact=True).click()
    family = page.get_by_role("combobox", name="Family", exact=True)
    family.focus()
    family.select_option("Llama")
    expect(page).to_have_url(re.compile(r"/boards/simbench/\?table=table-1&family=Llama$"))
    expect(page.get_by_role("rowheader", name="Qwen2.5-72B")).to_have_count(0)
    expect(family).to_be_focused()
    filtered = lines(page)

    page.get_by_role("combobox", name="Order", exact=True).select_option("size")
    expect(page).to_have_url(re.compile("sort=size$"))
    expect(page.locator("tbody th[scope=row]").first).to_contain_text("Llama-3.1-405B-Instruct")
    assert sorted(lines(page)) == sorted(filtered)

    page.go_back()
    expect(page).to_have_url(re.compile("family=Llama$"))
    expect(page.get_by_role("combobox", name="Order", exact=True)).to_have_value("")
    page.go_back()
    expect(page.get_by_role("rowheader", name="Qwen2.5-72B")).to_be_visible()
    assert lines(page) == everything
    assert page.complaints == []


def test_a_deep_link_opens_the_view_with_its_form_filled_in(page, boards):
    page.goto("/boards/emotion/?family=Llama&sort=label&dir=down&show=value")

    expect(page.get_by_role("combobox", name="Family", exact=True)).to_have_value("Llama")
    expect(page.get_by_role("combobox", name="Order", exact=True)).to_have_value("label")
    expect(page.get_by_role("combobox", name="Show", exact=True)).to_have_value("value")
    assert lines(page)[-2:] == ["llama2-7b published", "llama2-13b published"]
    check_thoroughly(page)


def test_the_permanent_link_opens_the_same_table(page_at, boards):
    page = page_at(DESK)
    page.goto("/boards/psychobench/")
    page.get_by_role("link", name="Respondent").click()
    sorted_lines = lines(page)

    page.get_by_role("link", name="Permanent link to this view").click()

    expect(page).to_have_url(re.compile(r"table=.*sort=label&dir=up$"))
    assert lines(page) == sorted_lines


def test_filters_work_without_javascript(plain_page, boards):
    plain_page.goto("/boards/echo/")
    plain_page.get_by_text("Filter and order", exact=True).click()
    plain_page.get_by_role("combobox", name="Method", exact=True).select_option("RPP")
    press(plain_page, "Show")

    expect(plain_page).to_have_url(re.compile("method=RPP"))
    expect(plain_page.get_by_role("columnheader", name="GPT-4-Turbo, Juliet")).to_have_count(0)
    expect(plain_page.get_by_role("columnheader", name="GPT-4-Turbo, RPP")).to_be_visible()
    check_thoroughly(plain_page)


def test_a_filter_that_nothing_answers_to_says_so_and_leads_back(page, boards):
    page.goto("/boards/emotion/?family=Falcon")

    expect(page.get_by_text("0 lines answer to the filter")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("rowheader", name="gpt-4 published")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("board", ["emotion", "echo", "simbench"])
def test_a_filtered_board_is_accessible_and_fits(page, boards, scheme, board):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/boards/{board}/?family=GPT&sort=label")

    check_thoroughly(page)
