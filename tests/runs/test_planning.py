"""Planning a run: what is refused, who answers, which sittings there are, and what it will take."""

from decimal import Decimal

import pytest

from apps.runs import states
from apps.runs.models import Run
from apps.runs.planning import CannotRun, Choice, estimate, plan, resume_or_plan, sitting_seed, sittings_of
from apps.studies.models import LanguageModel, Respondent, Sitting
from tests.machines import plan_a_run, work_through
from tests.people import open_a_study, plan_a_study

SITTINGS = 11  # of the study: without a situation, and after each of ten


def refused(study, model, **choice):
    with pytest.raises(CannotRun) as problem:
        plan(study, model, Choice(**choice))
    assert not Run.objects.exists()
    return str(problem.value)


# --- what is refused ---


def test_a_draft_is_not_run(instruments, researcher, uniform):
    assert "Open the study first" in refused(plan_a_study(researcher), uniform)


def test_a_study_for_our_own_machines_refuses_a_remote_model_before_any_request(
    instruments, researcher, remote, server
):
    study = open_a_study(researcher, local_only=True)

    assert "only models on our own machines" in refused(study, remote)
    assert server.calls == []


def test_a_study_for_our_own_machines_takes_a_baseline(instruments, researcher, uniform):
    assert plan(open_a_study(researcher, local_only=True), uniform, Choice()).state == "planned"


def test_imported_answers_cannot_be_asked(study):
    imported = LanguageModel.objects.create(slug="gpt-3", label="GPT-3", engine="imported")

    assert "were imported" in refused(study, imported)


def test_a_wording_that_is_not_there_is_named_with_those_that_are(study, uniform):
    assert refused(study, uniform, wording="v9") == 'There is no prompt wording "v9"; choose one of v1, v2, v3.'


def test_an_unknown_condition_is_named(study, uniform):
    assert refused(study, uniform, conditions=("default", "joy-1")) == "The study has no condition joy-1."


@pytest.mark.parametrize("wrong", [{"repeats": 0}, {"max_tokens": 0}])
def test_nothing_to_ask_is_refused(study, uniform, wrong):
    assert "at least" in refused(study, uniform, **wrong)


@pytest.mark.parametrize("budget", ["0", "-1", "1000000", "NaN", "Infinity"])
def test_a_budget_that_is_no_amount_is_refused(study, uniform, budget):
    assert "give an amount above 0" in refused(study, uniform, budget=Decimal(budget))


# --- sittings and respondents ---


def test_it_plans_a_sitting_for_each_condition_and_repeat(study, uniform):
    run = plan_a_run(study, uniform, repeats=3)

    assert (run.state, run.n_sittings, run.n_done) == ("planned", 3 * SITTINGS, 0)
    assert Sitting.objects.filter(respondent=run.respondent).count() == 3 * SITTINGS


def test_orders_differ_between_sittings_and_not_between_plans(study, uniform, remote):
    first, second = plan_a_run(study, uniform, repeats=2), plan_a_run(study, remote, repeats=2)

    orders = [
        list(sittings_of(run).order_by("condition", "repeat").values_list("item_order")) for run in (first, second)
    ]
    assert orders[0] == orders[1]
    assert len({tuple(order) for (order,) in orders[0]}) == 2 * SITTINGS


def test_a_seed_fits_a_column_and_differs_by_repeat(study):
    condition = study.condition_set.first()

    seeds = {sitting_seed(study, condition, repeat, 0) for repeat in range(100)}

    assert len(seeds) == 100
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_the_same_configuration_is_the_same_respondent(study, uniform):
    runs = [plan_a_run(study, uniform), plan_a_run(study, uniform, repeats=5)]
    other = plan_a_run(study, uniform, temperature=1.0)

    assert runs[0].respondent == runs[1].respondent != other.respondent
    assert (runs[0].respondent.label, other.respondent.label) == (uniform.label, f"{uniform.label} (t=1)")
    assert Respondent.objects.filter(kind="model").count() == 2


@pytest.mark.django_db(transaction=True)
def test_sittings_that_were_had_are_not_had_again(study, uniform):
    work_through(plan_a_run(study, uniform))

    run = plan_a_run(study, uniform, repeats=2)

    assert (run.n_sittings, run.n_done) == (2 * SITTINGS, SITTINGS)


def test_a_run_of_some_conditions_has_only_their_sittings(study, uniform):
    run = plan_a_run(study, uniform, conditions=("default",))

    assert sittings_of(run).get().condition.code == "default"


# --- going on ---


@pytest.mark.parametrize("state", ["planned", "running", "paused", "failed"])
def test_what_has_not_ended_is_resumed_with_the_new_budget(study, uniform, state):
    run = plan_a_run(study, uniform, budget=Decimal(1))
    Run.objects.update(state=state)

    again = resume_or_plan(study, uniform, Choice(budget=Decimal(2)))

    assert again == run
    assert Run.objects.get().budget == 2


@pytest.mark.parametrize("state", ["cancelled", "done"])
def test_what_has_ended_is_planned_anew(study, uniform, state):
    run = plan_a_run(study, uniform)
    Run.objects.update(state=state)

    assert resume_or_plan(study, uniform, Choice()) != run


@pytest.mark.parametrize("other", [{"repeats": 2}, {"conditions": ("default",)}, {"temperature": 1.0}])
def test_another_choice_is_another_run(study, uniform, other):
    run = plan_a_run(study, uniform)

    assert resume_or_plan(study, uniform, Choice(**other)) != run


def test_a_study_that_no_longer_allows_the_model_is_not_resumed(study, remote):
    plan_a_run(study, remote)
    study.local_only = True

    with pytest.raises(CannotRun):
        resume_or_plan(study, remote, Choice())


# --- the estimate ---


def test_it_estimates_requests_tokens_and_money(study, remote):
    found = estimate(plan_a_run(study, remote, repeats=2))

    assert (found.sittings, found.requests, found.seconds) == (22, 22, None)
    assert 200 * 22 < found.input_tokens < 1000 * 22
    assert found.output_tokens == 20 * 5 * 22
    assert found.cost == (found.input_tokens + 10 * Decimal(found.output_tokens)) / 1_000_000


@pytest.mark.django_db(transaction=True)
def test_the_estimate_of_time_is_the_pace_of_the_last_run(study, uniform):
    first = work_through(plan_a_run(study, uniform))
    Run.objects.filter(pk=first.pk).update(seconds=22)

    run = plan_a_run(study, uniform, repeats=3)

    assert estimate(run).sittings == 2 * SITTINGS
    assert estimate(run).seconds == pytest.approx(44)


def test_there_is_no_pace_before_the_first_sitting(study, uniform):
    run = states.start(plan_a_run(study, uniform))

    assert (run.seconds_left, run.tokens_per_second) == (None, 0)
