"""Every public page there is: found by following links from the first page, each kind of address once."""

import re
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.checks import axe, check
from tests.leaderboard.judging import busy_study
from tests.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Of these, one is looked at for each board or document, because their pages differ in kind.
EACH = {"leaderboard:board": "slug", "leaderboard:entry": "slug", "document": "name"}


@pytest.fixture
def site(study):
    """Boards with printed lines beside those of people and of a model that were measured here."""
    for rating in (2, 3):
        Person(study).go_to("thanks", before=rating, after=rating + 1)
    busy_study()
    refresh_boards()


def kind(address):
    """Return what makes a page one of a kind: its view, its board or document, and what its query chooses."""
    parts = urlsplit(address)
    found = resolve(parts.path)
    one = "" if parts.query else found.kwargs.get(EACH.get(found.view_name), "")
    return (found.view_name, one, frozenset(parse_qs(parts.query, keep_blank_values=True)))


def links(page):
    html = page.content.decode()
    main = re.sub(r"<(script|pre)\b.*?</\1>", "", html, flags=re.DOTALL)
    for href in re.findall(r'<a\b[^>]*?\bhref="([^"]+)"', main):
        parts = urlsplit(urljoin(page.request["PATH_INFO"], unescape(href)))
        if not parts.netloc:
            yield parts.path + (f"?{parts.query}" if parts.query else "")
        elif parts.netloc == "testserver":
            yield parts._replace(scheme="", netloc="", fragment="").geturl()


def public_pages(client):
    """Return one address of each kind that a visitor can reach; downloads are fetched and left."""
    found, waiting = {}, ["/"]
    while waiting:
        address = waiting.pop(0)
        try:
            what = kind(address)
        except Resolver404:
            pytest.fail(f"a link leads to {address}, which is no page")
        if what in found:
            continue
        page = client.get(address, follow=True)
        assert page.status_code == 200, address
        found[what] = ""
        asked_to_sign_in = page.redirect_chain and page.redirect_chain[-1][0].startswith("/login/")
        if page["Content-Type"].startswith("text/html") and not asked_to_sign_in:
            found[what] = address
            waiting += links(page)
    return [address for address in found.values() if address]


@pytest.fixture
def addresses(client, site):
    return public_pages(client)


def test_the_crawl_finds_every_kind_of_page(addresses):
    paths = {urlsplit(address).path for address in addresses}

    assert {
        "/", "/boards/emotion/", "/boards/echo/", "/boards/gama/", "/boards/emotion/differences/", "/models/",
        "/compare/", "/instruments/", "/methods/", "/docs/", "/docs/statistics/", "/login/",
    } <= paths  # fmt: skip
    for start in ("/models/", "/instruments/", r"/boards/emotion/\d", r"/boards/echo/\d"):
        assert any(re.match(f"{start}.", path) for path in paths), start


def test_every_public_page_is_accessible_fits_and_is_quiet(page, addresses):
    for address in addresses:
        page.complaints.clear()

        response = page.goto(address)

        assert response.status == 200, address
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        check(page)
        page.emulate_media(color_scheme="dark")
        axe(page)
        page.emulate_media(color_scheme="light")
