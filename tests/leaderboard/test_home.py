"""The first page."""

from apps.leaderboard.boards import refresh_boards


def test_it_leads_to_boards_with_something_on_them(client, instruments):
    refresh_boards()

    page = client.get("/").content.decode()

    assert 'href="/boards/emotion/"' in page
    assert 'href="/boards/emotion-agq/"' not in page


def test_before_the_first_board_it_says_to_wait(client, instruments):
    assert "No board yet" in client.get("/").content.decode()
