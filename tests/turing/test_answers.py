"""The page of answers: what arrived, what waits for a decision, and the pairs that are made of the rest."""

import re

import pytest

from apps.benchmarks.echo.phases import MODEL_JUDGING
from apps.benchmarks.echo.questions import TYPES
from apps.runs.baselines import ensure_baselines
from apps.studies.models import Condition, LanguageModel, Pair, Respondent, Response, Showing
from apps.studies.recording import Answer, record
from apps.turing.models import Decision
from apps.turing.people import people, writing_condition
from tests.echo import a_machine, add_a_person, draw_ten, open_a_turing_test, with_pairs, write
from tests.machines import plan_a_run, work_through
from tests.turing.judged import sit, somebody_judges


@pytest.fixture
def study(instruments, researcher):
    """Noor has answered, a machine too; the machine gives itself away once."""
    study = open_a_turing_test(researcher)
    noor = add_a_person(study)
    draw_ten(study, noor)
    write(study, noor, Respondent.objects.create(kind="human"), "human")
    said = {kind: Answer(f"quiet {kind} ,words", f"Quiet {kind}, words") for kind in TYPES}
    said["CR"] = Answer("As an AI language model I have no hands.", "As an AI language model I have no hands.")
    said["ED"] = Answer("", None, "failed")
    record(sit(writing_condition(study, noor), a_machine(), list(TYPES)), study.instrument, said)
    return study


@pytest.fixture
def odd(study):
    """The text that speaks of being a machine."""
    return Response.objects.get(raw__startswith="As an AI")


def page(browser, study, query=""):
    return browser.get(f"/turing/{study.slug}/answers/{query}").content.decode()


def decide(browser, study, response, decision):
    return browser.post(
        f"/turing/{study.slug}/answers/{response.pk}/?show=waiting", {"decision": decision}, follow=True
    ).content.decode()


def test_it_shows_each_text_as_judges_see_it_and_what_was_changed(rosa, study):
    shown = page(rosa, study)

    assert "Quiet LG, words" in shown
    assert "<del>quiet LG ,words</del>" in shown
    assert "<ins>Quiet LG, words</ins>" in shown
    assert "What of Logic?" in shown


def test_a_missing_answer_says_why(rosa, study):
    assert "request failed" in page(rosa, study)


def test_a_give_away_is_quoted_and_waits(rosa, study):
    shown = page(rosa, study, "?show=waiting")

    assert "It speaks of being a machine." in shown
    assert "<q>As an AI</q>" in shown
    assert shown.count("<article") == 1


def test_an_unusual_length_waits_for_nobody(rosa, study):
    shown = page(rosa, study)

    assert "most answers have 40 to 60" in shown
    assert "<dt>Waiting for a decision</dt><dd>1</dd>" in shown


def test_an_unknown_filter_shows_everything(rosa, study):
    assert "Quiet LG, words" in page(rosa, study, "?show=odd&person=nobody")


def test_pairs_are_made_of_what_may_be_shown(rosa, study):
    said = rosa.post(f"/turing/{study.slug}/answers/pairs/", follow=True).content.decode()

    assert "8 new pairs. 1 text is still held back." in said
    assert Pair.objects.count() == 8

    said = rosa.post(f"/turing/{study.slug}/answers/pairs/", follow=True).content.decode()
    assert "No new pairs." in said


def test_letting_a_text_through_is_somebodys_word_and_makes_its_pair(rosa, study, odd, researcher):
    decide(rosa, study, odd, "show")

    decision = Decision.objects.get(response=odd)
    assert (decision.is_shown, decision.decided_by) == (True, researcher)
    rosa.post(f"/turing/{study.slug}/answers/pairs/")
    assert Pair.objects.filter(model_response=odd).exists()
    odd.refresh_from_db()
    assert odd.value == odd.raw


def test_a_withheld_text_can_be_let_through_later(rosa, study, odd):
    decide(rosa, study, odd, "withhold")
    assert "Show to judges" in page(rosa, study, "?show=withheld")

    decide(rosa, study, odd, "show")
    assert Decision.objects.get().is_shown


