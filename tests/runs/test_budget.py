"""A run never spends more than its budget, and loses nothing when it comes to the end of it."""

import json
import threading
import time
from decimal import Decimal

import pytest

from apps.runs import budget, claims, states, work
from apps.runs.chunk import Chunk
from apps.runs.engines import engine_for
from apps.runs.models import Completion, Run
from apps.runs.planning import cost_of
from apps.runs.tasks import open_chunks, work_on
from apps.runs.worker import end_work
from apps.studies.models import LanguageModel, Response, Score
from inference import ChatReply, ChatRequest, Message, Usage
from inference.errors import BadRequest, CutOff, EmptyReply, RateLimited, TimedOut
from tests.inference.server import ModelServer, Say, chat
from tests.machines import plan_a_run, work_through
from tests.runs.working import RATINGS, fresh

pytestmark = pytest.mark.django_db(transaction=True)

# What a reply costs that uses all it may write: 400 tokens at 10 a million, and 100 read at 1.
DEAR = Decimal("0.0041")


def dear_reply():
    """A reply that uses all the tokens it was allowed."""
    body = json.loads(chat(RATINGS).body) | {"usage": {"prompt_tokens": 100, "completion_tokens": 400}}
    return Say(json.dumps(body), delay_s=0.02)


@pytest.fixture
def dear(remote):
    """The model at a server whose every reply is as long as it may be."""
    with ModelServer(lambda call: dear_reply()) as server:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        remote.refresh_from_db()
        remote.server = server
        yield remote


def claimed(run):
    """Return two chunks of the same run, the first with claims on all it may have."""
    run = fresh(states.start(run))
    [keys] = open_chunks(run)
    chunks = [Chunk(run, keys[:5]), Chunk(run, keys[5:])]
    for chunk in chunks:
        chunk.load(engine_for(run))
    return run, *chunks


def request(text):
    return ChatRequest((Message("user", text),), max_tokens=10)


def test_it_pauses_with_a_sentence_before_it_would_spend_more(study, dear):
    run = work_through(plan_a_run(study, dear, budget=Decimal("0.03")))

    assert run.state == "paused"
    assert run.reason.startswith("The budget of 0.03 does not cover another request; 0.0")
    assert run.reason.endswith("Raise the budget and resume.")
    assert 0 < run.n_done == run.n_requests == len(dear.server.calls) < 11
    assert run.cost == run.n_done * DEAR <= Decimal("0.03")
    assert not Completion.objects.exclude(state="done").exists()
    assert Response.objects.count() == 20 * run.n_done


def test_it_goes_on_when_the_budget_was_raised(study, dear):
    run = work_through(plan_a_run(study, dear, budget=Decimal("0.03")))
    Run.objects.update(budget=Decimal("1"))

    run = work_through(run)

    assert (run.state, run.n_done, run.n_requests, len(dear.server.calls)) == ("done", 11, 11, 11)
    assert run.cost == 11 * DEAR
    assert Score.objects.count() == 11 * study.instrument.subscale_set.count()


def test_a_budget_below_one_request_pauses_before_the_first(study, dear):
    run = work_through(plan_a_run(study, dear, budget=Decimal("0.001")))

    assert (run.state, len(dear.server.calls), Completion.objects.count()) == ("paused", 0, 0)


