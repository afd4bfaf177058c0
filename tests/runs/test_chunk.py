"""A run at work against a real server: what is asked, kept, left to others, and asked again."""

import json
import threading
import time
from decimal import Decimal

import pytest
from django.db import connection, connections

from apps.runs import chunk, states, tasks, work
from apps.runs.chunk import Chunk
from apps.runs.engines import engine_for
from apps.runs.models import Completion, Run, Step
from apps.runs.tasks import open_chunks, work_on
from apps.runs.worker import end_work
from apps.studies.models import Condition, Instrument, LanguageModel, Response, Score, Sitting, Study
from inference import ChatReply, Usage
from tests.inference.server import ModelServer, Say, chat, error
from tests.machines import plan_a_run, work_through

pytestmark = pytest.mark.django_db(transaction=True)

RATINGS = "\n".join(f"{number}: 3" for number in range(1, 21))
SITTINGS = 11  # of the study: without a situation, and after each of ten


@pytest.fixture
def serve(remote):
    """Start a server with a script and have the model ask there."""
    servers = []

    def start(script):
        server = ModelServer(script)
        server.__enter__()
        servers.append(server)
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        remote.refresh_from_db()
        return server

    yield start
    for server in servers:
        server.__exit__()


@pytest.fixture
def refusals(instruments, study):
    """A study of two sittings with twenty requests each."""
    study = Study.objects.create(
        slug="refusals", title="Refusals", instrument=Instrument.objects.get(slug="refusal"),
        protocol_sha256="0" * 64, opened_at=study.opened_at,
    )  # fmt: skip
    Condition.objects.create(study=study, code="default", group="default")
    return study


def asked(server):
    """Return what each chat completion asked, as one text."""
    return [json.dumps(call.body, sort_keys=True) for call in server.calls]


def fresh(run):
    return Run.objects.select_related("study__instrument", "respondent__language_model").get(pk=run.pk)


def started(run):
    """Set the run going; return it with the keys of its sittings."""
    run = fresh(states.start(run))
    [keys] = open_chunks(run)
    return run, keys


def loaded(run, keys):
    chunk = Chunk(run, keys)
    chunk.load(engine_for(run))
    return chunk


def good(chunk, keys):
    return {key: ChatReply(RATINGS, "stop", usage=Usage(12, 0, 3)) for key in keys}


def killed(chunk):
    """Have the chunk's worker gone, as far as others can tell."""
    end_work(chunk.worker)


def in_thread(call):
    def act():
        try:
            call()
        finally:
            connections.close_all()

    thread = threading.Thread(target=act)
    thread.start()
    return thread


def complete(run):
    """Assert that every sitting has all its answers and scores, once."""
    sittings = Sitting.objects.filter(respondent=run.respondent)
    assert set(sittings.values_list("state", flat=True)) == {"completed"}
    n_items = run.study.instrument.item_set.count()
    n_subscales = run.study.instrument.subscale_set.count()
    assert Response.objects.count() == n_items * sittings.count()
    assert Score.objects.count() == n_subscales * sittings.count()


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


# --- several workers ---


def test_a_message_that_comes_twice_changes_nothing(study, remote, serve):
    server = serve(lambda call: Say(chat(RATINGS).body, delay_s=0.1))
    run, keys = started(plan_a_run(study, remote, repeats=3))

    threads = [in_thread(lambda: work_on(fresh(run), keys)) for _ in range(3)]
    for thread in threads:
        thread.join()

    run = fresh(run)
    assert (run.state, run.reason, run.n_done, run.n_requests) == ("done", "", 33, 33)
    assert len(set(asked(server))) == len(asked(server)) == 33
    complete(run)


def test_two_workers_meet_in_the_cache(study, remote, server):
    work_through(plan_a_run(study, remote, repeats=3))
    Sitting.objects.all().delete()
    run, keys = started(plan_a_run(study, remote, repeats=3))

    threads = [in_thread(lambda: work_on(fresh(run), keys)) for _ in range(3)]
    for thread in threads:
        thread.join()

    run = fresh(run)
    assert (run.state, run.reason, run.n_done, run.n_requests) == ("done", "", 33, 0)
    complete(run)


def test_who_read_the_sittings_before_another_completed_them_leaves_them(study, remote, server):
    run, keys = started(plan_a_run(study, remote))
    first, second = loaded(run, keys), loaded(run, keys)
    ours = first.next_keys()
    first.store(good(first, ours))

    assert second.next_keys() == []

    second.release()
    assert states.finish(run)
    assert (fresh(run).n_done, fresh(run).n_requests) == (SITTINGS, SITTINGS)
    complete(run)


def test_sittings_that_another_worker_asks_are_left_to_it(study, remote, server):
    run, keys = started(plan_a_run(study, remote))
    first, second = loaded(run, keys), loaded(run, keys)

    assert len(first.next_keys()) == SITTINGS
    assert second.next_keys() == []
    assert second.jobs == []


def test_a_sitting_that_two_workers_asked_in_parts_is_completed(refusals, remote, server):
    run, keys = started(plan_a_run(refusals, remote))
    first = loaded(run, keys)
    ours = first.next_keys()
    second = loaded(run, keys)
    first.store({key: ChatReply("They are kind.", "stop") for key in ours[:9]})
    killed(first)

    theirs = second.next_keys()
    assert set(theirs) == set(ours[9:])
    second.store({key: ChatReply("They are kind.", "stop") for key in theirs})

    work_on(run, keys)
    assert fresh(run).state == "done"
    assert len(server.calls) == 0
    complete(run)


