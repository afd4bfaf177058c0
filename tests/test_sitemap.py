"""What search engines are told of, and what they are kept from."""

import re
from html import unescape

import pytest

from apps.leaderboard.boards import refresh_boards
from tests.echo import with_pairs
from tests.imitated import Imitated, open_turing_test
from tests.judges import invite
from tests.people import link_of


@pytest.fixture
def boards(study):
    refresh_boards()


def named(client):
    page = client.get("/sitemap.xml")
    assert page.status_code == 200
    return [
        address.removeprefix("http://testserver") for address in re.findall("<loc>(.*?)</loc>", page.content.decode())
    ]


def head(client, address):
    page = client.get(address)
    assert page.status_code == 200, address
    html = unescape(page.content.decode())
    return {
        "title": re.search("<title>(.*?)</title>", html, re.S)[1],
        "description": re.search('<meta name="description" content="(.*?)">', html, re.S)[1],
        "canonical": re.findall('<link rel="canonical" href="http://testserver(.*?)">', html),
    }


def test_every_kind_of_public_page_is_named(client, boards):
    shown = named(client)

    for address in (
        "/", "/boards/emotion/", "/boards/echo/", "/boards/gama/", "/models/", "/models/gpt-4/", "/compare/",
        "/instruments/", "/instruments/panas/", "/methods/", "/docs/", "/docs/statistics/",
    ):  # fmt: skip
        assert address in shown
    assert len(shown) == len(set(shown))


def test_no_study_of_anybody_is_named(client, boards, study):
    shown = named(client)

    assert not [address for address in shown if re.match("/(p|j|me|studies|turing|runs|login|admin)/", address)]
    assert study.slug not in " ".join(shown)


def test_every_page_that_is_named_has_a_title_a_description_and_its_own_address(client, boards):
    heads = {address: head(client, address) for address in named(client)}

    for address, told in heads.items():
        assert told["canonical"] == [address]
        assert 20 <= len(told["description"].strip()) <= 600, address
    for part in ("title", "description"):
        texts = [told[part] for told in heads.values()]
        assert len(texts) == len(set(texts)), part


def test_the_pages_of_a_version_and_of_a_query_name_the_page_they_belong_to(client, boards):
    assert head(client, "/instruments/panas/1/")["canonical"] == ["/instruments/panas/"]
    assert head(client, "/boards/gama/?table=table-41")["canonical"] == ["/boards/gama/"]


def test_robots_are_told_where_the_map_is_and_what_is_private(client, db):
    page = client.get("/robots.txt")

    assert page["Content-Type"] == "text/plain; charset=utf-8"
    lines = page.content.decode().splitlines()
    assert "Sitemap: http://testserver/sitemap.xml" in lines
    assert {f"Disallow: /{place}/" for place in ("p", "j", "me", "studies", "turing", "runs", "admin")} <= set(lines)


def test_nothing_that_is_named_is_forbidden_to_robots(client, boards):
    lines = client.get("/robots.txt").content.decode().splitlines()
    forbidden = tuple(line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: "))

    assert not [address for address in named(client) if address.startswith(forbidden)]


def test_addresses_of_one_person_are_for_no_search_engine(client, study, researcher):
    judged = with_pairs(researcher)
    imitated = Imitated(open_turing_test(researcher))

    for address in (link_of(study), f"/j/{invite(judged).code}/", imitated.base):
        page = client.get(address, follow=True).content.decode()
        assert '<meta name="robots" content="noindex">' in page
        assert "canonical" not in page
