"""Pages of the boards are kept until a board is rebuilt, and told to be unchanged until then."""

import gzip
import json

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.settings import CACHES
from tests.leaderboard.answering import answer

PAGES = [
    "/boards/emotion/",
    "/boards/emotion/?show=value",
    "/boards/echo/",
    "/boards/emotion.csv",
    "/api/boards/emotion/",
]
PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture(autouse=True)
def boards(study, settings):
    """Boards, and pages that are kept, as they are outside of tests."""
    settings.CACHES = {**settings.CACHES, "pages": CACHES["pages"]}
    caches["pages"].clear()
    refresh_boards()


def queries_of(client, page, **headers):
    with CaptureQueriesContext(connection) as queries:
        client.get(page, headers=headers)
    return len(queries)


@pytest.mark.parametrize("page", PAGES)
def test_who_has_the_page_is_told_so_by_one_query(client, page):
    tag = client.get(page)["ETag"]

    with CaptureQueriesContext(connection) as queries:
        again = client.get(page, headers={"If-None-Match": tag})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert again["Cache-Control"] == "no-cache"
    assert {"Cookie", "HX-Request"} <= set(again["Vary"].split(", "))
    assert len(queries) == 1


@pytest.mark.parametrize("page", PAGES)
def test_the_second_reader_gets_the_same_page_by_one_query(client, page):
    first = client.get(page)

    with CaptureQueriesContext(connection) as queries:
        second = client.get(page)

    assert second.content == first.content
    assert second["Content-Type"] == first["Content-Type"]
    assert len(queries) == 1


def test_a_line_of_a_board_has_a_page_that_is_kept_too(client):
    pk = Entry.objects.filter(board__slug="emotion").earliest("pk").pk
    tag = client.get(f"/boards/emotion/{pk}/")["ETag"]

    assert client.get(f"/boards/emotion/{pk}/", headers={"If-None-Match": tag}).status_code == 304


def test_it_travels_compressed_where_that_is_understood(client):
    plain = client.get("/boards/emotion/")
    for _time in ("made", "kept"):
        packed = client.get("/boards/emotion/", headers=PACKED)
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain


def test_a_rebuilt_board_is_a_new_page(client, study, model):
    before = client.get("/api/boards/emotion/")
    answer(study, model, "default", 3, 3)
    refresh_boards()

    after = client.get("/api/boards/emotion/", headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert "model-1" in {line["label"] for line in after.json()["entries"]}


def test_every_choice_is_a_page_of_its_own(client):
    asked = [*PAGES, "/boards/emotion/?show=difference"]
    tags = [client.get(page)["ETag"] for page in asked]
    tags.append(client.get("/boards/emotion/", headers={"HX-Request": "true"})["ETag"])

    assert len(set(tags)) == len(asked) + 1


def test_a_new_release_makes_new_pages(client, monkeypatch):
    before = client.get("/boards/emotion/")["ETag"]
    monkeypatch.setattr("apps.leaderboard.caching._code", lambda: "another")

    assert client.get("/boards/emotion/")["ETag"] != before


def test_who_is_signed_in_gets_a_page_of_their_own_and_leaves_none(client, researcher):
    stranger = client.get("/boards/emotion/")
    client.force_login(researcher)

    own = client.get("/boards/emotion/", headers={"If-None-Match": stranger["ETag"]})

    assert own.status_code == 200
    assert "Sign out" in own.content.decode()
    assert own["Cache-Control"] == "private, no-cache"
    assert "ETag" not in own
    client.logout()
    assert "Sign out" not in client.get("/boards/emotion/").content.decode()


@pytest.mark.parametrize("page", ["/boards/emotion/", "/boards/echo/", "/boards/gama/"])
def test_who_is_signed_in_gets_the_board_itself_as_it_was_kept(client, researcher, page):
    client.force_login(researcher)
    first = client.get(page).content.decode()

    with CaptureQueriesContext(connection) as queries:
        second = client.get(page).content.decode()

    assert first.partition("<main")[2] == second.partition("<main")[2]
    assert "leaderboard_entry" not in str(queries.captured_queries)
    refresh_boards()
    Entry.objects.filter(board__slug=page.split("/")[2]).update(label="Renamed")
    Board.objects.update(computed_at="2026-01-01T00:00Z")
    assert "Renamed" in client.get(page).content.decode()


@pytest.mark.parametrize("page", ["/boards/nothing/", "/api/boards/nothing/"])
def test_what_is_not_there_is_not_kept(client, page):
    for _time in range(2):
        answered = client.get(page)
        assert answered.status_code == 404
        assert "ETag" not in answered


def test_what_is_too_large_is_made_anew(client, monkeypatch):
    monkeypatch.setattr("apps.leaderboard.caching.LARGEST", 10)
    first = client.get("/api/boards/emotion/")

    assert json.loads(client.get("/api/boards/emotion/").content) == first.json()
    assert queries_of(client, "/api/boards/emotion/") > 1


def test_whoever_develops_sees_what_they_change(client, settings):
    settings.DEBUG = True

    assert "ETag" not in client.get("/boards/emotion/")


def test_no_board_is_no_page(client):
    Board.objects.all().delete()

    assert client.get("/boards/echo/").status_code == 404
