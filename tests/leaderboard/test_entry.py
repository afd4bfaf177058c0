"""One line of a board, opened down to where it comes from."""

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from tests.leaderboard.answering import answer, line


def page_of(client, entry) -> str:
    return client.get(f"/boards/{entry.board.slug}/{entry.pk}/").content.decode()


def test_a_printed_figure_names_its_table_and_cell(client, instruments):
    refresh_boards()
    gpt4 = Entry.objects.get(label="gpt-4", board__slug="emotion")

    assert "Table 5, row Default, column gpt-4 P" in page_of(client, gpt4)


def test_the_corrected_crowd_says_what_was_corrected(client, instruments):
    refresh_boards()
    crowd = Entry.objects.get(label="Crowd, as it should read")

    page = page_of(client, crowd)

    assert page.count("<dt>Correction</dt>") == len(crowd.provenance["corrections"]) > 0


def test_a_measured_line_shows_tests_and_its_protocol(client, study, model):
    for condition, rating in [("default", 1), ("default", 2), ("anger-1.1", 4), ("anger-1.1", 5)]:
        answer(study, model, condition, 3, rating)

    page = page_of(client, line("model-1"))

    assert study.protocol_sha256 in page
    assert "<td>student</td>" in page
    assert "4 sittings, 0 scores missing" in page


def test_a_line_belongs_to_its_board(client, instruments):
    refresh_boards()
    gpt4 = Entry.objects.get(label="gpt-4", board__slug="emotion")

    assert client.get(f"/boards/emotion-agq/{gpt4.pk}/").status_code == 404
