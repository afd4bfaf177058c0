"""From a line down to its sittings and answers: who may go there, and what the public is told."""

import pytest
from django.core.cache import caches

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.settings import CACHES
from apps.studies.models import Respondent, Sitting, Study
from tests.leaderboard.answering import answer, exclude, line, sit
from tests.leaderboard.judging import busy_study

LINK = "Every sitting, down to the answers"


@pytest.fixture
def filled(study, model, person):
    """A model and one person have answered Rosa's study."""
    for condition, rating in [("default", 1), ("anger-1.1", 5)]:
        answer(study, model, condition, 3, rating)
    exclude(study, model, "default")
    sit(study, model, "fear-2.1")
    somebody = person()
    answer(study, somebody, "default", 3, 3)
    answer(study, somebody, "anger-1.1", 3, 4)
    refresh_boards()


def address(label="model-1"):
    return f"/boards/emotion/{Entry.objects.get(board__slug='emotion', label=label).pk}/"


def test_the_owner_reads_every_sitting_of_the_line(rosa, filled):
    page = rosa.get(f"{address()}sittings/").content.decode()

    assert "3 sittings" in page  # the open one is left out
    assert "Positive affect 30, Negative affect 32" in page
    assert "Excluded: refused" in page or "excluded: refused" in page
    assert LINK in rosa.get(address()).content.decode()


def test_a_sitting_shows_each_answer_as_it_came_and_as_it_was_read(rosa, filled, model):
    sitting = Sitting.objects.get(respondent=model, condition__code="anger-1.1")

    page = rosa.get(f"{address()}sittings/{sitting.code}/").content.decode()

    assert page.count('<td class="number">3</td>') == 19
    assert '<th scope="row">Distressed</th><td>5</td><td class="number">5</td>' in page


def test_many_sittings_come_in_pages(rosa, study, model):
    for _time in range(51):
        answer(study, model, "default", 3, 3)
    refresh_boards()

    assert "Page 1 of 2" in rosa.get(f"{address()}sittings/").content.decode()
    assert "51 sittings" in rosa.get(f"{address()}sittings/?page=2").content.decode()


def test_others_are_told_how_many_and_why_no_more(client, stranger, filled):
    for reader in (client, stranger):
        page = reader.get(address()).content.decode()
        assert "<dt>Sittings</dt><dd>3, 1 of them excluded</dd>" in page
        assert "Whoever runs the study sees each sitting" in page
        assert LINK not in page
    assert stranger.get(f"{address()}sittings/").status_code == 404


def test_who_is_not_signed_in_is_asked_to(client, filled):
    assert client.get(f"{address()}sittings/")["Location"].startswith("/login/")


def test_single_people_are_the_owner_s_alone(client, rosa, stranger, admin, filled, study):
    people = address("People, Feelings on some days")
    sitting = Sitting.objects.filter(respondent__kind="human").earliest("pk")

    assert rosa.get(f"{people}sittings/{sitting.code}/").status_code == 200
    for reader in (stranger, admin):
        assert reader.get(f"{people}sittings/").status_code == 404
        assert reader.get(f"{people}sittings/{sitting.code}/").status_code == 404
    assert "Single people’s answers are personal data" in client.get(people).content.decode()


def test_an_administrator_sees_models_and_imported_people_without_an_owner(admin, filled, study):
    assert admin.get(f"{address()}sittings/").status_code == 200
    Study.objects.filter(pk=study.pk).update(owner=None)

    assert admin.get(f"{address('People, Feelings on some days')}sittings/").status_code == 200


def test_imported_answers_of_models_are_for_every_researcher(stranger, filled, study):
    Study.objects.filter(pk=study.pk).update(kind="imported", owner=None)

    assert stranger.get(f"{address()}sittings/").status_code == 200
    assert stranger.get(f"{address('People, Feelings on some days')}sittings/").status_code == 404


def test_a_sitting_belongs_to_its_line(rosa, filled):
    sitting = Sitting.objects.filter(respondent__kind="human").earliest("pk")

    assert rosa.get(f"{address()}sittings/{sitting.code}/").status_code == 404


def test_what_only_some_may_see_is_kept_by_nobody(rosa, client, filled, settings):
    settings.CACHES = {**settings.CACHES, "pages": CACHES["pages"]}
    caches["pages"].clear()

    own = rosa.get(address()).content.decode()
    for page in (address(), f"{address()}sittings/"):
        assert "private" in rosa.get(page)["Cache-Control"]

    assert LINK in own
    assert LINK not in client.get(address()).content.decode()
    assert "no-store" in rosa.get(f"{address()}sittings/")["Cache-Control"]


def test_a_line_that_was_made_before_lines_told_their_origin_opens_no_further(rosa, filled):
    entry = Entry.objects.get(board__slug="emotion", label="model-1")
    del entry.provenance["origin"]
    entry.save()

    assert rosa.get(f"/boards/emotion/{entry.pk}/").status_code == 200
    assert rosa.get(f"/boards/emotion/{entry.pk}/sittings/").status_code == 404


def test_a_printed_line_has_no_sittings(rosa, filled):
    gpt4 = line("gpt-4")

    assert rosa.get(f"/boards/emotion/{gpt4.pk}/sittings/").status_code == 404


def test_a_writer_s_line_lists_the_sittings_in_which_it_was_judged(admin, rosa, instruments, researcher):
    busy_study(owner=researcher)
    refresh_boards()
    writer = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judge="gpt-5")
    total = Entry.objects.get(label="All writers, pooled", provenance__judge="gpt-5")
    by_people = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people")
    judged = Sitting.objects.filter(respondent__label="gpt-5", score__respondent__label="gpt-4").distinct()

    assert f"{judged.count()} sittings" in admin.get(f"/boards/echo/{writer.pk}/sittings/").content.decode()
    assert "36 sittings" in admin.get(f"/boards/echo/{total.pk}/sittings/").content.decode()
    assert "24 sittings" in rosa.get(f"/boards/echo/{by_people.pk}/sittings/").content.decode()
    assert admin.get(f"/boards/echo/{by_people.pk}/sittings/").status_code == 404
    assert Respondent.objects.filter(kind="human").count() == 24
