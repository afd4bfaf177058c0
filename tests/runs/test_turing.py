"""Models in a Turing test: they answer as people by a method, as far as people allow it, and write questions."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from apps.benchmarks.echo.questions import SPECIFIC
from apps.core.retention import delete_expired
from apps.personas.models import Persona
from apps.runs import states
from apps.runs.chunk import MOST_ABOUT_PEOPLE, Chunk
from apps.runs.models import Completion, Run, Step
from apps.runs.planning import CannotRun, estimate
from apps.runs.tasks import open_chunks, work_on
from apps.studies.models import LanguageModel, Response, Score, Sitting
from apps.turing.people import withdraw
from tests.echo import PROFILE, add_a_person, draw_ten, open_a_turing_test
from tests.inference.server import ModelServer, Say, chat
from tests.machines import plan_a_run, work_through
from tests.runs.chats import QUESTION, ROLE, chats, messages, reply_as_asked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server():
    """It takes a role when it is told one, and answers what is asked after that."""
    with ModelServer(reply_as_asked) as server:
        yield server


@pytest.fixture
def study(instruments, researcher):
    study = open_a_turing_test(researcher)
    draw_ten(study, add_a_person(study))
    return study


@pytest.fixture
def persona(study):
    return study.condition_set.first().persona


def test_a_role_is_set_once_and_its_feedback_precedes_each_question(study, remote, server):
    run = work_through(plan_a_run(study, remote, way="echo/rpp"))

    calls = [messages(call) for call in chats(server)]
    roles, questions = calls[0], calls[1:]
    assert (run.state, run.n_requests, len(questions)) == ("done", 11, 10)
    assert [role for role, _text in roles] == ["user"] and PROFILE["interests"] in roles[0][1]
    assert all(turns[0] == roles[0] and turns[1] == ("assistant", ROLE) for turns in questions)
    assert sum("What of Logic?" in turns[2][1] for turns in questions) == 1


def test_the_answers_are_stored_as_they_came_and_as_judges_see_them(study, remote):
    work_through(plan_a_run(study, remote, way="echo/rpp"))

    rows = Response.objects.filter(sitting__respondent__language_model=remote)
    assert set(rows.values_list("raw", "value")) == {(QUESTION, "An answer in words")}
    assert rows.count() == 10 and not Score.objects.exists()


def test_every_step_of_a_chain_is_kept(study, remote):
    work_through(plan_a_run(study, remote, way="echo/rpp"))

    steps = Step.objects.order_by("position").select_related("completion")
    assert [step.position for step in steps] == list(range(11))
    assert steps[0].completion.reply == ROLE


def test_a_chain_goes_on_where_it_stopped(study, remote, server):
    run = states.start(plan_a_run(study, remote, way="echo/rpp"))
    server.script = lambda call: reply_as_asked(call) if len(messages(call)) == 1 else Say("", status=401)
    for keys in open_chunks(run):
        work_on(run, keys)
    assert Run.objects.get(pk=run.pk).state == "failed"
    asked_for_the_role = sum(len(messages(call)) == 1 for call in chats(server))

    server.script = reply_as_asked
    run = work_through(run)

    assert (run.state, Response.objects.exclude(value=None).count()) == ("done", 10)
    assert asked_for_the_role == sum(len(messages(call)) == 1 for call in chats(server)) == 1


def test_where_the_first_step_fails_nothing_is_asked_after_it(study, remote, server):
    server.script = lambda call: Say(
        json.dumps({"error": {"message": "too long", "code": "context_length_exceeded"}}), status=400
    )

    run = work_through(plan_a_run(study, remote, way="echo/rpp"))

    assert (run.state, run.n_failed, run.n_requests) == ("done", 1, 1)
    assert set(Response.objects.values_list("missing", flat=True)) == {"failed"}


def test_the_retrieval_baseline_answers_with_the_profiles_sentences(study, longest):
    retrieval = LanguageModel.objects.get(slug="profile-retrieval")

    work_through(plan_a_run(study, retrieval, way="echo/retrieval"))

    answers = Response.objects.filter(sitting__respondent__language_model=retrieval)
    assert answers.count() == 10
    assert all(
        any(part in text for part in ("row with my brother", "bookbinding"))
        for text in answers.values_list("raw", flat=True)
    )


def test_a_line_on_a_board_names_model_and_method(study, remote):
    run = plan_a_run(study, remote, way="echo/rpp")

    assert run.respondent.label == "Remote, RPP"


# --- who may be imitated ---


def refused(study, model, **choice):
    with pytest.raises(CannotRun) as problem:
        plan_a_run(study, model, **choice)
    return str(problem.value)


def test_remote_imitation_needs_a_permission_of_its_own(study, persona, remote):
    persona.may_imitate_remotely_at = None
    persona.save()

    assert "remote services" in refused(study, remote, way="echo/rpp")


def test_only_people_who_allowed_it_are_in_a_run(study, remote):
    add_a_person(study, "Ida Novak", may_imitate_remotely_at=None)
    draw_ten(study, study.condition_set.last().persona)

    assert plan_a_run(study, remote, way="echo/rpp").n_sittings == 1


def test_a_profile_that_is_not_accepted_is_not_used(study, persona, remote):
    persona.state = "sent"
    persona.save()

    assert "accepted" in refused(study, remote, way="echo/rpp")


def test_without_ten_questions_there_is_nothing_to_answer(instruments, researcher, remote):
    study = open_a_turing_test(researcher)
    add_a_person(study)

    assert "Draw the ten questions" in refused(study, remote, way="echo/rpp")


def meanwhile(change):
    """Let somebody change the database while a request is under way, from a thread of their own."""

    def call():
        try:
            change()
        finally:
            connection.close()

    with ThreadPoolExecutor() as elsewhere:
        elsewhere.submit(call).result()


@pytest.mark.parametrize("way", ["echo/rpp", "echo/zero-shot"])
def test_a_permission_that_is_taken_back_ends_the_asking(study, persona, remote, server, way):
    for name in ("Ida Novak", "Tom Tran"):
        draw_ten(study, add_a_person(study, name))

    def take_everything_back(call):
        meanwhile(lambda: Persona.objects.update(may_imitate_remotely_at=None))
        return reply_as_asked(call)

    server.script = take_everything_back
    run = work_through(plan_a_run(study, remote, way=way))

    assert len(chats(server)) <= MOST_ABOUT_PEOPLE
    assert (run.state, run.reason.endswith("stay open: their people allow it no longer.")) == ("done", True)


def test_what_was_paid_for_somebody_who_left_is_counted(study, persona, remote, server):
    def leave(call):
        if len(chats(server)) == 1:
            meanwhile(lambda: withdraw(Persona.objects.get(pk=persona.pk)))
        return reply_as_asked(call)

    server.script = leave
    run = work_through(plan_a_run(study, remote, way="echo/rpp"))

    assert run.n_requests == len(chats(server)) == 1
    assert run.cost > 0
    assert not Completion.objects.exists()


def test_withdrawal_deletes_every_request_that_held_the_persons_words(study, persona, remote):
    work_through(plan_a_run(study, remote, way="echo/rpp"))
    assert Completion.objects.filter(persona=persona).count() == 11

    withdraw(persona)

    assert not Completion.objects.exists() and not Step.objects.exists() and not Sitting.objects.exists()


def test_a_withdrawal_at_the_moment_of_writing_does_not_fail_the_run(study, persona, remote, monkeypatch):
    draw_ten(study, add_a_person(study, "Ida Novak"))
    store, left = Chunk.store, []

    def too_late(chunk, outcomes):
        if not left:
            left.append(withdraw(Persona.objects.get(pk=persona.pk)))
            raise IntegrityError("the person is gone")
        return store(chunk, outcomes)

    monkeypatch.setattr(Chunk, "store", too_late)
    run = work_through(plan_a_run(study, remote, way="echo/rpp"))

    assert run.state == "done"
    assert Response.objects.exclude(value=None).count() == 10


# --- questions ---


def test_a_model_writes_questions_of_the_specific_types(study, remote, server):
    server.script = lambda call: chat("1. What is it like to mend a book?\n2. Which river do you row on?")

    work_through(plan_a_run(study, remote, way="echo-questions"))

    rows = dict(Response.objects.values_list("item__code", "value"))
    assert set(rows) == set(SPECIFIC)
    assert rows["IP"] == ["What is it like to mend a book?", "Which river do you row on?"]


# --- planning ---


def test_an_estimate_counts_the_steps_of_a_chain(study, remote):
    found = estimate(plan_a_run(study, remote, way="echo/rolegpt"))

    assert found.requests == 13
    assert found.input_tokens > 0 and found.output_tokens > 0


def test_the_published_sampling_is_the_forms_default(rosa, study, remote):
    response = rosa.post(f"/runs/new/?study={study.slug}", {"language_model": remote.pk, "asking": "echo/rolegpt/v1"})

    run = Run.objects.get()
    assert response.url.endswith(f"/runs/{run.pk}/")
    assert run.respondent.sampling == {"temperature": 0.7, "top_p": 0.95}
    assert rosa.get(response.url).status_code == 200


def test_the_form_shows_what_each_method_is_told(rosa, study):
    page = rosa.get(f"/runs/new/?study={study.slug}").content.decode()

    assert "RPP (v1)" in page and "{profile}" in page


def test_an_expired_persons_requests_are_deleted_and_the_pages_stay(rosa, study, persona, remote):
    run = work_through(plan_a_run(study, remote, way="echo/rpp"))
    study.retention_date = timezone.now().date() - timedelta(days=1)
    study.save()

    delete_expired()

    persona.refresh_from_db()
    sitting = Sitting.objects.first()
    assert rosa.get(f"/runs/{run.pk}/").status_code == 200
    assert rosa.get(f"/runs/{run.pk}/sittings/{sitting.code}/").status_code == 200
    assert not Completion.objects.exists()
    assert (persona.name, persona.profile) == ("", {})
    assert set(Response.objects.values_list("raw", "value")) == {("", "")}