def test_two_runs_that_share_sittings_do_not_record_them_twice(study, remote, serve):
    server = serve(lambda call: Say(chat(RATINGS).body, delay_s=0.1))
    runs = [started(plan_a_run(study, remote, repeats=2)) for _ in range(2)]

    threads = [in_thread(lambda run=run, keys=keys: work_on(run, keys)) for run, keys in runs]
    for thread in threads:
        thread.join()
    for run, _keys in runs:
        states.finish(run)

    assert [fresh(run).state for run, _keys in runs] == ["done", "done"]
    assert [fresh(run).n_done for run, _keys in runs] == [22, 22]
    assert len(set(asked(server))) == len(asked(server)) == 22
    complete(runs[0][0])


# --- stopped in the middle ---


def test_what_was_under_way_when_a_worker_was_killed_is_asked_again_and_nothing_else(study, remote, server):
    run, keys = started(plan_a_run(study, remote))
    first = loaded(run, keys)
    ours = first.next_keys()
    first.store(good(first, ours[:4]))
    killed(first)

    run = work_through(run)

    assert (run.state, run.n_done, run.n_requests) == ("done", SITTINGS, SITTINGS)
    assert len(server.calls) == SITTINGS - 4
    complete(run)


@pytest.mark.parametrize("state", ["paused", "cancelled"])
def test_pausing_and_cancelling_let_what_is_under_way_come_back(study, remote, serve, monkeypatch, state):
    monkeypatch.setattr(work, "HEARTBEAT_SECONDS", 0.1)
    server = serve(lambda call: Say(chat(RATINGS).body, delay_s=0.5))
    run, keys = started(plan_a_run(study, remote, repeats=5))
    thread = in_thread(lambda: work_on(run, keys))
    while not server.calls:
        time.sleep(0.01)

    states.stop(run, state)
    thread.join()

    paused = fresh(run)
    assert paused.state == state
    assert 0 < paused.n_requests == len(server.calls) < 55
    assert Completion.objects.filter(state="done").count() == len(server.calls) == paused.n_done
    assert not Completion.objects.exclude(state="done").exists()


def test_a_paused_run_goes_on_where_it_was(study, remote, serve, monkeypatch):
    monkeypatch.setattr(work, "HEARTBEAT_SECONDS", 0.1)
    server = serve(lambda call: Say(chat(RATINGS).body, delay_s=0.2))
    run, keys = started(plan_a_run(study, remote, repeats=5))
    thread = in_thread(lambda: work_on(run, keys))
    while not server.calls:
        time.sleep(0.01)
    states.stop(run, "paused")
    thread.join()

    run = work_through(run)

    assert (run.state, run.n_done, run.n_requests) == ("done", 55, 55)
    assert len(set(asked(server))) == len(asked(server)) == 55
    complete(run)


def test_an_error_that_concerns_every_request_fails_the_run_and_keeps_what_came_before(study, remote, serve):
    healthy = threading.Event()
    server = serve(lambda call: chat(RATINGS) if call.number < 5 or healthy.is_set() else error(402, "No credit left."))
    run = work_through(plan_a_run(study, remote))

    assert run.state == "failed"
    assert "no credit left" in run.reason
    kept = run.n_done
    assert kept == run.n_requests == Completion.objects.filter(state="done").count()
    assert not Completion.objects.exclude(state="done").exists()
    assert Response.objects.count() == 20 * kept

    healthy.set()
    before = len(server.calls)
    run = work_through(run)
    assert (run.state, run.reason, run.n_done) == ("done", "", SITTINGS)
    assert len(server.calls) - before == SITTINGS - kept
    complete(run)


def test_an_excluded_sitting_is_not_recorded(study, remote, server):
    run, keys = started(plan_a_run(study, remote))
    chunk = loaded(run, keys)
    ours = chunk.next_keys()
    Sitting.objects.filter(pk=keys[0]).update(state="excluded")

    chunk.store(good(chunk, ours))

    assert fresh(run).n_done == SITTINGS - 1
    assert not Response.objects.filter(sitting=keys[0]).exists()
    assert Completion.objects.filter(state="done").count() == SITTINGS


def test_what_was_paid_for_is_kept_when_the_run_is_deleted_meanwhile(study, remote, server):
    run, keys = started(plan_a_run(study, remote))
    chunk = loaded(run, keys)
    ours = chunk.next_keys()
    Run.objects.all().delete()

    chunk.store(good(chunk, ours))

    assert chunk.next_keys() == []
    assert Completion.objects.filter(state="done").count() == SITTINGS


def test_a_fault_of_our_own_fails_the_run_with_a_sentence(study, remote, server, monkeypatch, caplog):
    def broken(run):
        raise ZeroDivisionError

    monkeypatch.setattr(tasks, "engine_for", broken)
    run, keys = started(plan_a_run(study, remote))

    with pytest.raises(ZeroDivisionError):
        work_on(run, keys)

    assert fresh(run).state == "failed"
    assert fresh(run).reason == "The lab itself failed (ZeroDivisionError); its log says where."
    assert not Completion.objects.exists()


def test_a_heart_beats_while_the_engine_is_loaded(study, remote, server, monkeypatch):
    monkeypatch.setattr(work, "HEARTBEAT_SECONDS", 0.05)
    run, keys = started(plan_a_run(study, remote))
    before, seen = fresh(run).heartbeat_at, []

    def slowly(run):
        time.sleep(0.5)
        seen.append(fresh(run).heartbeat_at)
        connection.close()
        return engine_for(run)

    monkeypatch.setattr(tasks, "engine_for", slowly)
    work_on(run, keys)

    assert (seen[0] - before).total_seconds() > 0.3
    assert fresh(run).state == "done"