def test_workers_at_the_same_run_keep_to_it_together(study, dear):
    run = fresh(states.start(plan_a_run(study, dear, repeats=4, budget=Decimal("0.08"))))
    [keys] = open_chunks(run)

    threads = [threading.Thread(target=work_on, args=(fresh(run), keys[n::4])) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    run = fresh(run)
    assert run.state == "paused"
    assert run.cost == len(dear.server.calls) * DEAR <= Decimal("0.08")
    # Room was left for no other request, as far as anybody could know beforehand.
    assert run.cost + Decimal("0.0075") > Decimal("0.08")
    assert claims.reserved(run) == 0


def test_what_comes_from_the_cache_costs_nothing(study, dear):
    run = work_through(plan_a_run(study, dear))
    Response.objects.all().delete()
    run.study.sitting_set.all().delete()

    run = work_through(plan_a_run(study, dear, budget=Decimal("0.000001")))

    assert (run.state, run.n_cached, run.cost) == ("done", 11, 0)


def test_who_finds_all_the_money_reserved_waits_for_what_is_given_back(study, dear):
    run, first, second = claimed(plan_a_run(study, dear, budget=Decimal("0.012")))
    ours = first.next_keys()
    assert 0 < len(ours) < 5

    assert (second.next_keys(), second.waits_for_budget, fresh(run).state) == ([], True, "running")

    first.store({key: ChatReply(RATINGS, "stop", usage=Usage(10, 0, 1)) for key in ours})
    assert second.next_keys()
    assert not second.waits_for_budget


def test_the_money_of_a_killed_worker_is_free_again(study, dear):
    run, first, second = claimed(plan_a_run(study, dear, budget=Decimal("0.012")))
    assert first.next_keys()
    end_work(first.worker)

    assert second.next_keys()
    assert claims.reserved(run) <= Decimal("0.012")


def test_resuming_in_a_hurry_does_not_forget_what_is_under_way(study, dear):
    run, first, second = claimed(plan_a_run(study, dear, budget=Decimal("0.012")))
    before = first.next_keys()
    states.stop(run, "paused")
    states.start(run)

    assert (second.next_keys(), second.waits_for_budget) == ([], True)
    first.store({key: ChatReply(RATINGS, "stop", usage=Usage(100, 0, 400)) for key in before})
    assert fresh(run).cost == len(before) * DEAR


def test_a_failed_request_that_is_claimed_again_and_not_affordable_stays_failed(study, dear):
    run, first, _second = claimed(plan_a_run(study, dear))
    ours = first.next_keys()
    first.store({key: BadRequest("No.") for key in ours})
    states.reopen_failed(run)
    Run.objects.update(budget=Decimal("0.001"))

    run = work_through(run)

    assert run.state == "paused"
    assert Completion.objects.filter(state="failed", key__in=ours).count() == 5


def test_it_waits_without_end_for_a_slow_request_and_stays_alive(study, remote, monkeypatch):
    monkeypatch.setattr(work, "WAIT_FOR_OTHERS_SECONDS", 0.001)
    run, first, _second = claimed(plan_a_run(study, remote, budget=Decimal("0.006")))
    [key] = first.next_keys()
    [keys] = open_chunks(run)

    other = threading.Thread(target=work_on, args=(fresh(run), keys[5:]))
    other.start()
    time.sleep(1.5)
    assert fresh(run).state == "running"
    first.store({key: ChatReply(RATINGS, "stop", usage=Usage(10, 0, 1))})
    first.release()
    other.join()

    assert (fresh(run).state, fresh(run).n_done) == ("running", 7)


# --- the arithmetic ---


def test_no_request_costs_more_than_its_bytes_and_its_longest_reply(remote):
    # 3 bytes a character, 50 tokens around: 80 read at 1 a million, 10 written at 10.
    assert budget.most(remote, request("情" * 10)) == Decimal(80 + 100) / 1_000_000


def test_where_the_server_does_not_count_the_most_is_paid(remote):
    unknown = ChatReply("1: 3", "stop", usage=Usage(input=12))

    assert budget.paid(remote, request("Hello"), unknown) == budget.most(remote, request("Hello"))


@pytest.mark.parametrize("lost", [TimedOut("."), CutOff("."), EmptyReply(".")])
def test_a_reply_that_was_written_and_lost_counts_as_the_most(remote, lost):
    assert budget.paid(remote, request("Hello"), lost) == budget.most(remote, request("Hello"))


@pytest.mark.parametrize("turned_away", [BadRequest("."), RateLimited(".")])
def test_a_request_that_was_turned_away_costs_nothing(remote, turned_away):
    assert budget.paid(remote, request("Hello"), turned_away) == 0


def test_it_counts_how_many_fit():
    costs = [Decimal(2), Decimal(2), Decimal(3)]

    assert budget.affordable(None, costs) == 3
    assert budget.affordable(Decimal(4), costs) == 2
    assert budget.affordable(Decimal("-1"), costs) == 0


def test_prices_are_per_million_tokens(remote):
    assert cost_of(remote, 1_000_000, 500_000) == Decimal(1) + Decimal(5)
