"""Every board says what it is, how it is read, what is better, what it is held against, and where it is from."""

from html import unescape

import pytest

from apps.leaderboard.board_files import load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board

BETTER = {"human": "Closer to people", "higher": "Higher", "lower": "Lower"}


@pytest.mark.parametrize("slug", load_boards())
def test_every_board_page_says_it_all(client, instruments, slug):
    refresh_boards()
    file = load_boards()[slug]

    page = unescape(client.get(f"/boards/{slug}/").content.decode())

    for text in (file.title, file.measured, file.reading, file.reference, *file.sources, BETTER[file.direction]):
        assert text in page
    assert file.measured.endswith((".", "?"))
    assert 1 <= file.reading.count(". ") + 1 <= 2
    assert file.question.endswith("?")


def test_a_harder_scale_says_what_the_emotion_board_says_and_names_its_own_instrument(client, instruments):
    refresh_boards()
    file = load_boards()["emotion"]

    page = unescape(client.get("/boards/emotion-bfne/").content.decode())

    assert file.reference in page
    assert 'href="/instruments/bfne/"' in page


def test_a_board_of_an_instrument_leads_to_it(client, instruments):
    refresh_boards()

    for board in Board.objects.exclude(instrument=None):
        assert f'href="/instruments/{board.instrument.slug}/"' in client.get(f"/boards/{board.slug}/").content.decode()
