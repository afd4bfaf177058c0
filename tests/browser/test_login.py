"""Signing in, with and without JavaScript, on a phone and at a desk."""

import pytest

from tests.browser.checks import check

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_login_page_is_accessible_and_fits(page):
    page.goto("/login/")

    check(page)


def test_the_login_page_is_accessible_without_javascript(plain_page):
    plain_page.goto("/login/")

    check(plain_page)


def test_a_wrong_password_is_answered_on_an_accessible_page(page, researcher):
    page.goto("/login/")
    page.fill("input[name=username]", "rosa")
    page.fill("input[name=password]", "not her password")
    with page.expect_navigation():
        page.press("input[name=password]", "Enter")

    assert page.locator("input[name=username]").input_value() == "rosa"
    check(page)
