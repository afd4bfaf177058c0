"""manage.py run_study: a run in a terminal."""

import io

import pytest
from django.core.management import CommandError, call_command

from apps.runs.models import Run
from apps.studies.models import LanguageModel, Sitting
from tests.inference.server import ModelServer, chat, error
from tests.runs.working import RATINGS

pytestmark = pytest.mark.django_db(transaction=True)


def run_study(study, model, **options):
    said = io.StringIO()
    call_command("run_study", getattr(study, "slug", study), model=model, verbosity=0, stdout=said, **options)
    return said.getvalue()


def refused(study, model, **options):
    with pytest.raises(CommandError) as problem:
        run_study(study, model, **options)
    return str(problem.value)


def test_it_runs_a_baseline_to_the_end(study):
    said = run_study(study, "random", repeats=2)

    run = Run.objects.get()
    assert said == (
        f"Run {run.pk} is done: 22 of 22 sittings, 22 requests, 0 from the cache, 0 asked again, 0 failed, "
        "cost 0.0000.\n"
    )
    assert set(Sitting.objects.filter(respondent=run.respondent).values_list("state", flat=True)) == {"completed"}


def test_it_asks_a_server(study, remote, server):
    assert "is done: 11 of 11 sittings, 11 requests" in run_study(study, "remote")

    assert len(server.calls) == 11


def test_more_repeats_ask_only_what_is_new(study, remote, server):
    run_study(study, "remote")

    assert "is done: 22 of 22 sittings, 11 requests, 0 from the cache" in run_study(study, "remote", repeats=2)
    assert len(server.calls) == 22


def test_the_budget_pauses_it_and_a_higher_one_goes_on(study, remote, server):
    assert "Raise the budget and resume." in refused(study, "remote", budget="0.001")

    assert "is done: 11 of 11" in run_study(study, "remote", budget="1")
    assert Run.objects.count() == 1


def test_what_failed_is_said_at_the_end(study, remote):
    with ModelServer(lambda call: error(400, "No.") if call.number == 0 else chat(RATINGS)) as server:
        LanguageModel.objects.update(base_url=server.url)
        said = run_study(study, "remote")

    assert "1 failed" in said
    assert "1 of 11 sittings lack a reply. The server at 127.0.0.1" in said


def test_an_error_that_stops_it_is_the_command_s_error(study, remote):
    with ModelServer(lambda call: error(401, "Who are you?")) as server:
        LanguageModel.objects.update(base_url=server.url)

        assert "does not accept the API key" in refused(study, "remote")


def test_an_unknown_study_is_told_with_those_there_are(study):
    assert refused("felings", "random") == f'There is no study "felings". Studies: {study.slug}'


def test_an_unknown_model_is_told_with_those_there_are(study):
    assert refused(study, "gpt-9").startswith('There is no model "gpt-9". Models: ')


def test_a_budget_that_is_no_number_is_told(study):
    assert refused(study, "random", budget="a lot") == '--budget is "a lot"; write a number like 2.50'


def test_what_may_not_run_is_told(study):
    assert refused(study, "random", wording="v9").startswith('There is no prompt wording "v9"')
