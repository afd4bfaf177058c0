"""Models that judge pairs, and what becomes of pairs when a model answers once more."""

import pytest

from apps.benchmarks.echo.phases import MODEL_JUDGING
from apps.runs import states
from apps.studies.models import Condition, Pair, Response, Score, Showing, Sitting
from apps.turing.models import Decision
from apps.turing.pairing import prepare
from tests.echo import PROFILE, a_machine, with_pairs, write
from tests.inference.server import Say, chat
from tests.machines import plan_a_run, work_through
from tests.runs.chats import chats, messages, reply_as_asked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def judged(instruments, researcher):
    return with_pairs(researcher, people=1, machines=2)


def test_pairs_are_dealt_into_forms_of_ten_under_four_instructions(judged):
    forms = judged.condition_set.filter(parameters__has_key="pairs")

    assert forms.count() == 2 * len(MODEL_JUDGING)
    for judging in MODEL_JUDGING:
        dealt = [pk for form in forms.filter(group=judging.group) for pk in form.parameters["pairs"].values()]
        assert sorted(dealt) == sorted(Pair.objects.values_list("pk", flat=True))


def test_a_judge_takes_each_form_three_times_in_an_order_of_its_own(judged, longest):
    run = plan_a_run(judged, longest, way="echo-judge", repeats=3)

    assert run.n_sittings == 2 * 4 * 3
    assert Showing.objects.count() == 10 * run.n_sittings
    form = judged.condition_set.filter(parameters__has_key="pairs").first()
    orders = {tuple(order) for order in Sitting.objects.filter(condition=form).values_list("item_order", flat=True)}
    assert len(orders) == 3


def test_the_longer_answer_is_always_picked_by_the_control(judged, longest):
    # The machines' marks are longer than the person's.
    run = work_through(plan_a_run(judged, longest, way="echo-judge"))

    assert run.state == "done"
    human = Score.objects.filter(condition__group__startswith="judging-human")
    machine = Score.objects.filter(condition__group__startswith="judging-machine")
    assert set(human.values_list("value", flat=True)) == {1.0}
    assert set(machine.values_list("value", flat=True)) == {0.0}


def test_a_judgement_is_a_score_of_the_machine_that_wrote(judged, longest):
    work_through(plan_a_run(judged, longest, way="echo-judge"))

    assert set(Score.objects.values_list("respondent__label", flat=True)) == {"Parrot 0", "Parrot 1"}
    assert set(Score.objects.values_list("sitting__respondent__language_model__slug", flat=True)) == {"longest-answer"}


def test_the_profile_is_told_only_where_the_condition_says_so(judged, remote, server):
    server.script = lambda call: chat("\n".join(f"Question {number}: Answer 0" for number in range(1, 11)))

    work_through(plan_a_run(judged, remote, way="echo-judge"))

    told = [PROFILE["interests"] in str(messages(call)) for call in chats(server)]
    assert (sum(told), len(told)) == (4, 8)


@pytest.mark.parametrize("text", ["0", "1", "A", "Answer"])
def test_an_answer_of_one_word_does_not_mislead_the_reading(judged, remote, server, text):
    Response.objects.filter(sitting__respondent__kind="human").update(value=text)
    server.script = lambda call: chat("\n".join(f"{number}: 1" for number in range(1, 11)))

    work_through(plan_a_run(judged, remote, way="echo-judge", conditions=(judged.condition_set.last().code,)))

    assert set(Response.objects.filter(sitting__respondent__language_model=remote).values_list("value", flat=True)) == {
        1
    }


def test_the_control_also_compares_an_answer_with_its_own_beginning(judged, longest):
    for pair in Pair.objects.select_related("human_response", "model_response"):
        Response.objects.filter(pk=pair.model_response_id).update(value=f"{pair.human_response.value} And so on.")

    work_through(plan_a_run(judged, longest, way="echo-judge"))

    assert set(Score.objects.filter(condition__group__startswith="judging-human").values_list("value", flat=True)) == {
        1.0
    }


def test_a_text_that_was_withheld_reaches_no_further_judge(judged, longest, researcher):
    response = Pair.objects.first().model_response
    Decision.objects.create(response=response, is_shown=False, decided_by=researcher)

    plan_a_run(judged, longest, way="echo-judge")

    assert Showing.objects.exists()
    assert not Showing.objects.filter(pair__model_response=response).exists()


def test_an_unreadable_judgement_gives_no_score_value(judged, remote, server):
    server.script = lambda call: chat("I do not know.")

    work_through(plan_a_run(judged, remote, way="echo-judge", conditions=(judged.condition_set.last().code,)))

    assert set(Score.objects.values_list("value", "n_missing")) == {(None, 1)}


def test_machines_that_come_later_get_forms_of_their_own(judged):
    before = Condition.objects.filter(parameters__has_key="pairs").count()
    write(judged, judged.condition_set.first().persona, a_machine("Parrot 9"), "machine-9")

    assert prepare(judged) == 10
    assert prepare(judged) == 0
    assert Condition.objects.filter(parameters__has_key="pairs").count() == before + 4


def test_retrying_what_failed_leaves_the_other_answers_and_their_pairs(judged, remote, server):
    def one_fails(call):
        return Say("", status=400) if "What of Logic?" in str(messages(call)) else reply_as_asked(call)

    server.script = one_fails
    run = work_through(plan_a_run(judged, remote, way="echo/zero-shot"))
    prepare(judged)
    before = set(Pair.objects.values_list("pk", flat=True))
    first = set(
        Response.objects.filter(sitting__respondent=run.respondent).exclude(value=None).values_list("pk", flat=True)
    )

    server.script = reply_as_asked
    states.reopen_failed(run)
    run = work_through(run)

    answers = Response.objects.filter(sitting__respondent=run.respondent)
    assert (run.state, answers.exclude(value=None).count()) == ("done", 10)
    assert first < set(answers.values_list("pk", flat=True))
    assert before <= set(Pair.objects.values_list("pk", flat=True))
    assert prepare(judged) == 1
