"""One line of a board, opened down to where it comes from."""

import math

import pytest

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.entry_page import figures_of
from apps.leaderboard.models import Entry
from apps.leaderboard.subjects import people_beside
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


def test_every_figure_stands_beside_people_with_its_difference(client, study, model, person):
    for after in (4, 5):
        somebody = person()
        answer(study, somebody, "default", 3, 3)
        answer(study, somebody, "anger-1.1", 3, after)
    for condition, rating in [("default", 1), ("default", 2), ("anger-1.1", 2), ("anger-1.1", 3)]:
        answer(study, model, condition, 3, rating)
    entry = line("model-1")

    people = people_beside(entry)
    (figure,) = [
        one
        for one in figures_of(entry, people)
        if one.condition == "Anger: Facing Self-Opinioned People" and one.part == "Negative affect"
    ]

    assert [one.kind for one in people] == ["human"]
    # People rise by 1 and 2 (mean 1.5), the model by 1
    assert figure.difference == pytest.approx(-0.5)
    own, theirs = figure.cell["ci"], figure.people[0]["ci"]
    assert figure.half == pytest.approx(math.hypot((own[1] - own[0]) / 2, (theirs[1] - theirs[0]) / 2))
    assert "<td>−0.5<span" in page_of(client, entry)


def test_people_stand_beside_nobody(client, instruments):
    refresh_boards()
    crowd = Entry.objects.get(label="Crowd, as it should read")

    assert people_beside(crowd) == []
    assert '<th scope="col">Difference</th>' not in page_of(client, crowd)


def test_a_printed_line_shows_people_of_its_table_and_leads_on(client, instruments):
    refresh_boards()
    row = Entry.objects.filter(board__slug="psychobench", provenance__row="model").earliest("pk")

    page = page_of(client, row)

    people = Entry.objects.filter(board__slug="psychobench", is_human=True, provenance__table=row.provenance["table"])
    assert all(f'<th scope="col">{one.label}</th>' in page for one in people)
    assert people.exists()
    assert f"/models/{row.label}/" in page
    assert f"/compare/?a=people&amp;b={row.label}" in page
    assert "they open no further" in page
