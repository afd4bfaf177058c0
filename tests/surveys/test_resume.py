"""The visit's own address leads to the step it is at."""

import pytest
from django.test import Client

from tests.people import Person, link_of, open_a_study


@pytest.mark.parametrize("stage", ["consent", "about", "before", "imagine", "after", "thanks"])
def test_it_leads_to_the_step(study, stage):
    person = Person(study).go_to(stage)

    assert person.open("")["Location"] == f"{person.base}{stage}/"
    assert person.open(f"{stage}/").status_code == 200


@pytest.mark.parametrize("stage", ["consent", "about", "before", "imagine", "after", "thanks"])
def test_looking_at_a_step_changes_nothing(study, stage):
    person = Person(study).go_to(stage)
    before = vars(person.visit)

    for page in ["", f"{stage}/", "answers/", "answers.json", "withdraw/"]:
        assert person.open(page).status_code in {200, 302}
        assert person.client.head(person.base + page).status_code in {200, 302}

    assert {**vars(person.visit), "_state": None} == {**before, "_state": None}


def test_the_address_works_without_any_cookie(study):
    person = Person(study).go_to("before")

    assert Client().get(person.base)["Location"] == f"{person.base}before/"
    assert Client().get(f"{person.base}before/").status_code == 200


def test_a_step_can_be_sent_without_any_cookie_or_token(study):
    person = Person(study).go_to("imagine")

    response = Client(enforce_csrf_checks=True).post(f"{person.base}imagine/")

    assert response["Location"] == f"{person.base}after/"


def test_a_code_opens_only_the_visit_of_its_own_link(study, researcher):
    other = open_a_study(researcher)
    person = Person(study).go_to("before")
    code = person.visit.code

    assert Client().get(f"{link_of(other)}{code}/").status_code == 404
    assert Client().get(f"{link_of(study)}{code[:-1]}/").status_code == 404
    for page in ["before/", "answers/", "answers.json", "withdraw/", "thanks/"]:
        assert Client().get(f"{link_of(other)}{code}/{page}").status_code == 404


def test_codes_cannot_be_guessed(study):
    person = Person(study).go_to("consent")

    assert len(person.visit.code) == 22
    assert len(person.link.strip("/").split("/")[1]) == 22
