"""Withdrawing deletes a person's words wherever they are, and what was made from them."""

from threading import Thread

import pytest
from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models.signals import pre_delete
from django.utils import timezone

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.runs.models import Completion, Run, Step
from apps.studies.models import (
    Condition,
    LanguageModel,
    Pair,
    Participation,
    Respondent,
    Response,
    Score,
    Showing,
    Sitting,
    Study,
)
from apps.turing import people
from apps.turing.models import Decision, Question
from apps.turing.pairing import prepare
from tests.database_files import files
from tests.echo import a_machine, write
from tests.imitated import Imitated
from tests.judges import Judge, invite

MARK = "zephyrlantern"


def live(study: Study, mark: str) -> Imitated:
    """Let a person go the whole way, be imitated and be judged; `mark` is in every text of theirs and about them.

    It is only a part of their name, or else answers with it would be held back.
    """
    person = Imitated(study, f"Ola {mark}son").go_to("profile")
    person.describe(**{topic: f"{topic} {mark} " + "and more words " * 15 for topic in TOPICS}, looked_over="yes")
    person.is_accepted()
    Question.objects.create(study=study, persona=person.persona, kind="IP", text=f"Why {mark}?", source="model")
    person.send("draft", {"CR": f"Half an answer with {mark}"})
    person.answer(**{kind: f"I like {mark} and {title.lower()}." for kind, title in TYPES.items()})
    machine = a_machine()
    sitting = write(study, person.persona, machine, f"machine {mark}")
    _asked(study, person.persona, machine, sitting, mark)
    prepare(study)
    judge = Judge(invite(study, persona=person.persona, note=f"for friends of {mark}")).go_to("judge")
    for _number in TYPES:
        judge.choose(why=f"Nobody else says {mark}", sureness="3")
    Decision.objects.create(response=Response.objects.filter(sitting=sitting).first(), is_shown=True)
    return person


def _asked(study, persona, machine, sitting, mark):
    """Keep the request and the reply behind the machine's answers, as a run does."""
    run = Run.objects.filter(study=study).first() or Run.objects.create(study=study, respondent=machine)
    completion = Completion.objects.create(
        key=f"key-{mark}", run=run, persona=persona, worker="here", lease_until=timezone.now(), identity={},
        request={"messages": [f"You are Ola {mark}son"]}, reply=f"I am {mark}", raw=f"I am {mark}",
    )  # fmt: skip
    Step.objects.create(run=run, sitting=sitting, completion=completion)


def dump() -> str:
    """Return every value of every row of every table."""
    return "\n".join(
        str(row) for model in apps.get_models(include_auto_created=True) for row in model._base_manager.values_list()
    )


def test_it_asks_first_and_says_what_goes(study):
    person = live(study, MARK)

    page = person.read("withdraw/")

    for thing in (
        "your name, your permissions and your profile",
        "10 answers of yours",
        "10 answers that machines gave as if they were you",
        "10 pairs of answers",
        "10 judgements of pairs",
        "1 request to a language model",
    ):
        assert thing in page
    assert Persona.objects.count() == 1


def test_no_row_holds_the_persons_words(study):
    person = live(study, MARK)
    assert dump().count(MARK) > 50

    response = person.send("withdraw")

    assert response["Location"] == "/me/withdrawn/"
    assert MARK not in dump()
    for table in (Persona, Question, Decision, Pair, Showing, Response, Score, Completion, Step, Participation):
        assert not table.objects.exists(), table
    assert not Condition.objects.filter(persona__isnull=False).exists()
    assert not Respondent.objects.filter(kind="human").exists()


def test_what_is_not_the_persons_stays(study):
    person = live(study, MARK)

    person.send("withdraw")

    assert Study.objects.get() == study
    assert LanguageModel.objects.filter(slug="parrot").exists()
    assert Run.objects.exists()


def test_nobody_elses_words_are_touched(study):
    person, other = live(study, MARK), live(study, "quietharbour")
    before = dump().count("quietharbour")

    person.send("withdraw")

    assert MARK not in dump()
    assert dump().count("quietharbour") == before
    assert len(other.responses) == 10


