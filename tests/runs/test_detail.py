"""A run's page: what it tells, and what its buttons do."""

from decimal import Decimal

import pytest

from apps.runs import states
from apps.runs.models import Run
from apps.studies.models import Respondent, Response, Sitting
from tests.inference.server import ModelServer, chat, error
from tests.machines import plan_a_run, work_through

# The buttons by the addresses they post to.
BUTTONS = ("start", "pause", "cancel", "retry", "budget")


def buttons(client, run):
    page = client.get(f"/runs/{run.pk}/").content.decode()
    return {name for name in BUTTONS if f'action="/runs/{run.pk}/{name}/"' in page}


def press(client, run, button, **sent):
    return client.post(f"/runs/{run.pk}/{button}/", sent, follow=True)


def state_of(run):
    return Run.objects.get(pk=run.pk).state


@pytest.fixture
def run(study, uniform):
    return plan_a_run(study, uniform)


def test_a_stranger_finds_nothing_to_see_or_press(stranger, run):
    assert stranger.get(f"/runs/{run.pk}/").status_code == 404
    assert stranger.get(f"/runs/{run.pk}/completions.jsonl").status_code == 404
    sitting = Sitting.objects.first()
    assert stranger.get(f"/runs/{run.pk}/sittings/{sitting.code}/").status_code == 404
    for button in BUTTONS:
        assert stranger.post(f"/runs/{run.pk}/{button}/").status_code == 404
    assert state_of(run) == "planned"


def test_buttons_are_pressed_not_followed(rosa, run):
    for button in BUTTONS:
        assert rosa.get(f"/runs/{run.pk}/{button}/").status_code == 405


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("planned", {"start", "cancel"}),
        ("running", {"pause", "cancel"}),
        ("paused", {"start", "cancel"}),
        ("failed", {"start", "cancel"}),
        ("cancelled", set()),
        ("done", set()),
    ],
)
def test_each_state_has_the_buttons_that_make_sense(rosa, run, state, expected):
    Run.objects.update(state=state)

    assert buttons(rosa, run) == expected


@pytest.mark.parametrize(("state", "shown"), [("running", True), ("paused", True), ("planned", False), ("done", False)])
def test_a_run_that_costs_money_can_be_given_more(rosa, study, remote, state, shown):
    run = plan_a_run(study, remote, budget=Decimal(1))
    Run.objects.update(state=state)

    assert ("budget" in buttons(rosa, run)) is shown


def test_the_fragment_is_the_page_without_its_frame(rosa, run):
    fragment = rosa.get(f"/runs/{run.pk}/", headers={"HX-Request": "true"})

    assert fragment.content.decode().strip().startswith('<div id="run"')
    assert "HX-Request" in fragment["Vary"]


def test_only_a_run_that_runs_asks_for_news(rosa, run):
    assert "every 3s" not in rosa.get(f"/runs/{run.pk}/").content.decode()
    Run.objects.update(state="running")
    assert "every 3s" in rosa.get(f"/runs/{run.pk}/").content.decode()


def test_the_socket_s_address_follows_the_settings(rosa, run, settings):
    assert f'data-socket="/ws/runs/{run.pk}/"' in rosa.get(f"/runs/{run.pk}/").content.decode()
    settings.WEBSOCKET_ORIGIN = "ws://127.0.0.1:8001"
    assert f'data-socket="ws://127.0.0.1:8001/ws/runs/{run.pk}/"' in rosa.get(f"/runs/{run.pk}/").content.decode()


# --- start, pause, resume, cancel ---


def test_start_sends_the_work_out(rosa, run):
    press(rosa, run, "start")

    run.refresh_from_db()
    assert run.state == "running"
    assert run.dispatch


def test_start_twice_is_start_once(rosa, run):
    press(rosa, run, "start")
    first = Run.objects.get(pk=run.pk).dispatch
    press(rosa, run, "start")

    assert Run.objects.get(pk=run.pk).dispatch == first


@pytest.mark.parametrize("state", ["planned", "paused", "failed"])
def test_when_the_queue_does_not_answer_the_run_stays_as_it_was(rosa, run, no_broker, state):
    Run.objects.update(state=state, reason="Why it is so.")

    response = press(rosa, run, "start")

    run.refresh_from_db()
    assert response.status_code == 200
    assert "The queue of the background workers does not answer" in response.content.decode()
    assert (run.state, run.reason) == (state, "Why it is so.")
    assert run.working_since is None


def test_pause_and_resume(rosa, run):
    press(rosa, run, "start")
    page = press(rosa, run, "pause").content.decode()
    assert state_of(run) == "paused"
    assert "Paused by hand." in page

    press(rosa, run, "start")
    assert state_of(run) == "running"


def test_pause_does_nothing_to_a_run_that_has_ended(rosa, run):
    Run.objects.update(state="done")

    press(rosa, run, "pause")

    assert state_of(run) == "done"


def test_cancel_ends_a_run_for_good(rosa, run):
    press(rosa, run, "start")
    press(rosa, run, "cancel")
    press(rosa, run, "start")

    assert state_of(run) == "cancelled"