def test_withholding_takes_back_pairs_that_nobody_was_shown(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=2)
    own = Response.objects.get(sitting__respondent__kind="human", sitting__condition__group="writing", item__code="CR")

    said = decide(rosa, study, own, "withhold")

    assert "2 pairs are taken back." in said
    assert not Pair.objects.filter(human_response=own).exists()
    assert Pair.objects.count() == 18
    left = set(Pair.objects.values_list("pk", flat=True))
    for form in Condition.objects.filter(group__in=[judging.group for judging in MODEL_JUDGING]):
        assert set(form.parameters["pairs"].values()) <= left
        assert len(form.parameters["pairs"]) == 9

    decide(rosa, study, own, "show")
    rosa.post(f"/turing/{study.slug}/answers/pairs/")
    assert Pair.objects.count() == 20


def test_a_pair_that_was_shown_stays_and_the_decision_stands(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=2)
    somebody_judges(study, people(study).get(), lambda showing: True)
    own = Response.objects.get(sitting__respondent__kind="human", sitting__condition__group="writing", item__code="CR")

    said = decide(rosa, study, own, "withhold")

    assert "1 pair is taken back." in said
    assert "1 pair stays with its judgements" in said
    assert Showing.objects.count() == 10
    assert "stands" in decide(rosa, study, own, "show")
    assert not Decision.objects.get().is_shown
    assert "Show to judges" not in page(rosa, study, "?show=withheld")


def test_a_pair_that_a_run_is_planned_with_stays(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=1)
    form = Condition.objects.filter(group=MODEL_JUDGING[0].group).first()
    sit(form, a_machine("Judge"), list(TYPES))
    text = Response.objects.get(sitting__respondent__kind="model", item__code="CR")

    assert "1 pair stays" in decide(rosa, study, text, "withhold")
    assert Pair.objects.count() == 10
    for form in Condition.objects.filter(group__in=[judging.group for judging in MODEL_JUDGING]):
        assert len(form.parameters["pairs"]) == 10


def test_after_the_studys_date_there_is_nothing_to_read(rosa, study):
    Response.objects.exclude(value=None).update(raw="", value="")

    shown = page(rosa, study)

    assert "Deleted after the study’s date." in shown
    assert "Show to judges" not in shown


def test_a_choice_of_a_judge_is_no_text_to_decide_on(rosa, instruments, researcher):
    study = with_pairs(researcher, machines=1)
    sitting = somebody_judges(study, people(study).get(), lambda showing: True)

    response = rosa.post(f"/turing/{study.slug}/answers/{sitting.response_set.first().pk}/", {"decision": "show"})

    assert response.status_code == 404


def test_a_missing_answer_is_no_text_to_decide_on(rosa, study):
    missing = Response.objects.get(missing="failed")

    assert rosa.post(f"/turing/{study.slug}/answers/{missing.pk}/", {"decision": "show"}).status_code == 404


def test_a_study_without_people_has_a_page(rosa, instruments, researcher):
    assert "Nobody takes part yet." in page(rosa, open_a_turing_test(researcher))


def test_only_the_owner_sees_and_decides(ruth, client, study, odd):
    for browser, code in ((ruth, 404), (client, 302)):
        assert browser.get(f"/turing/{study.slug}/answers/").status_code == code
        assert browser.post(f"/turing/{study.slug}/answers/{odd.pk}/", {"decision": "show"}).status_code == code
        assert browser.post(f"/turing/{study.slug}/answers/pairs/").status_code == code
    assert not Decision.objects.exists()
    assert not Pair.objects.exists()


def test_names_stand_in_no_address(rosa, study):
    assert "Noor" not in "".join(part.split('"')[0] for part in page(rosa, study).split('href="')[1:])


@pytest.mark.django_db(transaction=True)
def test_a_machines_answer_leads_to_every_step_of_it(rosa, instruments, researcher):
    study = open_a_turing_test(researcher)
    draw_ten(study, add_a_person(study))
    ensure_baselines()
    run = work_through(plan_a_run(study, LanguageModel.objects.get(slug="profile-retrieval"), way="echo/retrieval"))

    [address] = set(re.findall(r'href="(/runs/[^"]+)"', page(rosa, study)))

    assert address == f"/runs/{run.pk}/sittings/{run.respondent.sitting_set.get().code}/"
    assert rosa.get(address).status_code == 200
