"""After the retention date no words of a person are left, and no time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.core.retention import delete_expired
from apps.personas.models import Persona
from apps.runs.models import Run
from apps.studies.models import Invitation, Response, Score, Showing, Sitting, Study
from tests.echo import with_pairs
from tests.imitated import Imitated
from tests.judges import Judge, invite
from tests.turing.test_me_withdraw import MARK, dump, live


def expire():
    Study.objects.update(retention_date=timezone.now().date() - timedelta(days=1))


def test_no_row_holds_the_persons_words(study):
    person = live(study, MARK)
    Run.objects.update(reason=f"The reply “I am {MARK}” could not be read.")
    unfinished = Imitated(study, f"Ulla {MARK}").go_to("questions")
    unfinished.send("draft", {"CR": f"Half an answer of {MARK}"})
    links = [person.base, unfinished.base]
    assert dump().count(MARK) > 50
    expire()

    delete_expired()

    assert MARK not in dump()
    assert Score.objects.count() == 10
    assert not [link for link in links if link.split("/")[2] in dump()]
    assert person.client.get(links[0]).status_code == 404


def test_no_time_is_left_but_that_of_the_deletion(study):
    person = live(study, MARK)
    Response.objects.update(latency_ms=1234)
    expire()

    delete_expired()

    assert set(Showing.objects.values_list("served_at", "why", "sureness")) == {(None, "", 3)}
    assert set(Sitting.objects.filter(respondent__kind="human").values_list("served_at", "completed_at")) == {
        (None, None)
    }
    assert set(Response.objects.filter(sitting__condition__group="judging").values_list("latency_ms", flat=True)) == {
        None
    }
    assert person.persona.may_store_at is None
    assert person.persona.erased_at is not None


def test_what_was_said_about_invented_people_goes_as_well(instruments, researcher):
    study = with_pairs(researcher)
    Persona.objects.update(source="Invented for Likeness")
    judge = Judge(invite(study, note=f"for {MARK}")).go_to("judge")
    judge.choose(1, why=f"Like {MARK}", timings='{"choice": 900}')
    for _pair in range(9):
        judge.choose(1)
    expire()

    delete_expired()

    assert MARK not in dump()
    assert Invitation.objects.exists()
    assert not Response.objects.filter(sitting__condition__group="judging", latency_ms__isnull=False).exists()
    assert Persona.objects.get().profile != {}


@pytest.mark.parametrize("step", ["consent", "profile", "questions", "done"])
def test_before_the_hourly_job_nothing_more_is_taken_from_the_person(study, step):
    person = Imitated(study).go_to(step)
    expire()
    before = dump()

    for page in ("consent", "profile", "questions", "draft"):
        response = person.send(page, {"store": "on", "interests": MARK, "CR": MARK})
        assert response.status_code == 410
        assert "The study is closed" in response.content.decode()
    assert dump() == before
