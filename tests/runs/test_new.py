"""Planning a run: the form, what it refuses, and the estimate before anything is asked."""

import math
import re
from decimal import Decimal

import pytest

from apps.runs import forms
from apps.runs.forms import example
from apps.runs.models import Run
from apps.runs.planning import estimate
from apps.studies.models import Respondent, Sitting, Study
from tests.machines import plan_a_run, run_form
from tests.people import plan_a_study


def form(client, study, query="", **changes):
    return client.post(f"/runs/new/?study={study.slug}{query}", changes)


def test_without_a_study_it_asks_which(rosa, stranger, study):
    assert f"/runs/new/?study={study.slug}" in rosa.get("/runs/new/").content.decode()
    assert "You have no open study" in stranger.get("/runs/new/").content.decode()


def test_another_researcher_s_study_is_not_found(stranger, study, uniform):
    assert stranger.get(f"/runs/new/?study={study.slug}").status_code == 404
    assert form(stranger, study, **run_form(uniform)).status_code == 404


def test_an_administrator_may_run_every_study(admin, study, uniform):
    assert form(admin, study, **run_form(uniform)).status_code == 302


def test_a_draft_must_be_opened_first(rosa, researcher, instruments):
    draft = plan_a_study(researcher)

    page = rosa.get(f"/runs/new/?study={draft.slug}", follow=True).content.decode()

    assert "Open the study first" in page


def test_it_shows_what_a_model_is_told_in_each_wording(rosa, study):
    page = rosa.get(f"/runs/new/?study={study.slug}").content.decode()

    situation = study.condition_set.exclude(code="default").first().vignette.text
    assert page.count("What the model is told in") == 3
    assert "You fill in a questionnaire. Write digits only" in page
    assert situation.split(".")[0] in page
    assert [turn.role for turn in example(study, "v2")] == ["system", "user"]


def test_the_form_plans_a_run_and_asks_nothing(rosa, study, uniform):
    response = form(rosa, study, **run_form(uniform, repeats=3, wording="v2", temperature="0.7", budget="2.5"))

    run = Run.objects.get()
    assert response["Location"] == f"/runs/{run.pk}/"
    assert (run.state, run.n_sittings, run.repeats, run.budget) == ("planned", 33, 3, Decimal("2.5"))
    assert run.respondent.sampling == {"temperature": 0.7, "top_p": 1.0}
    assert run.respondent.method == "emotionbench/v2"
    assert not run.step_set.exists()


def test_chosen_kinds_come_with_the_default_condition(rosa, study, uniform):
    form(rosa, study, **run_form(uniform, scope="some", factors=["anger-1"]))

    run = Run.objects.get()
    assert len(run.conditions) == run.n_sittings == 6
    assert "default" in run.conditions
    assert all(code == "default" or code.startswith("anger-1.") for code in run.conditions)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"language_model": ""}, "Model: This field is required."),
        ({"language_model": 10**6}, "Select a valid choice"),
        ({"wording": "v9"}, "Select a valid choice"),
        ({"scope": "some"}, "Choose at least one kind, or all conditions."),
        ({"scope": "some", "factors": ["joy-1"]}, "Select a valid choice"),
        ({"repeats": 0}, "greater than or equal to 1"),
        ({"temperature": "2.1"}, "less than or equal to 2"),
        ({"temperature": "nan"}, "Enter a number"),
        ({"top_p": "0"}, "greater than or equal to 0.01"),
        ({"max_tokens": "0"}, "greater than or equal to 1"),
        ({"budget": "0"}, "greater than or equal to"),
        ({"budget": "much"}, "Enter a number"),
    ],
)
def test_a_wrong_form_is_answered_with_a_sentence_and_keeps_what_was_typed(rosa, study, uniform, wrong, sentence):
    response = form(rosa, study, **run_form(uniform, **({"repeats": 7} | wrong)))

    page = response.content.decode()
    assert response.status_code == 200
    assert sentence in page
    assert ("repeats" in wrong) or 'name="repeats" value="7"' in page
    assert not Run.objects.exists()


def test_more_sittings_than_a_page_can_plan_are_refused(rosa, study, uniform, monkeypatch):
    monkeypatch.setattr(forms, "MOST_SITTINGS", 100)

    page = form(rosa, study, **run_form(uniform, repeats=10)).content.decode()

    assert "That would be 110 sittings; this page plans up to 100." in page


def test_a_study_for_our_own_machines_offers_and_takes_no_remote_model(rosa, study, remote, uniform):
    Study.objects.update(local_only=True)

    shown = rosa.get(f"/runs/new/?study={study.slug}").content.decode()
    sent = form(rosa, study, **run_form(remote)).content.decode()

    assert "Remote" not in shown
    assert "This study allows only models on our own machines; choose a local model or a baseline." in sent
    assert not Run.objects.exists()
    assert not Sitting.objects.exists()


def test_the_planned_run_shows_what_it_will_take(rosa, study, remote):
    form(rosa, study, **run_form(remote, repeats=2, budget="0.5"))

    run = Run.objects.get()
    page = rosa.get(f"/runs/{run.pk}/").content.decode()
    found = estimate(run)
    # From first principles: 22 requests, four characters a token, five tokens for each of 20 answers.
    assert found.requests == 22
    assert found.output_tokens == 22 * 20 * 5
    characters = sum(len(turn.content) for turn in example(study, "v1"))
    assert math.isclose(found.input_tokens, 22 * characters / 4, rel_tol=0.15)
    assert found.cost == (Decimal(found.input_tokens) + 10 * found.output_tokens) / 10**6
    for figure in ["22", f"{found.input_tokens:,}", "2,200", f"{found.cost:.4f}", "0.50", "known after a first run"]:
        assert f"<dd>{figure}</dd>" in page


def test_change_opens_the_form_as_it_was_and_takes_the_planned_run_s_place(rosa, study, uniform):
    run = plan_a_run(study, uniform, repeats=4, wording="v3", conditions=("default", "fear-2.1"), max_tokens=900)

    page = rosa.get(f"/runs/new/?study={study.slug}&change={run.pk}").content.decode()
    assert 'name="repeats" value="4"' in page
    chosen = re.findall(r'<input type="(?:radio|checkbox)" name="\w+" value="([\w-]+)"[^>]* checked', page)
    assert chosen == ["v3", "some", "fear-2"]
    form(rosa, study, f"&change={run.pk}", **run_form(uniform))

    assert [other.repeats for other in Run.objects.all()] == [1]
    assert Sitting.objects.count() == 11
    assert Respondent.objects.filter(kind="model").count() == 1


def test_a_wrong_change_keeps_the_planned_run(rosa, study, uniform, remote):
    run = plan_a_run(study, uniform)
    Study.objects.update(local_only=True)

    form(rosa, study, f"&change={run.pk}", **run_form(remote))

    assert Run.objects.get() == run


def test_a_run_that_has_begun_is_not_replaced(rosa, study, uniform):
    run = plan_a_run(study, uniform)
    Run.objects.update(state="paused")

    form(rosa, study, f"&change={run.pk}", **run_form(uniform, repeats=2))

    assert Run.objects.count() == 2
