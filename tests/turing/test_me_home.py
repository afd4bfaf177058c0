"""The private page of a person who is imitated: what this is, what comes next, what is kept."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.personas.models import Persona
from apps.studies.models import Study
from tests.imitated import Imitated

NEXT = {
    "consent": "Step 1 of 3: your permissions",
    "profile": "Step 2 of 3: your profile",
    "review": "Your profile has arrived",
    "questions": "Step 3 of 3: ten questions",
    "done": "You have done everything",
}


@pytest.mark.parametrize("step", NEXT)
def test_it_says_what_comes_next(study, step):
    page = Imitated(study).go_to(step).read()

    assert [sentence for sentence in NEXT.values() if sentence in page] == [NEXT[step]]


def test_it_says_who_it_is_for_and_until_when_things_are_kept(study):
    page = Imitated(study, "Nadia Petrov").read()

    assert "This page is for Nadia Petrov alone" in page
    assert study.retention_date.strftime("%B %-d, %Y").replace("  ", " ")[:3] in page
    assert str(study.retention_date.year) in page
    assert "You are never told who judged what" in page


def test_an_accepted_profile_waits_for_its_questions(study):
    person = Imitated(study).go_to("review")
    Persona.objects.update(state="ready")

    assert "Your ten questions are being chosen" in person.read()


@pytest.mark.parametrize("step", NEXT)
@pytest.mark.parametrize("page", ["", "consent/", "profile/", "questions/", "withdraw/", "everything.json"])
def test_no_page_writes_when_it_is_opened(study, step, page):
    person = Imitated(study).go_to(step)

    with CaptureQueriesContext(connection) as queries:
        assert person.open(page).status_code in {200, 302}

    assert [one["sql"] for one in queries if not one["sql"].startswith("SELECT")] == []


def test_a_page_of_a_later_step_leads_home(study):
    person = Imitated(study)

    for page in ("profile/", "questions/"):
        assert person.open(page)["Location"] == person.base
    for page in ("profile", "questions"):
        assert person.send(page, {"interests": "Too early"})["Location"] == person.base
    assert person.persona.draft == {}


def test_a_study_that_is_not_open_asks_nothing(study):
    person = Imitated(study)
    Study.objects.update(opened_at=None)

    assert "The study has not begun yet" in person.read()
    person.permit()
    assert person.persona.may_store_at is None


def test_a_closed_study_takes_nobody_new(study):
    late, begun = Imitated(study), Imitated(study).go_to("profile")
    Study.objects.update(closed_at=timezone.now())

    late.permit()

    assert "The study is closed" in late.read()
    assert late.persona.may_store_at is None
    assert NEXT["profile"] in begun.read()


def test_after_the_retention_date_nothing_more_is_taken(study):
    person = Imitated(study).go_to("profile")
    Study.objects.update(retention_date="2020-01-01")

    person.describe()

    assert "The study is closed" in person.read()
    assert person.persona.profile == {}


@pytest.mark.parametrize("page", ["", "consent/", "profile/", "questions/", "withdraw/", "everything.json"])
def test_a_link_that_leads_nowhere_is_explained(client, db, page):
    response = client.get(f"/me/abcdefghijkmnpqrstuvwx/{page}")

    assert response.status_code == 404
    assert "This link is no longer valid" in response.content.decode()


def test_an_erased_person_has_no_page(study):
    person = Imitated(study).go_to("profile")
    person.persona.erase()

    assert person.open().status_code == 404


def test_the_download_holds_everything(study):
    person = Imitated(study).go_to("done")

    record = person.open("everything.json").json()

    assert record["name"] == "Nadia Petrov"
    assert record["profile"]["interests"].startswith("Interests is what")
    assert record["permissions"]["remotely"] is not None
    assert [one["typed"] for one in record["answers"]][:2] == [
        "My answer to creativity.",
        "My answer to ethical dilemmas.",
    ]
    assert record["numbers"]["answers"] == 10
    assert record["kept_until"] == study.retention_date.isoformat()


def test_the_download_holds_what_was_not_sent(study):
    person = Imitated(study).go_to("profile")
    person.send("draft", {"interests": "Half a"})

    assert person.open("everything.json").json()["profile_not_sent"] == {"interests": "Half a"}
