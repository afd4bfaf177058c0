"""Consent: a decision that is written down, with the text's version and the time."""

from datetime import timedelta

from django.utils import timezone

from apps.studies.models import Identifier, Participation, Sitting
from tests.people import PROLIFIC, Person, open_a_study


def test_the_page_says_what_how_long_and_how_to_withdraw(study):
    page = Person(study).go_to("consent").open("consent/").content.decode()

    assert study.consent_text in page
    assert "Consent text version 3" in page
    assert study.protocol_sha256 in page
    assert "How to withdraw" in page
    assert study.retention_date.strftime("%b") in page


def test_yes_takes_a_seat_before_and_after_one_situation(study):
    person = Person(study).go_to("about")

    conditions = Sitting.objects.values_list("condition__code", flat=True)

    assert len(conditions) == 2
    assert "default" in conditions
    assert person.sitting("after").condition.vignette.text


def test_no_takes_no_seat_and_forgets_who_it_was(study):
    person = Person(study, PROLIFIC.format("anna")).go_to("consent")

    response = person.send("consent/", {"agree": "no"})

    assert response["Location"] == f"{person.base}declined/"
    assert not Sitting.objects.exists()
    assert not Identifier.objects.exists()
    assert person.visit.consented_at is None
    assert "You do not take part" in person.open("declined/").content.decode()


def test_no_stands_when_the_link_is_opened_again(study):
    person = Person(study, PROLIFIC.format("anna")).go_to("consent")
    person.send("consent/", {"agree": "no"})

    again = Person(study, PROLIFIC.format("anna")).press_start()

    assert again["Location"] == f"{person.base}declined/"
    assert Participation.objects.count() == 1


def test_a_second_yes_changes_nothing(study):
    person = Person(study).go_to("consent")
    person.agree()
    first = person.visit.consented_at

    again = person.agree()

    assert again["Location"] == f"{person.base}about/"
    assert person.visit.consented_at == first
    assert Sitting.objects.count() == 2


def test_a_no_after_the_yes_comes_too_late_for_that_page(study):
    person = Person(study).go_to("about")

    person.send("consent/", {"agree": "no"})

    assert person.stage == "about"


def test_the_last_seat_goes_to_who_agrees_first(instruments, researcher):
    study = open_a_study(researcher, quota=1, factors=["jealousy-3"])
    seats = study.condition_set.exclude(code="default").count()
    waiting = [Person(study).go_to("consent") for _seat in range(seats + 1)]

    pages = [person.agree() for person in waiting]

    assert [page.status_code for page in pages] == [302] * seats + [200]
    assert "everyone it needs" in pages[-1].content.decode()
    assert waiting[-1].stage == "consent"
    assert waiting[-1].visit.consented_at is None


def test_a_seat_given_up_is_free_again(instruments, researcher):
    study = open_a_study(researcher, quota=1, factors=["jealousy-3"])
    seats = study.condition_set.exclude(code="default").count()
    people = [Person(study).go_to("about") for _seat in range(seats)]
    late = Person(study)
    assert late.press_start().status_code == 200

    Participation.objects.filter(pk=people[0].visit.pk).update(seen_at=timezone.now() - timedelta(hours=2))

    assert late.go_to("about").sitting("after").condition == people[0].sitting("after").condition
