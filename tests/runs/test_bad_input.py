"""Whatever a server or a folder does to us: a clear state, a sentence, and never half a score."""

import shutil
import socket
from datetime import timedelta
from importlib.util import find_spec

import pytest
from django.utils import timezone

from apps.runs import states
from apps.runs.models import Completion, Run
from apps.studies.models import LanguageModel, Respondent, Response, Score, Sitting
from inference.engines.openai import engine as openai_engine
from inference.sending import Patience
from tests.inference.server import ModelServer, Say, chat, error
from tests.machines import plan_a_run, work_through
from tests.runs.working import RATINGS

pytestmark = pytest.mark.django_db(transaction=True)

SITTINGS = 11


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """An engine tries twice and waits milliseconds; its rules are the usual ones."""
    monkeypatch.setattr(openai_engine, "_PATIENCE", Patience(attempts=2, first_wait_s=0.01))
    monkeypatch.setitem(openai_engine.OpenAICompatible.__init__.__kwdefaults__, "patience", openai_engine._PATIENCE)


def run_at(study, remote, script):
    with ModelServer(script) as server:
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        run = work_through(plan_a_run(study, remote))
    run.calls = len(server.calls)
    return run


def nothing_half_written(run):
    """Assert that a sitting has all its responses and scores or none, and that nothing is under way."""
    n_items = run.study.instrument.item_set.count()
    n_subscales = run.study.instrument.subscale_set.count()
    for sitting in Sitting.objects.filter(respondent=run.respondent):
        done = sitting.state == "completed"
        assert Response.objects.filter(sitting=sitting).count() == (n_items if done else 0)
        assert Score.objects.filter(sitting=sitting).count() == (n_subscales if done else 0)
        if Response.objects.filter(sitting=sitting).exclude(missing="").exists():
            assert set(Score.objects.filter(sitting=sitting).values_list("value", flat=True)) == {None}
    assert not Completion.objects.filter(state="claimed").exists()
    assert run.state == "done" or all(sitting.state == "open" for sitting in Sitting.objects.all())


def failed_with(run, sentence):
    """Assert that the run stopped before it had an answer, and says why."""
    nothing_half_written(run)
    assert run.state == "failed"
    assert sentence in run.reason
    assert (run.n_done, run.cost) == (0, 0)


def every_sitting_lacks_its_reply(run, error_class, sentence):
    """Assert that the run came to its end, with every request failed and said so."""
    nothing_half_written(run)
    assert (run.state, run.n_done, run.n_failed) == ("done", SITTINGS, SITTINGS)
    assert set(Response.objects.values_list("value", "missing")) == {(None, "failed")}
    assert set(Completion.objects.values_list("state", "error")) == {("failed", error_class)}
    assert run.reason.startswith(f"{SITTINGS} of {SITTINGS} sittings lack a reply. ")
    assert sentence in run.reason


# --- what stops the run ---


def test_an_unreachable_address(study, remote):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        LanguageModel.objects.update(base_url=f"http://127.0.0.1:{free.getsockname()[1]}/v1")
    run = work_through(plan_a_run(study, remote))

    failed_with(run, "Check the address and that the server is running.")
    assert not Completion.objects.exists()


def test_an_address_that_is_none(study, remote):
    LanguageModel.objects.update(base_url="ftp://somewhere")

    failed_with(work_through(plan_a_run(study, remote)), "it begins with http:// or https://")


def test_a_wrong_key(study, remote):
    run = run_at(study, remote, lambda call: error(401, "Incorrect API key provided."))

    failed_with(run, "does not accept the API key (401: Incorrect API key provided.)")
    assert run.calls <= 8, "it went on asking"


def test_an_unknown_model(study, remote):
    run = run_at(study, remote, lambda call: error(404, "The model `tiny` does not exist."))

    failed_with(run, "does not know the model tiny")


def test_an_account_without_credit(study, remote):
    run = run_at(study, remote, lambda call: error(429, "You exceeded your current quota.", code="insufficient_quota"))

    failed_with(run, "has no credit left")


def test_a_wait_that_nobody_would_sit_through(study, remote):
    run = run_at(study, remote, lambda call: error(429, "Later.", headers={"retry-after": "86400"}))

    failed_with(run, "asks to wait 1440 minutes")


@pytest.mark.skipif(not find_spec("torch"), reason="needs torch: LOCAL_MODELS=1 installs it")
def test_a_checkpoint_folder_without_a_tokenizer(study, settings, tmp_path):
    folder = tmp_path / "llama"
    shutil.copytree(settings.FIXTURES / "tiny-llama", folder, ignore=shutil.ignore_patterns("tokenizer*", "*.py"))
    local = LanguageModel.objects.create(slug="local", label="Local", engine="transformers", name=str(folder))

    run = work_through(plan_a_run(study, local))

    failed_with(run, "tokenizer")


