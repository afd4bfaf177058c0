"""Withdrawing deletes what the person told us, and they are not recruited again."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.studies.models import Identifier, Participation, Respondent, Response, Score, Sitting
from tests.people import PROLIFIC, Person


@pytest.fixture
def person(study):
    return Person(study, PROLIFIC.format("anna")).go_to("thanks")


def test_it_asks_first(person):
    page = person.open("withdraw/").content.decode()

    assert "Delete all your answers?" in page
    assert Response.objects.count() == 40


def test_everything_the_person_told_is_deleted(person):
    response = person.send("withdraw/")

    assert response["Location"] == f"{person.base}withdrawn/"
    for table in (Sitting, Response, Score, Identifier):
        assert not table.objects.exists(), table
    assert Respondent.objects.get().demographics == {}


def test_nobody_elses_answers_are_touched(study, person):
    other = Person(study, PROLIFIC.format("ben")).go_to("thanks", before=2)

    person.send("withdraw/")

    assert Response.objects.count() == 40
    assert set(other.responses("before").values()) == {2}
    assert Identifier.objects.get().person == "ben"


def test_a_bare_row_stays(person):
    person.send("withdraw/")

    assert person.stage == "withdrawn"
    assert person.visit.withdrawn_at is not None
    assert "Your answers are deleted" in person.open("withdrawn/").content.decode()


@pytest.mark.parametrize("stage", ["about", "before", "imagine", "after"])
def test_a_person_may_withdraw_at_any_step(study, stage):
    person = Person(study).go_to(stage)

    person.send("withdraw/")

    assert person.stage == "withdrawn"
    assert not Sitting.objects.exists()


def test_who_has_withdrawn_cannot_take_it_again(study, person):
    person.send("withdraw/")
    elsewhere = Person(study, PROLIFIC.format("anna"))

    assert person.press_start()["Location"] == f"{person.base}withdrawn/"
    assert elsewhere.press_start()["Location"] == f"{person.base}withdrawn/"
    assert Participation.objects.count() == 1


def test_an_old_page_sent_after_withdrawing_stores_nothing(study):
    person = Person(study).go_to("before")
    person.send("withdraw/")

    response = person.rate("before")

    assert response["Location"] == f"{person.base}withdrawn/"
    assert person.send("draft/", {"excited": 4, "stage": "before"}).status_code == 204
    assert not Sitting.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_withdrawing_while_answers_arrive_leaves_no_answer(study, round_):
    person = Person(study).go_to("before")

    def act(number: int) -> int:
        try:
            return (person.send("withdraw/") if number == 2 else person.rate("before")).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(act, range(4)))

    assert answers == [302] * 4
    assert person.stage == "withdrawn"
    assert not Sitting.objects.exists()
    assert not Response.objects.exists()
