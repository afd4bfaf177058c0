"""How a run begins, pauses, fails, ends, and is opened again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.runs import states
from apps.runs.models import Completion, Run, Step
from apps.studies.models import LanguageModel, Response, Score, Sitting
from tests.inference.server import ModelServer, chat, error
from tests.machines import plan_a_run, work_through
from tests.runs.working import RATINGS


@pytest.fixture
def run(study, uniform):
    return plan_a_run(study, uniform)


def fresh(run):
    return Run.objects.get(pk=run.pk)


def passed(run, **times):
    """Have moments of the run's life lie so many seconds back (before now)."""
    now = timezone.now()
    Run.objects.filter(pk=run.pk).update(**{name: now - timedelta(seconds=ago) for name, ago in times.items()})


def test_a_started_run_is_running_and_alive(run):
    run = states.start(run)

    assert run.state == fresh(run).state == "running"
    assert run.dispatch
    assert timezone.now() - run.heartbeat_at < timedelta(seconds=5)


def test_each_start_is_a_new_dispatch(run):
    assert states.start(run).dispatch != states.start(run).dispatch


@pytest.mark.parametrize("state", ["cancelled", "done"])
def test_what_has_ended_does_not_start_again(run, state):
    Run.objects.update(state=state)

    assert states.start(run).state == state


def test_a_paused_run_says_why_until_it_is_resumed(run):
    states.start(run)
    assert states.stop(run, "paused", "The budget is spent.")
    assert fresh(run).reason == "The budget is spent."

    assert states.start(run).reason == ""


@pytest.mark.parametrize("state", ["cancelled", "done"])
def test_what_has_ended_cannot_be_paused(run, state):
    Run.objects.update(state=state)

    assert not states.stop(run, "paused")
    assert fresh(run).state == state


def test_stopping_twice_changes_nothing_the_second_time(run):
    states.start(run)
    assert states.stop(run, "failed", "first")

    assert not states.stop(run, "failed", "second")
    assert fresh(run).reason == "first"


def test_a_run_with_open_sittings_is_not_done(run):
    states.start(run)

    assert not states.finish(run)
    assert fresh(run).state == "running"


def test_only_a_running_run_is_finished(run):
    Sitting.objects.update(state="completed")

    assert not states.finish(run)
    states.start(run)
    assert states.finish(run)
    assert fresh(run).finished_at is not None


def test_pauses_are_not_counted_as_time_spent(run):
    states.start(run)
    passed(run, working_since=10, heartbeat_at=0)
    states.stop(run, "paused")
    assert fresh(run).seconds == pytest.approx(10, abs=1)

    assert fresh(run).active_seconds == fresh(run).seconds
    states.start(run)
    assert fresh(run).active_seconds == pytest.approx(10, abs=1)


def test_a_worker_that_was_killed_is_counted_up_to_its_last_sign_of_life(run):
    states.start(run)
    passed(run, working_since=100, heartbeat_at=60)

    assert states.start(run).seconds == pytest.approx(40, abs=1)


def test_a_clock_that_was_set_back_gives_no_negative_time(run):
    states.start(run)
    passed(run, working_since=-3600, heartbeat_at=0)

    assert fresh(run).active_seconds == 0
    assert states.start(run).seconds == 0
    passed(run, working_since=-3600)
    states.stop(run, "paused")
    assert fresh(run).seconds == 0


@pytest.mark.django_db(transaction=True)
def test_failed_sittings_are_opened_again_and_only_they_are_asked(study, remote):
    with ModelServer(lambda call: error(400, "No.") if call.number % 2 else chat(RATINGS)) as server:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        run = work_through(plan_a_run(study, remote))
    assert (run.state, run.n_done, run.n_failed) == ("done", 11, 5)
    assert set(Response.objects.filter(missing="failed").values_list("value", flat=True)) == {None}
    assert Score.objects.filter(value=None).count() == 5 * study.instrument.subscale_set.count()
    kept = set(Sitting.objects.exclude(response__missing="failed").values_list("completed_at", flat=True))

    assert states.reopen_failed(run) == 5

    assert (fresh(run).state, fresh(run).n_done, fresh(run).n_failed, fresh(run).reason) == ("paused", 6, 0, "")
    assert not Response.objects.filter(missing="failed").exists()
    assert Sitting.objects.filter(state="open").count() == 5
    with ModelServer(lambda call: chat(RATINGS)) as again:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=again.url)
        # Another port is another engine, so what failed there is not what is asked here.
        run = work_through(run)
    assert len(again.calls) == 5
    assert (run.state, run.n_done, run.n_failed, run.reason) == ("done", 11, 0, "")
    assert Response.objects.count() == 20 * 11
    assert kept <= set(Sitting.objects.values_list("completed_at", flat=True))


@pytest.mark.django_db(transaction=True)
def test_what_failed_is_claimed_anew_and_its_error_forgotten(study, remote):
    answers = [error(400, "No."), chat(RATINGS)]
    with ModelServer(lambda call: answers[min(call.number, 1)]) as server:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        run = work_through(plan_a_run(study, remote, conditions=("default",)))
        failed = Completion.objects.get()
        assert (failed.state, failed.error) == ("failed", "BadRequest")
        states.reopen_failed(run)
        run = work_through(run)

    answered = Completion.objects.get()
    assert answered.pk == failed.pk
    assert (answered.state, answered.error, answered.sentence) == ("done", "", "")
    assert Step.objects.get().completion == answered


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_done_says_what_failed_most_often(study, remote):
    with ModelServer(lambda call: error(400, "No.") if call.number < 3 else chat(RATINGS)) as server:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        run = work_through(plan_a_run(study, remote))

    assert run.state == "done"
    assert run.reason.startswith("3 of 11 sittings lack a reply. The server at 127.0.0.1")
    assert "rejects the request (400: No.)" in run.reason


def test_nothing_failed_and_nothing_is_opened(run):
    states.start(run)

    assert states.reopen_failed(run) == 0
    assert fresh(run).state == "running"


def test_opening_what_failed_stops_the_clock_of_a_running_run(run):
    states.start(run)
    sitting = Sitting.objects.first()
    item = run.study.instrument.item_set.first()
    Response.objects.create(sitting=sitting, item=item, position=1, raw="", missing="failed")
    Sitting.objects.filter(pk=sitting.pk).update(state="completed")
    passed(run, working_since=10)

    assert states.reopen_failed(run) == 1

    assert fresh(run).state == "paused"
    assert fresh(run).working_since is None
    assert fresh(run).seconds == pytest.approx(10, abs=1)
