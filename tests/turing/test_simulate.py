"""manage.py simulate_study: a rehearsal of a whole study by HTTP, and its end."""

import io
import re
from random import Random
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from apps.personas.models import Persona
from apps.studies.models import Pair, Participation, Respondent, Response, Score, Sitting, Study
from apps.turing.people import people
from apps.turing.simulation import copies
from apps.turing.simulation.crowd import who_leaves
from apps.turing.simulation.pages import NotOnPage, Page
from apps.turing.simulation.serving import served
from tests.echo import add_a_person, open_a_turing_test
from tests.people import plan_a_study

FORM = """<form method="post"><input type="hidden" name="pair" value="3"><textarea name="why">
so &amp; so</textarea>
<input type="radio" name="choice" value="1"><input type="radio" name="choice" value="2" checked>
<select name="who"><option value="">Choose</option><option value="friend">Friend</option></select></form>"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rehearse(live_server):
    """Return `rehearse(study, **options)`: what the command says of a rehearsal on our live server."""

    def rehearse(study, **options):
        said = io.StringIO()
        call_command("simulate_study", study.slug, base_url=live_server.url, concurrency=3, stdout=said, **options)
        return said.getvalue()

    return rehearse


@pytest.fixture
def survey(instruments, researcher):
    return plan_a_study(researcher)


@pytest.fixture
def turing_test(instruments, researcher):
    return open_a_turing_test(researcher)


def copy_of(study):
    return copies.rehearsals_of(study).get()


def test_a_turing_test_is_taken_from_the_first_consent_to_the_last_pair(turing_test, rehearse):
    said = rehearse(turing_test, people=2, n=3, dropout=0, accuracy=1)

    copy = copy_of(turing_test)
    assert "people        2 started: 2 finished" in said
    assert "judges        3 started: 3 finished" in said
    assert "errors        0" in said
    for line in ("profiles      2", "answers       20", "judgements    30"):
        assert f"{line} stored, {line.split()[1]} acknowledged" in said
    assert "success rate  0.0% in 30 judgements; put in 0.0%" in said
    assert "cells         40: 0 in the least filled, 1 in the most filled" in said
    assert re.search(r"POST judge +30 ", said)
    assert [persona.state for persona in people(copy)] == ["ready", "ready"]
    assert all(persona.may_imitate_locally_at for persona in people(copy))
    assert Participation.objects.filter(study=copy, stage="thanks").count() == 3


def test_judges_who_are_always_wrong_take_the_machine_for_the_person(turing_test, rehearse):
    assert "success rate  100.0% in 10 judgements" in rehearse(turing_test, people=1, n=1, accuracy=0)


def test_strangers_judge_too(instruments, researcher, rehearse):
    turing_test = open_a_turing_test(researcher, parameters={"judges": "strangers", "feedback": True})

    assert "judges        2 started: 2 finished" in rehearse(turing_test, people=1, n=2, dropout=0)


def test_a_survey_is_taken_too_even_before_it_is_open(survey, rehearse):
    said = rehearse(survey, n=4, dropout=0)

    assert "participants  4 started: 4 finished" in said
    assert "ratings       160 stored, 160 acknowledged" in said
    assert "cells         10: 0 in the least filled, 1 in the most filled" in said
    survey.refresh_from_db()
    assert survey.state == "draft"


def test_some_drop_out_and_what_they_had_sent_counts(survey, rehearse):
    said = rehearse(survey, n=4, dropout=0.5)

    assert "participants  4 started: 2 finished, 2 dropped out, 0 turned away, 0 failed" in said
    assert Participation.objects.exclude(stage="thanks").count() <= 2


def test_who_comes_when_the_study_is_full_is_turned_away(instruments, researcher, rehearse):
    survey = plan_a_study(researcher, quota=1, factors=["anger-1"])

    assert "participants  6 started: 5 finished, 0 dropped out, 1 turned away" in rehearse(survey, n=6, dropout=0)


def test_the_copy_is_marked_and_the_study_itself_is_left_alone(turing_test, rehearse):
    before = Study.objects.filter(pk=turing_test.pk).values().get()

    rehearse(turing_test, people=1, n=1)

    copy = copy_of(turing_test)
    assert copy.is_rehearsal
    assert copy.title == "Rehearsal: Who wrote this?"
    assert copy.parameters["judges"] == "acquaintances"
    assert Study.objects.filter(pk=turing_test.pk).values().get() == before
    assert not Sitting.objects.filter(study=turing_test).exists()


def test_nobody_is_sent_to_another_site(instruments, researcher, rehearse):
    survey = plan_a_study(researcher, completion_url="https://example.org/?cc={code}")

    rehearse(survey, n=1)

    assert copy_of(survey).completion_url == ""


def test_an_error_ends_the_command_with_a_failure(survey, rehearse, monkeypatch):
    monkeypatch.setattr("apps.surveys.visits.describe", None)

    with pytest.raises(CommandError, match="did not go well"):
        rehearse(survey, n=2, dropout=0)


def test_what_was_told_to_be_stored_and_is_not_is_a_failure(survey, rehearse, monkeypatch):
    monkeypatch.setattr("apps.turing.simulation.outcome.stored", lambda study: {"ratings": 1})

    with pytest.raises(CommandError, match="did not go well"):
        rehearse(survey, n=1)


def test_all_rehearsals_are_deleted_and_nothing_else(turing_test, rehearse):
    real = add_a_person(turing_test)
    rehearse(turing_test, people=2, n=3, dropout=0.4)
    rehearse(turing_test, people=1, n=1)

    said = io.StringIO()
    call_command("simulate_study", turing_test.slug, delete=True, stdout=said)

    assert said.getvalue().strip() == f"Deleted: {turing_test.slug}-rehearsal-2, {turing_test.slug}-rehearsal-1"
    assert list(Study.objects.all()) == [turing_test]
    assert list(Persona.objects.all()) == [real]
    assert not Respondent.objects.filter(kind="human").exists()
    for model in (Pair, Participation, Response, Score, Sitting):
        assert not model.objects.exists()


def test_a_person_of_a_real_study_outlives_a_rehearsal_that_they_are_in(turing_test, researcher):
    real = add_a_person(turing_test)
    copy = copies.open_copy(turing_test)
    copy.condition_set.create(code="x", group="writing", persona=real)

    copies.delete(copy)

    assert list(Persona.objects.all()) == [real]


def test_the_button_deletes_a_rehearsal(turing_test, rosa):
    copy = copies.open_copy(turing_test)
    page = rosa.get(reverse("turing:detail", args=[copy.slug])).content.decode()
    assert "Delete the rehearsal" in page

    answer = rosa.post(reverse("turing:delete_rehearsal", args=[copy.slug]), follow=True)

    assert "The rehearsal is deleted" in answer.content.decode()
    assert not copies.rehearsals_of(turing_test).exists()


def test_the_button_stands_on_the_page_of_a_survey_too(survey, rosa):
    copy = copies.open_copy(survey)

    assert "Delete the rehearsal" in rosa.get(reverse("studies:detail", args=[copy.slug])).content.decode()


def test_there_is_no_such_address_for_a_real_study(turing_test, rosa):
    assert "Delete the rehearsal" not in rosa.get(reverse("turing:detail", args=[turing_test.slug])).content.decode()
    assert rosa.post(reverse("turing:delete_rehearsal", args=[turing_test.slug])).status_code == 404
    assert Study.objects.filter(pk=turing_test.pk).exists()


def test_nobody_deletes_another_researchers_rehearsal(turing_test, ruth, client):
    address = reverse("turing:delete_rehearsal", args=[copies.open_copy(turing_test).slug])

    assert ruth.post(address).status_code == 404
    assert client.post(address).status_code == 302
    assert copies.rehearsals_of(turing_test).exists()


def test_a_rehearsal_is_not_rehearsed(turing_test):
    with pytest.raises(CommandError, match="is a rehearsal itself"):
        call_command("simulate_study", copies.open_copy(turing_test).slug)


def test_an_unknown_study_is_named(turing_test):
    with pytest.raises(CommandError, match=f"Studies: {turing_test.slug}"):
        call_command("simulate_study", "no-such")


@pytest.mark.parametrize("option", ["--n=0", "--n=many", "--accuracy=1.5", "--dropout=-1", "--think=long"])
def test_a_bad_number_is_refused(turing_test, option):
    with pytest.raises(CommandError, match="no "):
        call_command("simulate_study", turing_test.slug, option)


def test_a_server_of_our_own_is_there_for_as_long_as_it_is_needed():
    with served() as base_url:
        assert urlopen(f"{base_url}/healthz").status == 200

    with pytest.raises(URLError):
        urlopen(f"{base_url}/healthz")


def test_a_share_of_the_people_leave_but_never_all():
    assert sum(bool(after) for after in who_leaves(20, 0.15, 5, Random(1))) == 3
    assert sum(bool(after) for after in who_leaves(3, 1, 5, Random(1))) == 2


def test_a_form_sends_what_a_browser_would_and_takes_nothing_else():
    page = Page("/here/", FORM)

    assert page.form.action == "/here/"
    assert page.form.filled({"choice": "1"}) == {"pair": "3", "why": "so & so", "choice": "1", "who": ""}
    assert page.form.at_random(Random(1)).keys() == {"choice", "who"}
    for wrong in ({"choice": "3"}, {"colour": "red"}):
        with pytest.raises(NotOnPage):
            page.form.filled(wrong)
