"""Who asks a request, and what becomes of a claim whose worker is gone."""

import os
import subprocess
import sys
import threading
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.utils import timezone

from apps.runs import claims
from apps.runs.claims import Claim
from apps.runs.models import Completion, Run, Step
from apps.runs.worker import LEASE, begin_work, end_work, is_gone, place
from apps.studies.models import Sitting
from inference import ChatReply, Usage
from inference.errors import ServerFailed
from tests.machines import plan_a_run

pytestmark = pytest.mark.django_db(transaction=True)

IDENTITY = {"kind": "openai", "model": "tiny"}
OPEN_ENDED = Claim({"messages": []}, Decimal("0.5"))


@pytest.fixture
def run(study, remote):
    return plan_a_run(study, remote)


def take(run, worker, *keys):
    """Look and claim as a chunk does; return the keys that are now the worker's."""
    with transaction.atomic():
        now = timezone.now()
        found = claims.look(keys, now)
        wanted = {key: OPEN_ENDED for key in keys if key not in found.busy and key not in found.answered}
        return claims.take(wanted, found.left, IDENTITY, run, worker, now)


def store(outcomes, costs, worker):
    with transaction.atomic():
        return claims.store(outcomes, costs, worker)


def gone_worker():
    """The name of a worker whose process has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return f"{place()}/{process.pid}/1/abcdef01"


def start_of(pid):
    return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[19]


def test_what_one_has_claimed_is_busy_for_others(run):
    assert take(run, begin_work(), "a", "b") == {"a", "b"}

    assert take(run, begin_work(), "b", "c") == {"c"}
    assert claims.look(["a", "b", "d"], timezone.now()).busy == {"a", "b"}


def in_threads(*calls):
    """Run the calls at the same moment and return what they returned."""
    ready, returned = threading.Barrier(len(calls)), []

    def act(call):
        ready.wait()
        try:
            returned.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=act, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return returned


def test_of_two_who_found_a_request_free_one_gets_it(run):
    keys = [f"{number:03}" for number in range(100)]
    workers = [begin_work(), begin_work()]

    def claim_without_looking(worker, keys):
        with transaction.atomic():
            return claims.take(dict.fromkeys(keys, OPEN_ENDED), {}, IDENTITY, run, worker, timezone.now())

    got = in_threads(
        lambda: claim_without_looking(workers[0], keys), lambda: claim_without_looking(workers[1], keys[::-1])
    )

    assert len(got) == 2, "one of them ended in an error"
    assert sorted([*got[0], *got[1]]) == keys


def test_of_two_who_take_over_a_failed_request_one_gets_it(run):
    worker = begin_work()
    take(run, worker, "a")
    store({"a": ServerFailed("It failed.")}, {"a": Decimal(0)}, worker)
    left = claims.look(["a"], timezone.now()).left

    def take_over(worker):
        with transaction.atomic():
            return claims.take({"a": OPEN_ENDED}, left, IDENTITY, run, worker, timezone.now())

    got = in_threads(lambda: take_over(begin_work()), lambda: take_over(begin_work()))

    assert sorted(map(len, got)) == [0, 1]


def test_the_claim_of_a_dead_process_is_free_at_once(run):
    take(run, gone_worker(), "a")

    assert take(run, begin_work(), "a") == {"a"}


def test_the_claim_of_a_chunk_that_ended_in_this_process_is_free_at_once(run):
    worker = begin_work()
    take(run, worker, "a")
    end_work(worker)

    assert take(run, begin_work(), "a") == {"a"}


def test_another_process_that_got_the_number_of_a_dead_one_does_not_keep_its_claims(run):
    take(run, f"{place()}/{os.getppid()}/1/abcdef01", "a")

    assert take(run, begin_work(), "a") == {"a"}


def test_a_process_that_lives_keeps_its_claims_however_the_clock_jumps():
    process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    worker = f"{place()}/{process.pid}/{start_of(process.pid)}/abcdef01"
    now = timezone.now()
    try:
        assert not is_gone(worker, lease_until=now - timedelta(days=1), now=now)
        assert not is_gone(begin_work(), lease_until=now - timedelta(days=1), now=now)
    finally:
        process.communicate()
    assert is_gone(worker, lease_until=now + timedelta(days=1), now=now)


def test_a_worker_on_another_machine_keeps_its_claims_until_the_lease_passes(run):
    elsewhere = "gpu-7.abcdef01.4026531836/12/345/abcdef01"
    take(run, elsewhere, "a")

    assert take(run, begin_work(), "a") == set()

    Completion.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert take(run, begin_work(), "a") == {"a"}


def test_a_sign_of_life_renews_the_lease_by_the_clock_of_the_database(run):
    worker = begin_work()
    take(run, worker, "a")
    Completion.objects.update(lease_until=timezone.now() - timedelta(days=1))

    claims.renew(worker)

    until = Completion.objects.get().lease_until
    assert abs(until - timezone.now() - LEASE) < timedelta(seconds=10)


def test_a_reply_comes_too_late_when_another_has_taken_over(run):
    slow, quick = "gpu-7.abcdef01.4026531836/12/345/abcdef01", begin_work()
    take(run, slow, "a")
    Completion.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    take(run, quick, "a")

    assert store({"a": ChatReply("late", "stop")}, {"a": Decimal(1)}, slow) == []

    store({"a": ChatReply("first", "stop")}, {"a": Decimal(1)}, quick)
    assert Completion.objects.get().reply == "first"


def test_what_is_stored_can_be_kept_by_every_database(run):
    worker = begin_work()
    take(run, worker, "a", "b")
    half = "\ud83d"

    store(
        {"a": ChatReply(f"1: 3\0{half}", "stop", refusal=half, raw="\0"), "b": ServerFailed(f"It said \0{half}.")},
        dict.fromkeys("ab", Decimal(0)),
        worker,
    )

    kept = Completion.objects.in_bulk(field_name="key")
    assert (kept["a"].reply, kept["a"].refusal, kept["a"].raw) == ("1: 3?", "?", "")
    assert kept["b"].sentence == "It said ?."


def test_what_was_claimed_and_not_asked_leaves_no_trace(run):
    worker = begin_work()
    take(run, worker, "a")

    claims.release(worker)

    assert not Completion.objects.exists()


def test_a_failed_request_that_was_claimed_anew_and_not_asked_is_still_a_failed_one(run):
    worker = begin_work()
    take(run, worker, "a")
    [row] = store({"a": ServerFailed("It failed.")}, {"a": Decimal(0)}, worker)
    Step.objects.create(run=run, sitting=Sitting.objects.first(), completion=row)
    take(run, worker, "a")

    claims.release(worker)

    assert Completion.objects.get().state == Completion.State.FAILED


def test_a_claim_holds_the_money_until_its_worker_is_gone(run):
    take(run, gone_worker(), "a", "b")
    take(run, begin_work(), "c")

    assert claims.reserved(run) == Decimal("1.5")

    claims.release_left_behind(run, timezone.now())
    assert claims.reserved(run) == Decimal("0.5")


def test_an_answer_is_kept_with_all_that_the_server_told(run):
    worker = begin_work()
    take(run, worker, "a")

    store({"a": ChatReply("1: 3", "stop", usage=Usage(12, 8, 3), latency_ms=7.5)}, {"a": Decimal("0.2")}, worker)

    row = Completion.objects.get()
    assert (row.state, row.reply, row.input_tokens, row.cached_tokens, row.output_tokens) == ("done", "1: 3", 12, 8, 3)
    assert (row.cost, row.latency_ms, row.identity, row.request) == (Decimal("0.2"), 7.5, IDENTITY, {"messages": []})
    assert row.run == Run.objects.get()
