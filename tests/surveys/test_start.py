"""The link that people are given."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.studies.models import Identifier, Participation, Respondent, Sitting, Study
from tests.people import PROLIFIC, Person, link_of, open_a_study

TEMPLATE = "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"


def rows() -> list[int]:
    return [table.objects.count() for table in (Participation, Respondent, Sitting, Identifier)]


@pytest.mark.parametrize("query", ["", PROLIFIC.format("anna"), TEMPLATE])
@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_link_creates_nothing(client, study, method, query):
    response = getattr(client, method)(link_of(study) + query)

    assert response.status_code == 200
    assert rows() == [0, 0, 0, 0]
    assert not response.cookies.get(f"visit-{study.pk}")


def test_other_methods_are_refused(client, study):
    assert client.put(link_of(study)).status_code == 405
    assert client.delete(link_of(study)).status_code == 405


def test_an_unknown_link_is_not_found(client, study):
    assert client.get("/p/nosuchlink/").status_code == 404
    assert client.post("/p/nosuchlink/").status_code == 404


def test_the_button_begins_a_visit(study):
    person = Person(study)

    response = person.press_start()

    assert response.status_code == 302
    assert response["Location"] == f"{link_of(study)}{person.visit.code}/consent/"
    assert person.stage == "consent"
    assert person.visit.source == "direct"
    assert rows() == [1, 1, 0, 0]


def test_the_button_needs_a_token_from_the_page(study):
    stranger = Client(enforce_csrf_checks=True)

    assert stranger.post(link_of(study)).status_code == 403
    assert rows() == [0, 0, 0, 0]


def test_the_token_of_the_page_lets_the_button_through(study):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(link_of(study)).content.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]

    response = browser.post(link_of(study), {"csrfmiddlewaretoken": token})

    assert response.status_code == 302


def test_opening_the_link_again_goes_to_where_the_person_was(study):
    person = Person(study).go_to("before")

    response = person.client.get(person.link)

    assert response["Location"] == f"{person.base}before/"
    assert rows()[0] == 1


def test_pressing_start_again_in_the_same_browser_is_the_same_visit(study):
    person = Person(study).go_to("about")

    again = person.press_start()

    assert again["Location"] == f"{person.base}about/"
    assert rows()[0] == 1


def test_the_cookie_is_for_this_study_only(study, researcher):
    other = open_a_study(researcher)
    person = Person(study).go_to("about")

    assert person.client.get(link_of(other)).status_code == 200


def test_the_cookie_is_closed_to_scripts_and_other_sites(study):
    cookie = Person(study).press_start().cookies[f"visit-{study.pk}"]

    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/p/"


def test_prolific_parameters_are_kept_apart_from_the_visit(study):
    person = Person(study, PROLIFIC.format("anna"))

    person.press_start()

    assert person.visit.source == "prolific"
    kept = person.visit.identifier
    assert (kept.person, kept.study, kept.session) == ("anna", "study-1", "session-1")


def test_the_start_page_carries_the_parameters_through_the_button(client, study):
    page = client.get(link_of(study) + PROLIFIC.format("anna")).content.decode()

    assert '<input type="hidden" name="PROLIFIC_PID" value="anna">' in page
    assert '<input type="hidden" name="STUDY_ID" value="study-1">' in page
    assert '<input type="hidden" name="SESSION_ID" value="session-1">' in page


def test_a_parameter_is_shown_as_text_never_as_markup(client, study):
    page = client.get(link_of(study), {"PROLIFIC_PID": '"><script>alert(1)</script>'}).content.decode()

    assert "<script>alert" not in page


def test_the_same_prolific_person_in_another_browser_goes_on(study):
    first = Person(study, PROLIFIC.format("anna")).go_to("imagine")
    elsewhere = Person(study, PROLIFIC.format("anna"))

    response = elsewhere.press_start()

    assert response["Location"] == f"{first.base}imagine/"
    assert rows()[0] == 1


def test_another_prolific_person_in_the_same_browser_is_another_person(study):
    anna = Person(study, PROLIFIC.format("anna")).go_to("imagine")
    ben = Person(study, PROLIFIC.format("ben"), client=anna.client)

    seen = ben.client.get(ben.link)
    ben.press_start()

    assert seen.status_code == 200
    assert ben.visit != anna.visit
    assert ben.stage == "consent"


def test_a_prolific_person_after_a_direct_one_in_the_same_browser_is_another_person(study):
    direct = Person(study).go_to("about")
    anna = Person(study, PROLIFIC.format("anna"), client=direct.client)

    anna.press_start()

    assert anna.visit != direct.visit


def test_the_same_person_may_take_another_study(study, researcher):
    other = open_a_study(researcher)
    Person(study, PROLIFIC.format("anna")).press_start()

    Person(other, PROLIFIC.format("anna")).press_start()

    assert rows()[0] == 2


def test_a_template_that_prolific_did_not_fill_in_is_no_person(study):
    for _time in range(2):
        response = Client().post(
            link_of(study), {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}", "STUDY_ID": "{{%STUDY_ID%}}", "SESSION_ID": "x"}
        )
        assert response.status_code == 302

    assert rows() == [2, 2, 0, 0]
    assert set(Participation.objects.values_list("source", flat=True)) == {"direct"}


@pytest.mark.parametrize("odd", ["a\x00b", "x" * 5000, "́́", "名前", " "])
def test_an_odd_parameter_does_not_break_the_page(study, odd):
    response = Client().post(link_of(study), {"PROLIFIC_PID": odd, "STUDY_ID": odd, "SESSION_ID": odd})

    assert response.status_code == 302


def test_a_closed_study_takes_nobody_new(client, study):
    Study.objects.update(closed_at=timezone.now())

    assert client.get(link_of(study)).status_code == 410
    assert client.post(link_of(study)).status_code == 410
    assert rows() == [0, 0, 0, 0]


def test_a_study_past_its_retention_date_takes_nobody_new(client, study):
    Study.objects.update(retention_date="2020-01-01")

    assert client.get(link_of(study)).status_code == 410
    assert client.post(link_of(study)).status_code == 410


def test_who_has_begun_may_finish_after_closing(study):
    person = Person(study).go_to("before")
    Study.objects.update(closed_at=timezone.now())

    assert person.client.get(person.link)["Location"] == f"{person.base}before/"
    assert person.press_start()["Location"] == f"{person.base}before/"
    person.rate("before")
    person.send("imagine/")
    person.rate("after")
    assert person.stage == "thanks"


def test_a_prolific_person_may_finish_after_closing_in_another_browser(study):
    first = Person(study, PROLIFIC.format("anna")).go_to("before")
    Study.objects.update(closed_at=timezone.now())
    elsewhere = Person(study, PROLIFIC.format("anna"))

    page = elsewhere.client.get(elsewhere.link)

    assert page.status_code == 200
    assert elsewhere.press_start()["Location"] == f"{first.base}before/"


def test_a_full_study_takes_nobody_new(instruments, researcher):
    study = open_a_study(researcher, quota=1, factors=["jealousy-3"])
    places = study.condition_set.exclude(code="default").count()
    for _place in range(places):
        Person(study).go_to("thanks")

    late = Person(study).press_start()

    assert late.status_code == 200
    assert "everyone it needs" in late.content.decode()
    assert rows()[0] == places


@pytest.mark.django_db(transaction=True)
def test_one_participation_per_person_when_start_is_pressed_many_times_at_once(study):
    def press(_number: int) -> str:
        try:
            return Person(study, PROLIFIC.format("anna")).press_start()["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        places = set(threads.map(press, range(16)))

    assert len(places) == 1
    assert rows() == [1, 1, 0, 1]