@pytest.mark.skipif(not find_spec("torch"), reason="needs torch: LOCAL_MODELS=1 installs it")
def test_a_checkpoint_folder_that_is_not_there(study, tmp_path):
    local = LanguageModel.objects.create(
        slug="local", label="Local", engine="transformers", name=str(tmp_path / "nothing")
    )

    run = work_through(plan_a_run(study, local))

    nothing_half_written(run)
    assert (run.state, bool(run.reason)) == ("failed", True)
    assert "The lab itself failed" not in run.reason


# --- what fails a request ---


def test_a_context_that_is_too_long(study, remote):
    run = run_at(study, remote, lambda call: error(400, "This model's maximum context length is 128 tokens."))

    every_sitting_lacks_its_reply(run, "ContextTooLong", "Shorten the prompt")


def test_an_empty_reply(study, remote):
    run = run_at(study, remote, lambda call: chat(""))

    every_sitting_lacks_its_reply(run, "EmptyReply", "answered with an empty text")


def test_html_instead_of_json(study, remote):
    run = run_at(study, remote, lambda call: Say("<!doctype html><h1>Log in</h1>"))

    every_sitting_lacks_its_reply(run, "NotJSON", "answered with a web page instead of JSON")


def test_json_that_is_no_reply(study, remote):
    run = run_at(study, remote, lambda call: Say('{"choices": "none"}'))

    every_sitting_lacks_its_reply(run, "UnexpectedShape", "Check that it speaks OpenAI's protocol")


def test_a_body_that_is_cut_in_the_middle(study, remote):
    run = run_at(study, remote, lambda call: Say(chat(RATINGS).body, cut_after=40))

    every_sitting_lacks_its_reply(run, "CutOff", "broke before the reply was complete")
    assert run.calls == 2 * SITTINGS, "each was to be tried twice"


def test_a_server_that_fails(study, remote):
    run = run_at(study, remote, lambda call: error(500, "Out of cheese."))

    every_sitting_lacks_its_reply(run, "ServerFailed", "500: Out of cheese.")


def test_some_fail_and_the_others_stand(study, remote):
    run = run_at(study, remote, lambda call: Say("<html>") if call.number % 3 == 0 else chat(RATINGS))

    nothing_half_written(run)
    assert (run.state, run.n_done, run.n_failed) == ("done", SITTINGS, 4)
    assert Score.objects.exclude(value=None).count() == 7 * study.instrument.subscale_set.count()


def test_a_server_that_recovers_is_no_failure(study, remote):
    run = run_at(study, remote, lambda call: error(503, "Loading.") if call.number == 0 else chat(RATINGS))

    nothing_half_written(run)
    assert (run.state, run.n_done, run.n_failed, run.reason) == ("done", SITTINGS, 0, "")


def test_half_a_character_and_a_nul_in_a_reply(study, remote):
    body = chat(RATINGS + "\nEND").body.replace("END", "\\ud83d\\u0000")
    run = run_at(study, remote, lambda call: Say(body))

    nothing_half_written(run)
    assert (run.state, run.n_done, run.n_failed) == ("done", SITTINGS, 0)
    assert Completion.objects.first().reply.endswith("20: 3\n?")


# --- a clock that jumps ---


@pytest.mark.parametrize("jump", [timedelta(days=1), timedelta(days=-1)])
def test_a_clock_that_jumps_while_a_run_is_under_way(study, remote, monkeypatch, jump):
    def jumping(call):
        if call.number == 4:
            true = timezone.now
            monkeypatch.setattr(timezone, "now", lambda: true() + jump)
        return Say(chat(RATINGS).body, delay_s=0.05)

    run = run_at(study, remote, jumping)

    nothing_half_written(run)
    assert (run.state, run.n_done, run.calls) == ("done", SITTINGS, SITTINGS)
    assert run.seconds >= 0
    assert all(completion.latency_ms >= 0 for completion in Completion.objects.all())
    monkeypatch.undo()
    run = Run.objects.get()
    assert (run.active_seconds >= 0, run.tokens_per_second >= 0) == (True, True)
    assert states.start(run).state == "done"


def test_a_wording_that_was_removed_stops_the_run_with_a_sentence_and_breaks_no_page(rosa, study, uniform):
    run = plan_a_run(study, uniform, conditions=("default",))
    Respondent.objects.filter(pk=run.respondent_id).update(method="emotionbench/v9")

    planned = rosa.get(f"/runs/{run.pk}/").content.decode()
    run = work_through(run)
    sitting = Sitting.objects.get()

    assert "“v9”" in planned or '"v9"' in planned or "&quot;v9&quot;" in planned
    assert (run.state, '"v9" of this run is no longer here' in run.reason) == ("failed", True)
    assert rosa.get(f"/runs/{run.pk}/sittings/{sitting.code}/").status_code == 200
