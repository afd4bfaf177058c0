"""One sitting under way: what is due, what is settled, and what its replies come to."""

import pytest

from apps.runs.askers import asker_for
from apps.runs.asking import request_seed
from apps.runs.jobs import load_jobs
from apps.runs.models import Completion, Step
from apps.studies.models import Sitting
from tests.machines import plan_a_run
from tests.runs.working import RATINGS

LOVELY = "What a lovely day."


@pytest.fixture
def run(study, uniform):
    return plan_a_run(study, uniform, conditions=("default",))


@pytest.fixture
def job(run):
    [job] = load_jobs(asker_for(run), list(Sitting.objects.select_related("condition__vignette")))
    return job


def replied(reply="", **fields):
    return Completion(state="done", reply=reply, **fields)


def test_a_questionnaire_is_one_request(job):
    [due] = job.due()

    assert (due.position, due.attempt) == (0, 0)
    assert not job.is_ready


def test_a_request_asks_for_the_items_in_the_sitting_s_own_order(job):
    [due] = job.due()

    assert [item.code for item in due.request.ask.items] == job.sitting.item_order
    assert [item.index for item in due.request.ask.items] == [str(number) for number in range(1, 21)]


def test_an_answered_job_is_ready_and_needs_nothing(job):
    assert job.settle(0, 0, replied(RATINGS)) is False

    assert job.is_ready
    assert list(job.due()) == []
    answers = job.answers()
    assert list(answers) == job.sitting.item_order
    assert {answer.value for answer in answers.values()} == {3}


def test_an_unreadable_reply_is_asked_for_again_warmer_and_with_another_seed(job):
    [first] = job.due()

    assert job.settle(0, 0, replied(LOVELY)) is True

    [second] = job.due()
    assert (first.request.temperature, second.request.temperature) == (0, 1)
    assert second.attempt == 1
    assert first.request.seed != second.request.seed
    assert first.request.messages == second.request.messages


def test_after_the_last_attempt_what_cannot_be_read_is_missing(job):
    assert [job.settle(0, attempt, replied(LOVELY)) for attempt in range(3)] == [True, True, False]

    assert job.is_ready
    assert {(answer.value, answer.missing) for answer in job.answers().values()} == {(None, "unparsed")}


def test_a_refusal_is_an_answer(job):
    assert job.settle(0, 0, replied(refusal="I will not.")) is False

    assert {(answer.value, answer.missing) for answer in job.answers().values()} == {(None, "refused")}


def test_a_failed_request_leaves_every_item_missing(job):
    assert job.settle(0, 0, Completion(state="failed")) is False

    assert job.is_ready
    assert {(answer.value, answer.missing) for answer in job.answers().values()} == {(None, "failed")}


def test_steps_that_were_taken_before_are_not_taken_again(run, job):
    for attempt, reply in enumerate([LOVELY, RATINGS]):
        completion = Completion.objects.create(
            key=str(attempt), state="done", reply=reply, worker="x", lease_until=run.created_at, identity={}, request={}
        )
        Step.objects.create(run=run, sitting=job.sitting, attempt=attempt, completion=completion)

    [again] = load_jobs(job.asker, [job.sitting])

    assert again.is_ready
    assert {answer.value for answer in again.answers().values()} == {3}


def test_a_seed_fits_what_servers_accept():
    seeds = {request_seed(2**53 - 1, attempt) for attempt in range(3)}

    assert len(seeds) == 3
    assert all(0 <= seed < 2**31 for seed in seeds)
