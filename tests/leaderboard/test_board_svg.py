"""A board's figure to download, and the server's drawing on every view of its page."""

import re
import xml.etree.ElementTree as ET

import pytest
from django.core.cache import caches

from apps.leaderboard.boards import refresh_boards
from apps.settings import CACHES
from tests.leaderboard.answering import answer

TEXT = "{http://www.w3.org/2000/svg}text"
VIEWS = [
    "emotion", "emotion?show=value&emotion=factors", "emotion?kind=published", "echo?judges=human",
    "psychobench?table=table-14-empathy", "reliability", "simulatebench", "simbench?table=table-5", "gama",
]  # fmt: skip


@pytest.fixture
def boards(study, model):
    answer(study, model, "default", 1, 2)
    answer(study, model, "anger-1.1", 3, 4)
    refresh_boards()


def address(view, ending):
    slug, mark, query = view.partition("?")
    return f"/boards/{slug}{ending}{mark}{query}"


def words(client, view):
    answered = client.get(address(view, ".svg"))
    return answered, [one.text for one in ET.fromstring(answered.content).iter(TEXT)]


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_its_figure_as_a_file(client, boards, view):
    answered, said = words(client, view)

    assert answered["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answered["Content-Disposition"].startswith(f'attachment; filename="{view.partition("?")[0]}')
    assert "http://testserver/boards/" + view.partition("?")[0] + "/" in "".join(said)
    assert any(one.startswith("Likeness, computed 20") for one in said)
    assert any(one.startswith("Source: ") for one in said)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_the_page_has_the_drawing_and_leads_to_the_file(client, boards, view):
    page = client.get(address(view, "/")).content.decode()

    assert page.count('<svg class="drawn" role="img"') == 1
    [link] = re.findall(r'<a href="([^"]+)">SVG</a>', page)
    assert link.replace("&amp;", "&") == address(view, ".svg")


def test_the_file_shows_what_was_asked_for(client, boards):
    _answered, said = words(client, "emotion?emotion=anger&show=value")

    assert "Negative affect: Score" in said
    assert "Driving Situations" in said
    assert "emotion=anger" in "".join(said)
    assert "show=value" in "".join(said)


def test_the_file_is_named_after_board_and_view(client, boards):
    answered = client.get("/boards/emotion.svg?affect=positive&show=value&emotion=&utm_source=mail")

    assert answered["Content-Disposition"] == 'attachment; filename="emotion-positive-value.svg"'


def test_a_figure_of_nothing_is_not_there(client, boards):
    assert client.get("/boards/nowhere.svg").status_code == 404
    for view in ["emotion?emotion=fear&show=value", "echo?family=Nobody"]:
        assert client.get(address(view, ".svg")).status_code == 404
        assert "<figure>" not in client.get(address(view, "/")).content.decode()


def test_its_own_policy_lets_the_file_s_style_apply_and_nothing_else(client, boards):
    assert client.get("/boards/gama.svg")["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_it_is_kept_until_a_rebuild_with_its_headers(client, boards, settings, django_assert_num_queries):
    settings.CACHES = {**settings.CACHES, "pages": CACHES["pages"]}
    caches["pages"].clear()
    first = client.get("/boards/gama.svg")

    with django_assert_num_queries(1):
        second = client.get("/boards/gama.svg")

    assert second.content == first.content
    for name in ("Content-Disposition", "Content-Security-Policy", "Content-Type"):
        assert second[name] == first[name]
