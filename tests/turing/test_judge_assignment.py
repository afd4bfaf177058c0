"""Every method-question cell fills evenly, also when judges come at once, leave, or withdraw."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.studies.models import Pair, Participation, Showing, Sitting
from apps.turing.pairing import prepare
from apps.turing.people import people
from tests.echo import a_machine, with_pairs, write
from tests.judges import Judge, invite


def cells(study, persona=None):
    """How often each machine's answer to each question was shown, or is to be."""
    rows = Showing.objects.filter(sitting__study=study, sitting__condition__persona=persona or people(study).first())
    counts = Counter(rows.values_list("pair__model_response__sitting__respondent", "item__code"))
    machines = set(Pair.objects.values_list("model_response__sitting__respondent", flat=True))
    codes = study.instrument.items_by_code()
    return [counts[machine, code] for machine in machines for code in codes]


def machines_of(judge):
    shown = Showing.objects.filter(sitting=judge.sitting)
    return Counter(shown.values_list("pair__model_response__sitting__respondent", flat=True))


def forget(judge):
    """Let two hours pass since the judge was last seen."""
    Participation.objects.filter(pk=judge.visit.pk).update(seen_at=timezone.now() - timedelta(hours=2))


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher, machines=3)


def test_a_judge_sees_every_machine_about_equally_often(link):
    for _judge in range(4):
        assert sorted(machines_of(Judge(link).go_to("judge")).values()) == [3, 3, 4]


def test_judges_one_after_the_other_fill_every_cell_evenly(study, link):
    for number in range(1, 10):
        Judge(link).go_to("thanks" if number % 2 else "judge")
        assert max(cells(study)) - min(cells(study)) <= 1

    assert cells(study) == [3] * 30


def test_of_a_judge_who_left_only_what_they_judged_is_counted(study, link):
    gone = Judge(link).go_to("judge")
    for _pair in range(4):
        gone.choose()
    forget(gone)
    judged = {(s.item.code, s.pair.model_response.sitting.respondent_id) for s in gone.showings[:4]}
    open_ = {(s.item.code, s.pair.model_response.sitting.respondent_id) for s in gone.showings[4:]}

    shown = Counter()
    for judge in [Judge(link).go_to("judge") for _judge in range(3)]:
        shown.update((s.item.code, s.pair.model_response.sitting.respondent_id) for s in judge.showings)

    # 34 judgements over 30 cells: the four judged cells are full before any is judged twice
    assert all(shown[cell] >= 1 for cell in open_)
    assert sum(shown[cell] for cell in judged) + 4 <= 8
    assert sum(shown.values()) == 30


def test_a_judge_who_comes_back_is_counted_again(study, link):
    judge = Judge(link).go_to("judge")
    forget(judge)
    judge.choose()

    Judge(link).go_to("judge")
    Judge(link).go_to("judge")

    assert cells(study) == [1] * 30


def test_withdrawing_gives_the_cells_back(study, link):
    Judge(link).go_to("thanks").send("withdraw/")

    for _judge in range(3):
        Judge(link).go_to("thanks")

    assert cells(study) == [1] * 30


def test_excluded_sittings_count_for_nothing(study, link):
    judge = Judge(link).go_to("thanks")
    Sitting.objects.filter(pk=judge.sitting.pk).update(state="excluded")
    kept = [Judge(link).go_to("thanks") for _judge in range(3)]

    shown = Showing.objects.filter(sitting__in=[one.sitting for one in kept]).values_list("pair", flat=True)
    assert set(Counter(shown).values()) == {1}


def test_an_answer_that_is_missing_leaves_its_question_to_the_others(study, link):
    machine = Pair.objects.first().model_response.sitting.respondent
    Pair.objects.filter(item__code="CR", model_response__sitting__respondent=machine).delete()

    for _judge in range(6):
        Judge(link).go_to("judge")

    assert Showing.objects.filter(item__code="CR", pair__model_response__sitting__respondent=machine).count() == 0
    assert Showing.objects.filter(item__code="CR").count() == 6


def test_a_machine_that_answers_later_is_judged_first(instruments, researcher):
    study = with_pairs(researcher, machines=1)
    link = invite(study)
    Judge(link).go_to("thanks")
    late = a_machine("Late")
    write(study, people(study).get(), late, "late")
    prepare(study)

    assert machines_of(Judge(link).go_to("judge")) == {
        late.pk: 5,
        Pair.objects.first().model_response.sitting.respondent_id: 5,
    }
    Judge(link).go_to("judge")
    assert max(cells(study)) - min(cells(study)) <= 2


def test_two_people_do_not_share_counts(instruments, researcher):
    study = with_pairs(researcher, people=2, machines=3)
    first, second = people(study)
    for _judge in range(3):
        Judge(invite(study, persona=first)).go_to("judge")

    for _judge in range(3):
        Judge(invite(study, persona=second)).go_to("judge")

    assert cells(study, first) == cells(study, second) == [1] * 30


@pytest.mark.django_db(transaction=True)
def test_sixty_four_who_come_at_once_fill_every_cell_evenly(instruments, researcher):
    study = with_pairs(researcher, machines=4)
    link = invite(study)

    def judge(_number: int) -> str:
        try:
            return Judge(link).go_to("judge").stage
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        stages = set(threads.map(judge, range(64)))

    assert stages == {"judge"}
    assert cells(study) == [16] * 40
