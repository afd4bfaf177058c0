"""A run at work against a real server: what is asked, kept, and asked again."""

from decimal import Decimal

import pytest

from apps.runs import chunk
from apps.runs.models import Completion, Step
from apps.studies.models import Response, Score, Sitting
from inference import ChatReply
from tests.inference.server import chat, error
from tests.machines import plan_a_run, work_through
from tests.runs.working import RATINGS, SITTINGS, asked, complete, killed, loaded, started

pytestmark = pytest.mark.django_db(transaction=True)


# --- the plain case ---


def test_every_sitting_is_asked_once_and_scored(study, remote, server):
    run = work_through(plan_a_run(study, remote))

    assert (run.state, run.reason) == ("done", "")
    assert (run.n_done, run.n_requests, run.n_cached, run.n_failed) == (SITTINGS, SITTINGS, 0, 0)
    assert len(set(asked(server))) == len(asked(server)) == SITTINGS
    assert (run.input_tokens, run.cached_tokens, run.output_tokens) == (12 * SITTINGS, 8 * SITTINGS, 3 * SITTINGS)
    assert run.cost == SITTINGS * (12 * Decimal(1) + 3 * Decimal(10)) / 1_000_000
    complete(run)
    assert set(Response.objects.values_list("value", "missing")) == {(3, "")}


def test_it_keeps_what_the_answers_depend_on(study, remote, server):
    run = work_through(plan_a_run(study, remote))

    assert run.provenance["engine"]["kind"] == "openai"
    assert run.provenance["engine"]["host"] == server.url.split("/")[2]
    assert run.provenance["protocol_sha256"] == study.protocol_sha256
    assert len(run.provenance["prompt"]["sha256"]) == 64


def test_what_was_answered_before_comes_from_the_cache(study, remote, server):
    work_through(plan_a_run(study, remote))
    Sitting.objects.all().delete()

    run = work_through(plan_a_run(study, remote))

    assert (run.state, run.n_done, run.n_cached, run.n_requests, run.cost) == ("done", SITTINGS, SITTINGS, 0, 0)
    assert len(server.calls) == SITTINGS
    complete(run)


def test_a_failed_request_is_no_answer_to_keep(study, remote, serve):
    server = serve(lambda call: error(400, "No.") if call.number < SITTINGS else chat(RATINGS))
    run = work_through(plan_a_run(study, remote))
    assert (run.state, run.n_failed) == ("done", SITTINGS)
    Sitting.objects.all().delete()

    run = work_through(plan_a_run(study, remote))

    assert (run.n_cached, run.n_requests, run.n_failed) == (0, SITTINGS, 0)
    assert len(server.calls) == 2 * SITTINGS
    complete(run)


def test_a_sitting_of_many_questions_is_scored_when_the_last_is_answered(refusals, remote, server):
    run = work_through(plan_a_run(refusals, remote))

    assert (run.state, run.n_done, run.n_requests) == ("done", 1, 20)
    complete(run)


def test_only_so_many_requests_are_claimed_at_once(refusals, remote, server, monkeypatch):
    monkeypatch.setattr(chunk, "MOST_CLAIMED", 7)

    run = work_through(plan_a_run(refusals, remote, repeats=2))

    assert (run.state, run.n_requests, len(set(asked(server)))) == ("done", 40, 40)
    complete(run)


# --- replies that are not an answer ---


def test_a_refusal_is_kept_and_not_asked_again(study, remote, serve):
    server = serve(lambda call: chat(None, message={"role": "assistant", "content": None, "refusal": "I will not."}))

    run = work_through(plan_a_run(study, remote))

    assert (run.state, run.n_failed, run.n_retried, len(server.calls)) == ("done", 0, 0, SITTINGS)
    assert set(Completion.objects.values_list("state", "refusal")) == {("done", "I will not.")}
    assert set(Response.objects.values_list("missing", flat=True)) == {"refused"}
    assert set(Score.objects.values_list("value", flat=True)) == {None}


def test_a_reply_that_nobody_can_read_is_asked_for_three_times(study, remote, serve):
    server = serve(lambda call: chat("What a lovely day for a walk."))

    run = work_through(plan_a_run(study, remote, conditions=("default",)))

    assert (run.state, run.n_retried, run.n_requests, run.n_failed) == ("done", 2, 3, 0)
    bodies = [call.body for call in server.calls]
    assert [body["temperature"] for body in bodies] == [0, 1, 1]
    assert len({body["seed"] for body in bodies}) == 3
    assert list(Step.objects.values_list("attempt", flat=True)) == [0, 1, 2]
    assert set(Response.objects.values_list("missing", flat=True)) == {"unparsed"}
    assert set(Completion.objects.values_list("reply", flat=True)) == {"What a lovely day for a walk."}


def test_the_second_attempt_may_be_readable(study, remote, serve):
    serve(lambda call: chat("Well." if call.number == 0 else RATINGS))

    run = work_through(plan_a_run(study, remote, conditions=("default",)))

    assert (run.n_retried, run.n_requests) == (1, 2)
    assert set(Response.objects.values_list("value", flat=True)) == {3}


def test_a_reply_that_can_be_read_in_part_stands(study, remote, serve):
    serve(lambda call: chat("1: 3\n2: 4"))

    run = work_through(plan_a_run(study, remote, conditions=("default",)))

    assert (run.n_retried, run.n_requests) == (0, 1)
    assert Response.objects.filter(missing="skipped").count() == 18


def test_a_retry_that_was_made_before_a_kill_is_not_made_again(study, remote, serve):
    server = serve(lambda call: chat(RATINGS))
    run, keys = started(plan_a_run(study, remote, conditions=("default",)))
    first = loaded(run, keys)
    [key] = first.next_keys()
    first.store({key: ChatReply("Well.", "stop")})
    killed(first)

    run = work_through(run)

    assert [call.body["temperature"] for call in server.calls] == [1]
    assert (run.state, run.n_retried, run.n_requests) == ("done", 1, 2)
