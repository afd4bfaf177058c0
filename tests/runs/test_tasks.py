"""Runs as messages: sent out, delivered once, twice or never, and sent out again."""

import threading
from datetime import timedelta

import pytest
from celery import current_app
from django.db import connection
from django.utils import timezone

from apps.runs import states, tasks
from apps.runs.models import Run
from apps.runs.tasks import begin, count_waiting, messages, on_worker_ready, queue_of, run_chunk, sweep
from apps.studies.models import LanguageModel, Response, Score, Sitting
from tests.machines import plan_a_run

pytestmark = pytest.mark.django_db(transaction=True)

SITTINGS = 11


@pytest.fixture(autouse=True)
def empty_queue(settings):
    """The real broker of these settings, without messages; one message for each run."""
    settings.REDIS_URL = ""
    with current_app.connection_for_write() as broker:
        with broker.SimpleQueue("celery") as queue:
            queue.clear()
        yield
        with broker.SimpleQueue("celery") as queue:
            queue.clear()


def waiting():
    """Take what waits in the queue; return each message's task and arguments."""
    found = []
    with current_app.connection_for_write() as broker, broker.SimpleQueue("celery") as queue:
        while count_waiting("celery"):
            message = queue.get(timeout=5)
            message.ack()
            found.append((message.headers["task"], message.payload[0]))
    return found


def deliver(found):
    for task, arguments in found:
        assert task == "runs.run_chunk"
        run_chunk(*arguments)


def fresh(run):
    return Run.objects.get(pk=run.pk)


def silent(run, seconds):
    Run.objects.filter(pk=run.pk).update(heartbeat_at=timezone.now() - timedelta(seconds=seconds))


def test_a_run_that_begins_is_sent_out_and_worked_through(study, remote, server):
    run = plan_a_run(study, remote)

    begin(run)
    assert fresh(run).state == "running"
    deliver(waiting())

    assert (fresh(run).state, fresh(run).n_done, len(server.calls)) == ("done", SITTINGS, SITTINGS)


def test_a_message_holds_ids_only(study, uniform):
    run = plan_a_run(study, uniform)

    begin(run)

    [(_task, (number, dispatch, keys))] = waiting()
    assert number == run.pk
    assert dispatch == fresh(run).dispatch
    assert keys == list(Sitting.objects.order_by("pk").values_list("pk", flat=True))


def test_with_redis_every_chunk_is_a_message(study, uniform, settings, monkeypatch):
    monkeypatch.setattr(tasks, "CHUNK", 4)
    run = plan_a_run(study, uniform)
    assert [len(keys) for keys in messages(run)] == [11]

    settings.REDIS_URL = "redis://somewhere"

    assert [len(keys) for keys in messages(run)] == [4, 4, 3]


def test_a_message_of_many_chunks_is_worked_through(study, remote, server, monkeypatch):
    monkeypatch.setattr(tasks, "CHUNK", 4)
    run = plan_a_run(study, remote)

    begin(run)
    deliver(waiting())

    assert (fresh(run).state, len(server.calls)) == ("done", SITTINGS)


def test_a_run_that_was_paused_leaves_the_rest_of_its_message(study, remote, server, monkeypatch):
    monkeypatch.setattr(tasks, "CHUNK", 4)
    worked = []
    monkeypatch.setattr(tasks, "work_on", lambda run, keys: worked.append(keys) or states.stop(run, "paused"))

    begin(plan_a_run(study, remote))
    deliver(waiting())

    assert len(worked) == 1


