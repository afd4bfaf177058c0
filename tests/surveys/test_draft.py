"""Choices are kept as they are made, so that a closed tab loses nothing."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.studies.models import Participation, Response
from tests.people import PROLIFIC, Person

CHECKED = re.compile(r'name="(\w+)" value="(\d)"(?: id="[\w-]+")? checked')


@pytest.fixture
def person(study):
    return Person(study).go_to("before")


def keep(person, stage="before", **ratings):
    return person.send("draft/", {**ratings, "stage": stage})


def test_a_draft_is_kept_and_given_back(person):
    response = keep(person, excited=4, proud=2)

    assert response.status_code == 204
    page = person.open("before/").content.decode()
    assert dict(CHECKED.findall(page)) == {"excited": "4", "proud": "2"}


def test_a_draft_is_no_answer(person):
    keep(person, excited=4)

    assert not Response.objects.exists()
    assert person.stage == "before"


def test_a_draft_is_given_back_in_another_browser(study):
    person = Person(study, PROLIFIC.format("anna")).go_to("before")
    keep(person, excited=4)
    elsewhere = Person(study, PROLIFIC.format("anna"))
    elsewhere.press_start()

    page = elsewhere.open("before/").content.decode()

    assert dict(CHECKED.findall(page)) == {"excited": "4"}


def test_a_changed_choice_replaces_the_draft(person):
    keep(person, excited=4)
    keep(person, excited=1)

    assert person.sitting("before").draft == {"excited": 1}


def test_two_tabs_do_not_lose_each_others_choices(person):
    keep(person, excited=4, proud=2)
    keep(person, scared=1)

    assert person.sitting("before").draft == {"excited": 4, "proud": 2, "scared": 1}


def test_unreadable_choices_are_not_kept(person):
    keep(person, excited=9, proud="x", happy=3)

    assert person.sitting("before").draft == {}


def test_a_draft_that_comes_late_is_ignored(person):
    person.rate("before", 3)
    person.send("imagine/")

    response = keep(person, "before", excited=5)

    assert response.status_code == 204
    assert person.sitting("before").draft == {}
    assert person.sitting("after").draft == {}
    assert set(person.responses("before").values()) == {3}


def test_a_draft_is_dropped_when_the_page_is_sent(person):
    keep(person, excited=4)

    person.rate("before", 3)

    assert person.sitting("before").draft == {}


def test_a_draft_keeps_the_seat(person):
    Participation.objects.update(seen_at=timezone.now() - timedelta(hours=1))

    keep(person, excited=4)

    assert timezone.now() - person.visit.seen_at < timedelta(minutes=1)


def test_a_draft_needs_no_token_but_the_visits_own_code(person):
    stranger = Client(enforce_csrf_checks=True)

    assert stranger.post(f"{person.base}draft/", {"excited": 4, "stage": "before"}).status_code == 204
    assert stranger.post(f"{person.link}guessed/draft/", {"excited": 4}).status_code == 404


def test_a_draft_cannot_be_got(person):
    assert person.open("draft/").status_code == 405
