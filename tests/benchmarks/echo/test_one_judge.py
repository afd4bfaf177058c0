"""Rates of a single judge, against SciPy and numbers worked out by hand."""

import numpy as np
import pytest
from scipy import stats

from apps.benchmarks.echo.one_judge import against_chance, tabulate
from apps.benchmarks.echo.rates import Judgements
from apps.benchmarks.stats import Interval


def judgements(success, question, writer=None, kind=None):
    size = len(success)
    zero = np.zeros(size, dtype=np.int64)
    return Judgements(
        success=np.array(success, dtype=bool),
        judge=zero,
        question=np.array(question),
        writer=zero if writer is None else np.array(writer),
        type=zero if kind is None else np.array(kind),
        person=np.array(question),
    )


def test_one_verdict_per_question_is_the_one_sample_t_test():
    success = [1, 0, 1, 1, 0, 1, 1, 1]
    expected = stats.ttest_1samp(success, 0.5)

    test = against_chance(judgements(success, range(8)))

    # G / (G - 1) * sum of ((y - mean) / n)^2 is the squared standard error of the mean
    assert test.p == pytest.approx(expected.pvalue)
    assert test.df == 7
    assert test.ci.low == pytest.approx(expected.confidence_interval().low)


def test_repeats_of_a_question_are_no_new_evidence():
    success = [1, 0, 1, 1, 0, 1, 1, 1]

    once = against_chance(judgements(success, range(8)))
    thrice = against_chance(judgements(success * 3, list(range(8)) * 3))

    assert thrice.p == pytest.approx(once.p)
    assert thrice.se == pytest.approx(once.se)


def test_equivalence_is_the_larger_of_two_one_sided_tests():
    success = [1, 0] * 20
    bounds = Interval(0.2, 0.7)
    expected = max(
        stats.ttest_1samp(success, 0.2, alternative="greater").pvalue,
        stats.ttest_1samp(success, 0.7, alternative="less").pvalue,
    )

    assert against_chance(judgements(success, range(40)), bounds).equivalence_p == pytest.approx(expected)


def test_the_mean_of_cells_counts_each_cell_the_same():
    # Writer 0: one of three in type 0, one of one in type 1
    table = tabulate(judgements([1, 0, 0, 1], [0, 1, 2, 3], kind=[0, 0, 0, 1]))

    assert table.writers[0].mean_of_cells.value == pytest.approx((1 / 3 + 1) / 2)
    assert table.writers[0].pooled.value == pytest.approx(0.5)
    # A verdict counts (y - its cell's mean) / its cell's n, over two cells; four questions, so t with 3 degrees
    influence = np.array([2 / 9, -1 / 9, -1 / 9, 0]) / 2
    half = stats.t.ppf(0.975, 3) * np.sqrt(4 / 3 * (influence**2).sum())
    assert table.writers[0].mean_of_cells.ci.low == pytest.approx(2 / 3 - half)


def test_it_has_only_what_was_judged():
    table = tabulate(judgements([1, 0], [0, 1], writer=[0, 1], kind=[0, 1]))

    assert set(table.cells) == {(0, 0), (1, 1)}
    assert (table.overall.pooled.n, table.overall.pooled.judges, table.overall.pooled.persons) == (2, 1, 2)


@pytest.mark.parametrize(("success", "question"), [([1, 0], [0, 0]), ([1, 1, 1], [0, 1, 2]), ([0], [0])])
def test_without_spread_there_is_neither_interval_nor_test(success, question):
    judged = judgements(success, question)

    assert tabulate(judged).overall.pooled.ci is None
    assert against_chance(judged).p is None


def test_questions_that_cancel_out_do_not_make_certainty():
    """Each question once right and once wrong: the sums by question are 0, the verdicts are not."""
    test = against_chance(judgements([1, 0, 1, 0], [0, 0, 1, 1]))

    assert test.se > 0
    assert test.p == pytest.approx(1)


def test_nothing_judged_is_nothing_known():
    nothing = judgements(np.zeros(0), np.zeros(0, dtype=np.int64))

    assert against_chance(nothing) is None
    assert tabulate(nothing).overall.pooled.value is None
    assert tabulate(nothing).overall.mean_of_cells.value is None


def test_bounds_that_leave_chance_out_are_refused():
    with pytest.raises(ValueError, match="do not enclose"):
        against_chance(judgements([1, 0], [0, 1]), Interval(0.5, 0.6))