def test_a_message_that_comes_twice_asks_nothing_twice(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    found = waiting()

    deliver(found)
    deliver(found)

    assert (fresh(run).state, fresh(run).n_done, len(server.calls)) == ("done", SITTINGS, SITTINGS)
    assert Response.objects.count() == 20 * SITTINGS


def test_a_message_that_comes_to_two_workers_at_once_asks_nothing_twice(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    found = waiting()

    def work():
        deliver(found)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (fresh(run).state, fresh(run).n_done, len(server.calls)) == ("done", SITTINGS, SITTINGS)


def test_a_message_of_an_earlier_dispatch_does_nothing(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    early = waiting()
    states.stop(run, "paused")
    begin(run)
    waiting()

    deliver(early)

    assert (fresh(run).state, len(server.calls)) == ("running", 0)


def test_a_message_of_a_paused_run_does_nothing(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    states.stop(run, "paused")

    deliver(waiting())

    assert (fresh(run).state, len(server.calls)) == ("paused", 0)


def test_a_message_of_a_run_that_was_deleted_does_nothing(study, remote, server):
    begin(plan_a_run(study, remote))
    Run.objects.all().delete()

    deliver(waiting())

    assert len(server.calls) == 0


def test_a_run_with_nothing_left_to_ask_is_done_at_once(study, uniform):
    run = plan_a_run(study, uniform)
    Sitting.objects.update(state="completed")

    begin(run)

    assert fresh(run).state == "done"
    assert waiting() == []


def test_a_cancelled_run_is_not_begun(study, uniform):
    run = plan_a_run(study, uniform)
    states.stop(run, "cancelled")

    begin(run)

    assert (fresh(run).state, waiting()) == ("cancelled", [])


# --- lost workers and lost messages ---


def test_a_run_whose_worker_fell_silent_is_sent_out_again(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    assert len(waiting()) == 1  # and this worker is killed
    silent(run, seconds=60)

    sweep()
    deliver(waiting())

    assert (fresh(run).state, len(server.calls)) == ("done", SITTINGS)


def test_a_run_somebody_is_at_work_on_is_left_alone(study, uniform):
    run = plan_a_run(study, uniform)
    begin(run)
    waiting()
    silent(run, seconds=5)

    sweep()

    assert waiting() == []


def test_a_run_that_waits_for_its_turn_is_not_sent_out_again_and_again(study, uniform):
    run = plan_a_run(study, uniform)
    begin(run)
    dispatch = fresh(run).dispatch

    for _ in range(3):
        silent(run, seconds=60)
        sweep()

    assert len(waiting()) == 1
    assert fresh(run).dispatch == dispatch


def test_a_sign_of_life_from_the_future_is_none(study, uniform):
    """The clock was ahead, a worker noted that time and was killed, and the clock was set back."""
    run = plan_a_run(study, uniform)
    begin(run)
    waiting()
    silent(run, seconds=-86_400)

    sweep()

    assert len(waiting()) == 1


@pytest.mark.parametrize("state", ["planned", "paused", "failed", "cancelled", "done"])
def test_only_what_runs_is_swept(study, uniform, state):
    run = plan_a_run(study, uniform)
    Run.objects.update(state=state)
    silent(run, seconds=60)

    sweep()

    assert (fresh(run).state, waiting()) == (state, [])


def test_a_worker_that_starts_takes_up_what_was_running(study, remote, server):
    run = plan_a_run(study, remote)
    begin(run)
    waiting()

    on_worker_ready()
    deliver(waiting())

    assert (fresh(run).state, len(server.calls)) == ("done", SITTINGS)


def test_with_redis_a_worker_that_starts_is_one_of_many(study, uniform, settings):
    begin(plan_a_run(study, uniform))
    waiting()
    settings.REDIS_URL = "redis://somewhere"

    on_worker_ready()

    settings.REDIS_URL = ""
    assert waiting() == []


def test_each_local_model_has_a_queue_of_its_own_where_there_may_be_many_machines(uniform, settings):
    local = LanguageModel(slug="llama", engine="transformers")
    assert queue_of(local) == queue_of(uniform) == "celery"

    settings.REDIS_URL = "redis://somewhere"

    assert queue_of(local) == "local.llama"
    assert queue_of(uniform) == "celery"


def test_scores_are_there_when_a_run_is_done(study, uniform):
    run = plan_a_run(study, uniform)
    begin(run)
    deliver(waiting())

    assert Score.objects.exclude(value=None).count() == SITTINGS * study.instrument.subscale_set.count()