@pytest.mark.django_db(transaction=True)
def test_no_file_of_the_database_holds_the_persons_words(study):
    if connection.vendor != "sqlite":
        pytest.skip("looks into the files of SQLite")
    person = live(study, "brasswindmill")
    assert b"brasswindmill" in files()

    person.send("withdraw")

    assert b"brasswindmill" not in files()


def while_deleting(model, happens):
    """Let something happen once, on another connection, when rows of a model are gathered but not yet deleted.

    It may have to wait for the deletion, so it is waited for a second at most.
    """
    threads = []

    def meanwhile():
        try:
            happens()
        finally:
            connection.close()

    def notice(**_signal):
        if not threads:
            threads.append(Thread(target=meanwhile))
            threads[0].start()
            threads[0].join(timeout=1)

    pre_delete.connect(notice, sender=model, weak=False)
    return threads, lambda: pre_delete.disconnect(notice, sender=model)


@pytest.fixture
def postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")


@pytest.mark.django_db(transaction=True)
def test_a_judge_who_chooses_meanwhile_is_waited_for_or_finds_nothing(postgresql, study):
    person = live(study, MARK)
    judge = Judge(invite(study, persona=person.persona)).go_to("judge")
    answers = []
    threads, done = while_deleting(Sitting, lambda: answers.append(judge.choose(1, pair=1, why=MARK).status_code))
    try:
        response = person.send("withdraw")
    finally:
        done()
    threads[0].join()

    assert response["Location"] == "/me/withdrawn/"
    assert answers == [404]
    assert MARK not in dump()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by", ["the person", "a researcher"])
def test_what_a_run_stores_meanwhile_goes_with_the_next_attempt(postgresql, study, client, by):
    person = live(study, MARK)
    sitting = Sitting.objects.filter(respondent__kind="model").get()
    item = sitting.response_set.first().item
    sitting.response_set.filter(item=item).delete()

    def store():
        Response.objects.create(sitting=sitting, item=item, position=1, raw=MARK, value=MARK)

    threads, done = while_deleting(Persona, store)
    try:
        if by == "the person":
            response = person.send("withdraw")
        else:
            client.force_login(study.owner)
            response = client.post(f"/turing/{study.slug}/people/{person.persona.slug}/delete/")
    finally:
        done()
    threads[0].join()

    assert response.status_code == 302
    assert not Persona.objects.exists()
    assert MARK not in dump()


@pytest.mark.django_db(transaction=True)
def test_after_five_attempts_it_says_so(study, monkeypatch):
    attempts = []

    def fail(pk):
        attempts.append(pk)
        raise IntegrityError

    monkeypatch.setattr(people, "_delete", fail)
    monkeypatch.setattr(people, "PAUSES", (0, 0, 0, 0))
    with pytest.raises(IntegrityError):
        people.withdraw(Imitated(study).persona)

    assert len(attempts) == 5


@pytest.mark.parametrize("step", ["consent", "profile", "review", "questions"])
def test_a_person_may_withdraw_at_any_step(study, step):
    person = Imitated(study, f"Ola {MARK}").go_to(step)

    person.send("withdraw")

    assert MARK not in dump()


def test_afterwards_the_link_is_no_longer_valid(study):
    person = Imitated(study).go_to("profile")
    person.send("withdraw")

    for page in ("", "consent/", "profile/", "questions/", "withdraw/", "everything.json"):
        response = person.open(page)
        assert response.status_code == 404
        assert "This link is no longer valid" in response.content.decode()
    for page in ("consent", "profile", "questions", "draft", "withdraw"):
        assert person.send(page, {"interests": MARK, "store": "on"}).status_code == 404
    assert MARK not in dump()


def test_the_last_page_says_that_it_is_done_and_holds_nothing(client, db):
    response = client.get("/me/withdrawn/")

    assert response.status_code == 200
    assert "Everything is deleted" in response.content.decode()


def test_it_goes_also_when_the_study_is_closed(study):
    person = Imitated(study, f"Ola {MARK}").go_to("profile")
    Study.objects.update(closed_at=timezone.now(), retention_date="2020-01-01")

    person.send("withdraw")

    assert MARK not in dump()
