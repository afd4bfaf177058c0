"""What holds for every visit, whether somebody fills in scales or judges answers."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.studies.models import Respondent
from tests.database_files import files
from tests.echo import with_pairs
from tests.judges import Judge, invite
from tests.people import Person, open_a_study

STAGES = {
    "survey": ["consent", "about", "before", "imagine", "after", "thanks"],
    "judging": ["consent", "about", "instruction", "judge", "thanks"],
}
OWN_PAGES = {
    "survey": ["answers/", "answers.json", "withdraw/"],
    "judging": ["judgements/", "judgements.json", "withdraw/"],
}
BUTTON_ALONE = {"survey": ("imagine", "after"), "judging": ("instruction", "judge")}

of_every_kind = pytest.mark.parametrize("kind", STAGES)
at_every_stage = pytest.mark.parametrize(
    ("kind", "stage"), [(kind, one) for kind, all_ in STAGES.items() for one in all_]
)


@pytest.fixture
def visitor(kind, instruments, researcher):
    if kind == "survey":
        return Person(open_a_study(researcher, consent_version="3"))
    return Judge(invite(with_pairs(researcher, consent_version="3")))


def pages_of(kind):
    return ["", *(f"{stage}/" for stage in STAGES[kind]), *OWN_PAGES[kind]]


@of_every_kind
def test_codes_cannot_be_guessed(visitor):
    visitor.go_to("consent")

    assert len(visitor.visit.code) == 22
    assert len(visitor.link.strip("/").split("/")[1]) == 22


@at_every_stage
def test_the_address_leads_to_the_step_without_any_cookie(visitor, stage):
    visitor.go_to(stage)

    assert visitor.open("")["Location"] == f"{visitor.base}{stage}/"
    assert Client().get(visitor.base)["Location"] == f"{visitor.base}{stage}/"
    assert Client().get(f"{visitor.base}{stage}/").status_code == 200


@at_every_stage
def test_looking_at_a_page_changes_nothing(visitor, kind, stage):
    visitor.go_to(stage)
    before = vars(visitor.visit)

    for page in pages_of(kind):
        assert visitor.open(page).status_code in {200, 302}
        assert visitor.client.head(visitor.base + page).status_code in {200, 302}

    assert {**vars(visitor.visit), "_state": None} == {**before, "_state": None}


@of_every_kind
def test_what_is_only_looked_at_takes_no_post(visitor, kind):
    visitor.go_to("thanks")

    assert {visitor.send(page).status_code for page in ["", *OWN_PAGES[kind][:2]]} == {405}


@of_every_kind
def test_a_step_can_be_sent_without_any_cookie_or_token(visitor, kind):
    stage, then = BUTTON_ALONE[kind]
    visitor.go_to(stage)

    response = Client(enforce_csrf_checks=True).post(f"{visitor.base}{stage}/")

    assert response["Location"] == f"{visitor.base}{then}/"


@of_every_kind
def test_a_code_opens_only_the_visit_of_its_own_link(visitor, kind):
    visitor.go_to("about")
    visit = visitor.visit
    invitation = visit.invitation
    invitation.pk, invitation.code = None, "another-link-of-the-same"
    invitation.save()
    root = visitor.link.split("/")[1]

    for page in pages_of(kind):
        assert Client().get(f"/{root}/{invitation.code}/{visit.code}/{page}").status_code == 404
    assert Client().get(f"{visitor.link}{visit.code[:-1]}/").status_code == 404


@of_every_kind
def test_yes_is_kept_with_its_time_and_the_texts_version(visitor):
    visitor.go_to("consent")

    assert visitor.agree()["Location"] == f"{visitor.base}about/"
    assert visitor.visit.consent_version == "3"
    assert timezone.now() - visitor.visit.consented_at < timedelta(minutes=1)


@of_every_kind
@pytest.mark.parametrize("sent", [{}, {"agree": ""}, {"agree": "maybe"}])
def test_neither_yes_nor_no_is_asked_again(visitor, sent):
    visitor.go_to("consent")

    page = visitor.send("consent/", sent).content.decode()

    assert visitor.stage == "consent"
    assert 'role="alert"' in page
    assert 'href="#agree"' in page
    assert 'id="agree"' in page
    assert "<title>Error: Before you begin" in page


@of_every_kind
def test_who_declined_has_nothing_to_withdraw(visitor):
    visitor.go_to("consent")
    visitor.send("consent/", {"agree": "no"})

    assert visitor.open("withdraw/")["Location"] == f"{visitor.base}declined/"
    assert visitor.send("withdraw/")["Location"] == f"{visitor.base}declined/"


@of_every_kind
def test_withdrawing_twice_is_withdrawing_once(visitor):
    visitor.go_to("thanks")
    visitor.send("withdraw/")
    when = visitor.visit.withdrawn_at

    assert visitor.send("withdraw/")["Location"] == f"{visitor.base}withdrawn/"
    assert visitor.visit.withdrawn_at == when


@pytest.mark.django_db(transaction=True)
@of_every_kind
def test_who_withdraws_is_in_no_file_of_the_database(visitor):
    if connection.vendor != "sqlite":
        pytest.skip("looks into the files of SQLite")
    visitor.go_to("thanks")
    Respondent.objects.filter(participation=visitor.visit).update(demographics={"known": "brasswindmill"})
    assert b"brasswindmill" in files()

    visitor.send("withdraw/")

    assert b"brasswindmill" not in files()