def test_a_planned_run_is_deleted_with_all_that_was_made_for_it(rosa, run):
    page = press(rosa, run, "cancel").content.decode()

    assert "The planned run is deleted" in page
    assert not Run.objects.exists()
    assert not Sitting.objects.exists()
    assert not Respondent.objects.exists()


def test_deleting_a_planned_run_leaves_the_sittings_of_another(rosa, study, uniform, run):
    larger = plan_a_run(study, uniform, repeats=3)
    assert Sitting.objects.count() == 33

    press(rosa, larger, "cancel")

    assert Sitting.objects.count() == 11
    assert Run.objects.get() == run


# --- what it tells ---


@pytest.mark.django_db(transaction=True)
def test_a_finished_run_shows_its_facts_provenance_and_sittings(rosa, study, remote):
    run = work_through(plan_a_run(study, remote, budget=Decimal(5)))

    page = rosa.get(f"/runs/{run.pk}/").content.decode()

    assert run.state == "done"
    # The server says 12 tokens read and 3 written, eleven times; prices are 1 and 10 a million.
    for key, text in {
        "done": "11 of 11", "requests": "11", "cached": "0", "read": "132", "written": "33", "cost": "0.000462 of 5.00",
    }.items():  # fmt: skip
        assert f'data-fact="{key}">{text}</dd>' in page
    assert "What the answers depend on" in page
    assert run.provenance["prompt"]["sha256"] in page
    assert run.provenance["protocol_sha256"] in page
    assert page.count(f"/runs/{run.pk}/sittings/") == 11


@pytest.mark.django_db(transaction=True)
def test_a_run_that_fails_says_why_and_can_be_resumed(rosa, study, remote):
    with ModelServer(lambda call: error(401, "Incorrect API key")) as broken:
        remote.base_url = broken.url
        remote.save()
        run = work_through(plan_a_run(study, remote))

    page = rosa.get(f"/runs/{run.pk}/").content.decode()

    assert "The run has stopped" in page
    assert run.reason
    assert buttons(rosa, run) == {"start", "cancel", "budget"}


@pytest.mark.django_db(transaction=True)
def test_failed_sittings_are_found_and_asked_again(rosa, study, remote, server):
    with ModelServer(lambda call: error(400, "too odd") if call.number == 4 else chat("1: 3")) as odd:
        remote.base_url = odd.url
        remote.save()
        run = work_through(plan_a_run(study, remote))
    assert (run.state, run.n_failed) == ("done", 1)
    failed = rosa.get(f"/runs/{run.pk}/?show=failed").content.decode()
    missing = rosa.get(f"/runs/{run.pk}/?show=missing").content.decode()
    assert failed.count(f"/runs/{run.pk}/sittings/") == 1
    assert "20 request failed" in failed
    assert missing.count(f"/runs/{run.pk}/sittings/") == 11
    assert "19 skipped" in missing

    remote.base_url = server.url
    remote.save()
    page = press(rosa, run, "retry").content.decode()

    assert "1 sitting is asked again." in page
    assert state_of(run) == "running"
    assert work_through(run).n_failed == 0
    assert not Response.objects.filter(missing="failed").exists()


def test_retry_says_when_there_is_nothing_to_retry(rosa, run):
    Run.objects.update(state="done")

    page = press(rosa, run, "retry").content.decode()

    assert "No sitting of this run has failed." in page
    assert state_of(run) == "done"


def test_fifty_sittings_are_on_a_page(rosa, study, uniform):
    run = plan_a_run(study, uniform, repeats=5)
    Run.objects.update(state="paused")

    first = rosa.get(f"/runs/{run.pk}/?show=open").content.decode()
    last = rosa.get(f"/runs/{run.pk}/?show=open&page=2").content.decode()

    assert first.count(f"/runs/{run.pk}/sittings/") == 50
    assert 'href="?show=open&amp;page=2#sittings"' in first
    assert last.count(f"/runs/{run.pk}/sittings/") == 5


@pytest.mark.parametrize("query", ["?page=x", "?page=99", "?show=nonsense", "?show=%00"])
def test_an_odd_query_is_the_first_page(rosa, run, query):
    Run.objects.update(state="paused")

    assert rosa.get(f"/runs/{run.pk}/{query}").status_code == 200


# --- money ---


@pytest.fixture
def poor(study, remote):
    run = plan_a_run(study, remote, budget=Decimal("0.01"))
    states.stop(run, "paused", "The budget does not cover another request.")
    Run.objects.update(cost=Decimal("0.009"))
    return run


def test_a_budget_is_raised_and_the_run_resumed(rosa, poor):
    page = press(rosa, poor, "budget", budget="2.50").content.decode()

    poor.refresh_from_db()
    assert poor.budget == Decimal("2.5")
    assert poor.state == "paused"
    assert "Resume the run to go on" in page


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        ("0.009", "The run has cost 0.009 already; give more than that."),
        ("", "required"),
        ("lots", "Enter a number"),
    ],
)
def test_a_budget_below_what_was_spent_is_refused(rosa, poor, amount, sentence):
    response = press(rosa, poor, "budget", budget=amount)

    assert sentence in response.content.decode()
    assert Run.objects.get().budget == Decimal("0.01")
