"""kill -9 at any moment costs what was under way, and nothing else."""

import random
import signal
import time

import pytest
from django.conf import settings

from apps.runs.models import Completion, Run
from apps.runs.tasks import begin
from tests.inference.server import ModelServer, Say, chat
from tests.killing import MANAGE, WORKER, beside, committed, half_written, kill, seeds, unanswered
from tests.machines import plan_a_run

pytestmark = pytest.mark.django_db(transaction=True)

REPLY = Say(chat("\n".join(f"{number}: 3" for number in range(1, 21))).body, delay_s=0.3)
REPEATS = 25
SITTINGS = 11 * REPEATS
MOST_SECONDS = 60


@pytest.fixture
def server():
    """In place of the usual one: it takes a third of a second for a reply, so that a kill finds some under way."""
    with ModelServer(lambda call: REPLY) as server:
        yield server


def until(true, process):
    end = time.monotonic() + MOST_SECONDS
    while not true():
        assert time.monotonic() < end, "nothing happened for a minute"
        if process.poll() is not None:
            return
        time.sleep(0.01)


def kill_at_some_moment(process, server, chance):
    """Kill the process a moment after its first request; return what was committed, and the calls so far."""
    before = len(server.calls)
    until(lambda: len(server.calls) > before, process)
    time.sleep(chance.uniform(0.5, 1.0))
    kill(process)
    return committed(), len(server.calls)


def nothing_was_sent_twice(server, moments):
    assert any(0 < len(kept) < SITTINGS for kept, _n_calls in moments), "it was never killed in the middle"
    for kept, n_calls in moments:
        assert not kept & set(seeds(server.calls[n_calls:])), "a request was sent again although its reply was stored"


def all_is_there(run, server):
    assert (run.state, run.n_done, run.n_sittings) == ("done", SITTINGS, SITTINGS)
    assert run.n_requests == SITTINGS == Completion.objects.count() == len(committed())
    assert set(seeds(server.calls)) == committed()
    assert half_written(run) == []
    assert unanswered(run) == 0


def test_a_command_that_is_killed_goes_on_when_it_is_given_again(study, remote, server, tmp_path):
    command = [*MANAGE, "run_study", study.slug, "--model", "remote", "--repeats", str(REPEATS), "--budget", "100"]
    chance, moments = random.Random(4), []
    for _ in range(2):
        moments.append(kill_at_some_moment(beside(command, tmp_path), server, chance))
        assert half_written(Run.objects.get()) == []

    last = beside(command, tmp_path)

    assert last.wait(MOST_SECONDS) == 0, (tmp_path / "log").read_text()
    nothing_was_sent_twice(server, moments)
    all_is_there(Run.objects.get(), server)


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="the worker of the embedded mode, which has no Redis")
def test_a_worker_that_is_killed_goes_on_when_it_starts_again(study, remote, server, tmp_path):
    chance, moments = random.Random(9), []
    run = plan_a_run(study, remote, repeats=REPEATS)
    begin(run)
    for _ in range(2):
        moments.append(kill_at_some_moment(beside(WORKER, tmp_path), server, chance))
        assert half_written(run) == []

    last = beside(WORKER, tmp_path)
    until(lambda: Run.objects.get().state != "running", last)
    kill(last)

    nothing_was_sent_twice(server, moments)
    all_is_there(Run.objects.get(), server)


def test_ctrl_c_pauses_and_keeps_what_has_come(study, remote, server, tmp_path):
    # So many that a busy machine cannot be through before the signal arrives
    command = [*MANAGE, "run_study", study.slug, "--model", "remote", "--repeats", str(20 * REPEATS)]
    process = beside(command, tmp_path)
    until(lambda: len(server.calls) > 30, process)

    process.send_signal(signal.SIGINT)

    assert process.wait(MOST_SECONDS) == 1
    run = Run.objects.get()
    assert run.state == "paused"
    assert run.reason in (tmp_path / "log").read_text()
    assert 0 < run.n_done == len(committed()) < 20 * SITTINGS
    assert not Completion.objects.filter(state="claimed").exists()
