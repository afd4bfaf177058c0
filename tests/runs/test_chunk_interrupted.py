"""A run that several workers share, or that is stopped in the middle: nothing is lost, asked or written twice."""

import threading
import time
from functools import partial

import pytest
from django.db import connection

from apps.runs import states, tasks, work
from apps.runs.engines import engine_for
from apps.runs.models import Completion, Run
from apps.runs.tasks import work_on
from apps.studies.models import Response, Sitting
from inference import ChatReply
from tests.inference.server import Say, chat, error
from tests.machines import plan_a_run, work_through
from tests.runs.working import (
    RATINGS,
    SITTINGS,
    all_at_once,
    asked,
    complete,
    fresh,
    good,
    in_thread,
    killed,
    loaded,
    started,
)

pytestmark = pytest.mark.django_db(transaction=True)


# --- several workers ---


def test_a_message_that_comes_twice_changes_nothing(study, remote, serve):
    server = serve(lambda call: Say(chat(RATINGS).body, delay_s=0.1))
    run, keys = started(plan_a_run(study, remote, repeats=3))

    all_at_once([lambda: work_on(fresh(run), keys)] * 3)

    run = fresh(run)
    assert (run.state, run.reason, run.n_done, run.n_requests) == ("done", "", 33, 33)
    assert len(set(asked(server))) == len(asked(server)) == 33
    complete(run)


def test_two_workers_meet_in_the_cache(study, remote, server):
    work_through(plan_a_run(study, remote, repeats=3))
    Sitting.objects.all().delete()
    run, keys = started(plan_a_run(study, remote, repeats=3))

    all_at_once([lambda: work_on(fresh(run), keys)] * 3)

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

    all_at_once([partial(work_on, run, keys) for run, keys in runs])
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
