"""After the retention date nothing leads to a person any more."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.core.tasks import delete_expired as task
from apps.studies.models import Identifier, Participation, Respondent, Response, Score, Sitting, Study
from apps.studies.retention import delete_expired
from tests.people import PROLIFIC, Person, open_a_study


@pytest.fixture
def person(study):
    return Person(study, PROLIFIC.format("anna")).go_to("thanks", before=2)


def expire(study, days=1):
    Study.objects.filter(pk=study.pk).update(retention_date=timezone.now().date() - timedelta(days=days))


def test_nothing_happens_before_the_date(person):
    assert delete_expired() == 0
    assert Participation.objects.count() == 1


def test_the_last_day_still_counts(person):
    expire(person.study, days=0)

    assert delete_expired() == 0


def test_visits_ids_and_facts_about_persons_are_deleted(person):
    expire(person.study)

    assert delete_expired() == 1

    assert not Participation.objects.exists()
    assert not Identifier.objects.exists()
    assert Respondent.objects.get().demographics == {}


def test_ratings_and_scores_stay_without_a_time(person):
    expire(person.study)

    delete_expired()

    assert Response.objects.count() == 40
    assert Score.objects.count() == 4
    assert set(Sitting.objects.values_list("served_at", "completed_at")) == {(None, None)}


def test_what_was_never_sent_is_deleted(study):
    person = Person(study).go_to("after")
    person.send("draft/", {"excited": 4, "stage": "after"})
    expire(study)

    delete_expired()

    assert Sitting.objects.get().state == "completed"
    assert Response.objects.count() == 20


def test_the_persons_pages_are_gone(person):
    expire(person.study)
    delete_expired()

    assert Client().get(person.base).status_code == 404
    assert Client().get(f"{person.base}answers.json").status_code == 404
    assert person.client.get(person.link).status_code == 410


def test_other_studies_are_not_touched(person, researcher):
    other = Person(open_a_study(researcher)).go_to("thanks")
    expire(person.study)

    delete_expired()

    assert other.open("thanks/").status_code == 200


def test_the_background_task_does_it_and_may_run_again(person):
    expire(person.study)

    task()
    task()

    assert not Participation.objects.exists()
