"""Rough guesses of how much judges and questions differ."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.rates import Judgements
from apps.benchmarks.echo.variances import DEFAULT, estimate_variances
from tests.benchmarks.echo.cast import every, sittings

codes = st.integers(0, 8)


@pytest.mark.parametrize(("judge_sd", "question_sd"), [(0.0, 0.0), (0.7, 0.2), (0.3, 0.9)])
def test_it_finds_what_was_put_in(judge_sd, question_sd):
    found = estimate_variances(sittings([0.5, 0.4], 200, 100, judge_sd, question_sd, seed=1))

    assert found.estimated
    assert found.judge_sd == pytest.approx(judge_sd, abs=0.15)
    assert found.question_sd == pytest.approx(question_sd, abs=0.15)


def test_writers_who_differ_are_not_judges_who_differ():
    found = estimate_variances(sittings([0.1, 0.9], 200, 100))

    assert found.judge_sd < 0.2
    assert found.question_sd < 0.2


@pytest.mark.parametrize(
    "judgements",
    [every([]), sittings([0.5], judges=4), sittings([0.5], questions=4), every([1, 0, 1, 0, 1, 0])],
    ids=["nothing", "four judges", "four questions", "nothing shared"],
)
def test_few_data_leave_the_defaults(judgements):
    assert estimate_variances(judgements) == DEFAULT


@given(st.lists(st.tuples(st.booleans(), codes, codes, codes), min_size=1, max_size=60))
def test_it_keeps_within_bounds(rows):
    success, judge, question, writer = (np.array(column) for column in zip(*rows, strict=True))

    found = estimate_variances(Judgements(success, judge, question, writer, question, judge))

    assert 0 <= found.judge_sd <= 1.5
    assert 0 <= found.question_sd <= 1.5
