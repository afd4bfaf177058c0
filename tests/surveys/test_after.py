"""The second rating page and the end: stored first, then sent away."""

import pytest
from django.db import connection

from apps.studies.models import Participation, Response
from tests.people import PROLIFIC, Person, open_a_study

PROLIFIC_END = "https://app.prolific.com/submissions/complete?cc=C1A2B3"


def test_the_situation_stands_above_the_items(study):
    person = Person(study).go_to("after")

    page = person.open("after/").content.decode()

    assert person.sitting("after").condition.vignette.text in page.replace("&#x27;", "'")
    assert page.count("<fieldset") == 20


def test_the_last_page_completes_the_visit(study):
    person = Person(study).go_to("after")

    response = person.rate("after", 4)

    assert response["Location"] == f"{person.base}thanks/"
    assert person.visit.completed_at is not None
    assert person.scores("after") == {"positive": 40, "negative": 40}
    assert Response.objects.count() == 40


@pytest.fixture
def paid(instruments, researcher):
    study = open_a_study(researcher, completion_url=PROLIFIC_END)
    return Person(study, PROLIFIC.format("anna")).go_to("after")


def test_a_paid_person_is_sent_to_the_completion_address(paid):
    response = paid.rate("after")

    assert response.status_code == 302
    assert response["Location"] == PROLIFIC_END


@pytest.mark.django_db(transaction=True)
def test_everything_is_committed_before_the_person_is_sent_away(instruments, researcher):
    study = open_a_study(researcher, completion_url=PROLIFIC_END)
    person = Person(study, PROLIFIC.format("anna")).go_to("after")

    person.rate("after")

    # A second connection sees only what is committed
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM studies_response")
        stored = cursor.fetchone()[0]
        cursor.execute("SELECT stage FROM studies_participation")
        stage = cursor.fetchone()[0]
    other.close()
    assert (stored, stage) == (40, "thanks")


def test_htmx_is_told_to_leave_for_the_other_site(paid):
    response = paid.rate("after", htmx=True)

    assert response.status_code == 200
    assert response["HX-Redirect"] == PROLIFIC_END


def test_a_second_post_of_the_last_page_leads_to_the_thanks(paid):
    paid.rate("after", 2)

    again = paid.rate("after", 5)

    assert again["Location"] == f"{paid.base}thanks/"
    assert set(paid.responses("after").values()) == {2}


def test_the_persons_own_code_stands_where_the_address_asks_for_it(instruments, researcher):
    study = open_a_study(researcher, completion_url="https://panel.example/done?id={code}")
    person = Person(study, PROLIFIC.format("anna")).go_to("after")

    response = person.rate("after")

    assert response["Location"] == f"https://panel.example/done?id={person.visit.completion_code}"


def test_an_unpaid_person_stays_here(instruments, researcher):
    study = open_a_study(researcher, completion_url=PROLIFIC_END)
    person = Person(study).go_to("after")

    assert person.rate("after")["Location"] == f"{person.base}thanks/"


def test_completion_codes_differ(study):
    codes = {Person(study).go_to("consent").visit.completion_code for _number in range(20)}

    assert len(codes) == 20
    assert Participation.objects.count() == 20
