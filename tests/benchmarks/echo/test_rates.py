"""Success rates, both ways of averaging them, and intervals that know judges and questions."""

import json
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.benchmarks.echo.rates import Judgements, successes, tabulate
from tests.benchmarks.echo.cast import every, sittings

lawful = settings(max_examples=40)
codes = st.integers(0, 4)
rows = st.lists(st.tuples(st.booleans(), codes, codes, codes, codes, codes), min_size=1, max_size=60)


def judgements_of(rows):
    success, *others = zip(*rows, strict=True)
    return Judgements(np.array(success), *(np.array(column) for column in others))


# The published table


def test_the_mean_of_cells_is_the_overall_of_table_1(shared):
    table = json.loads((shared / "golden" / "echo.json").read_text(encoding="utf-8"))["table1_human_evaluators"]
    published = np.array(list(table.values()))  # ten types and Overall, by seven methods and Overall
    each = 1000  # judgements in a cell: the published percents have one decimal
    type_, writer, number = (axis.reshape(-1) for axis in np.indices((10, 7, each)))
    success = number < np.round(10 * published[type_, writer])

    result = tabulate(Judgements(success, number % 50, type_, writer, type_, number % 10), resamples=1)

    by_type = [100 * result.types[code].mean_of_cells.value for code in range(10)]
    by_writer = [100 * result.writers[code].mean_of_cells.value for code in range(7)]
    assert by_type == pytest.approx(published[:10, 7], abs=0.1)
    assert by_writer == pytest.approx(published[10, :7], abs=0.1)
    assert 100 * result.overall.mean_of_cells.value == pytest.approx(published[10, 7], abs=0.1)


# By hand


def test_each_cell_counts_the_same_or_each_judgement_does():
    # Writer 0: 3 of 4 in type 0, 0 of 1 in type 1
    success = np.array([1, 1, 1, 0, 0], dtype=bool)
    type_ = np.array([0, 0, 0, 0, 1])
    judge = np.array([0, 1, 2, 3, 0])
    none = np.zeros(5, dtype=np.int64)

    result = tabulate(Judgements(success, judge, type_, none, type_, none))

    assert (result.cells[0, 0].value, result.cells[0, 1].value) == (0.75, 0.0)
    assert result.writers[0].mean_of_cells.value == pytest.approx(0.375)
    assert result.writers[0].pooled.value == pytest.approx(0.6)
    assert result.overall.mean_of_cells.value == pytest.approx(0.375)


def test_every_rate_says_what_it_rests_on():
    result = tabulate(sittings([0.4, 0.5], judges=24, questions=10))

    cell, overall = result.cells[0, 3], result.overall.pooled
    assert (cell.n, cell.judges, cell.persons) == (12, 12, 3)
    assert (overall.n, overall.judges, overall.persons) == (240, 24, 3)


def test_only_cells_with_judgements_appear():
    result = tabulate(judgements_of([(True, 0, 0, 2, 5, 0), (False, 1, 1, 4, 5, 0)]))

    assert list(result.cells) == [(2, 5), (4, 5)]
    assert (list(result.writers), list(result.types)) == ([2, 4], [5])


def test_under_either_instruction_success_is_being_taken_for_the_person():
    chose_machine = np.array([True, False, True, False])
    asked_for_machine = np.array([False, False, True, True])

    assert successes(chose_machine, asked_for_machine).tolist() == [True, False, False, True]


# Intervals


def test_the_interval_covers_the_rate_in_most_studies():
    covered = 0
    for study in range(100):
        judgements = sittings([0.4], judges=30, questions=20, judge_sd=0.5, question_sd=0.5, seed=study)
        ci = tabulate(judgements, seed=study, resamples=400).overall.pooled.ci
        covered += ci.low <= 0.407 <= ci.high  # 0.4 at the middle is 0.407 over judges and questions

    assert covered >= 90


def test_judges_who_all_agree_with_themselves_make_it_wide():
    judge, question = np.repeat(np.arange(20), 10), np.tile(np.arange(10), 20)
    torn = every(question % 2 == judge % 2, judge, question)
    stubborn = every(judge % 2 == 0, judge, question)

    widths = [ci.high - ci.low for ci in (tabulate(kind).overall.pooled.ci for kind in (torn, stubborn))]

    assert widths[1] > 1.5 * widths[0]


def test_the_same_seed_gives_the_same_interval():
    judgements = sittings([0.4, 0.5])

    assert tabulate(judgements, seed=1) == tabulate(judgements, seed=1)
    assert tabulate(judgements, seed=1).overall.pooled.ci != tabulate(judgements, seed=2).overall.pooled.ci


@pytest.mark.parametrize(
    "judgements",
    [
        every([1, 0, 1], judge=[0, 0, 0]),
        every([1, 0, 1], question=[0, 0, 0]),
        every([1, 1, 1]),
        every([0, 0, 0]),
    ],
    ids=["one judge", "one question", "always fooled", "never fooled"],
)
def test_there_is_no_interval_without_spread(judgements):
    rate = tabulate(judgements).overall.pooled

    assert rate.ci is None
    assert rate.value == pytest.approx(judgements.success.mean())


def test_no_judgement_has_no_rate():
    result = tabulate(every([]))

    assert (result.cells, result.writers, result.types) == ({}, {}, {})
    assert result.overall.pooled.value is None
    assert result.overall.pooled.n == 0


@lawful
@given(rows)
def test_no_figure_is_ever_nan(rows):
    result = tabulate(judgements_of(rows), resamples=50)

    both = [*result.writers.values(), *result.types.values(), result.overall]
    for rate in [*result.cells.values(), *(rate for one in both for rate in (one.mean_of_cells, one.pooled))]:
        assert 0 <= rate.value <= 1
        assert rate.ci is None or 0 <= rate.ci.low <= rate.ci.high <= 1


@lawful
@given(rows)
def test_rates_are_plain_means(rows):
    judgements = judgements_of(rows)

    result = tabulate(judgements, resamples=2)

    for (writer, type_), rate in result.cells.items():
        inside = (judgements.writer == writer) & (judgements.type == type_)
        assert rate.value == pytest.approx(judgements.success[inside].mean())
        assert rate.n == inside.sum()
    assert result.overall.pooled.value == pytest.approx(judgements.success.mean())
    assert result.overall.mean_of_cells.value == pytest.approx(np.mean([rate.value for rate in result.cells.values()]))


def test_ten_thousand_judgements_take_under_two_seconds():
    judgements = sittings([0.4, 0.45, 0.5, 0.5, 0.55, 0.42, 0.48], judges=1000, questions=10)
    start = time.process_time()

    tabulate(judgements)

    assert time.process_time() - start < 2


# Refusals


def test_it_refuses_arrays_of_different_lengths():
    none = np.zeros(3, dtype=np.int64)

    with pytest.raises(ValueError, match="arrays of one length"):
        Judgements(np.array([True, False]), none, none, none, none, none)
