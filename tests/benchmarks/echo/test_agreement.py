"""Agreement beyond chance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.benchmarks.echo.agreement import Verdicts, cohen_kappa, kappa_of_shared, krippendorff_alpha, majority

lawful = settings(max_examples=50)
verdicts = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)

# Krippendorff (2011), example C: four observers, twelve units, stars are missing
OBSERVERS = ["123321412***", "1233224125*3", "*3332342251*", "12332441251*"]


def long_form(observers):
    rows = [
        (rater, unit, int(value))
        for rater, values in enumerate(observers)
        for unit, value in enumerate(values)
        if value != "*"
    ]
    return (np.array(column) for column in zip(*rows, strict=True))


# Cohen's kappa


def test_kappa_of_a_worked_table():
    # Both yes 20, both no 15, only the first 5, only the second 10: by hand 0.7 observed, 0.5 expected
    first = np.repeat([1, 0, 1, 0], [20, 15, 5, 10])
    second = np.repeat([1, 0, 0, 1], [20, 15, 5, 10])

    assert cohen_kappa(first, second) == pytest.approx(0.4)


@pytest.mark.parametrize(("first", "second"), [([], []), ([1, 1], [1, 1])])
def test_kappa_is_undefined_where_nothing_could_differ(first, second):
    assert cohen_kappa(np.array(first), np.array(second)) is None


def test_a_judge_who_never_varies_agrees_only_by_chance():
    assert cohen_kappa(np.array([1, 1, 1]), np.array([1, 0, 1])) == 0


def test_it_refuses_lists_of_different_lengths():
    with pytest.raises(ValueError, match="got 2 and 1"):
        cohen_kappa(np.array([1, 0]), np.array([1]))


@lawful
@given(verdicts)
def test_kappa_is_symmetric_and_at_most_one(pairs):
    first, second = np.array(pairs).T

    kappa = cohen_kappa(first, second)

    if kappa is not None:
        assert kappa == pytest.approx(cohen_kappa(second, first))
        assert -1 <= kappa <= 1 + 1e-12
        assert cohen_kappa(~first, ~second) == pytest.approx(kappa)


# Of shared pairs


def test_most_judgements_of_a_pair_are_its_verdict():
    pair = np.array([5, 5, 5, 8, 8, 2, 2])
    success = np.array([1, 1, 0, 0, 1, 0, 0], dtype=bool)

    result = majority(pair, success)

    assert (result.pair.tolist(), result.success.tolist(), result.ties) == ([2, 5], [False, True], 1)


def test_people_and_model_are_compared_on_the_pairs_that_both_judged():
    people = Verdicts(np.array([1, 2, 3, 4]), np.array([True, False, True, False]), 0)
    model = Verdicts(np.array([2, 3, 4, 9]), np.array([False, True, False, True]), 0)

    assert kappa_of_shared(people, model) == (1.0, 3)


def test_no_shared_pair_is_no_agreement():
    people = majority(np.array([1]), np.array([True]))
    model = majority(np.array([2]), np.array([True]))

    assert kappa_of_shared(people, model) == (None, 0)


# Krippendorff's alpha


def test_alpha_is_the_published_one():
    # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: 0.743
    assert krippendorff_alpha(*long_form(OBSERVERS)) == pytest.approx(0.743, abs=5e-4)


def test_alpha_of_two_observers_is_the_published_one():
    # The same, section A: 0.095
    assert krippendorff_alpha(*long_form(["0100000010", "1110010000"])) == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("observers", [["1*", "*2"], ["11", "11"], ["12", "1*"]])
def test_alpha_is_undefined_where_nothing_comparable_differs(observers):
    assert krippendorff_alpha(*long_form(observers)) is None


def test_alpha_of_no_ratings_is_undefined():
    none = np.array([], dtype=np.int64)

    assert krippendorff_alpha(none, none, none) is None


def test_a_rater_rates_a_pair_once():
    same = np.array([0, 0])

    with pytest.raises(ValueError, match="reduce repeats"):
        krippendorff_alpha(same, same, np.array([1, 0]))


@lawful
@given(
    st.lists(st.text("01*", min_size=6, max_size=6), min_size=1, max_size=5).filter(
        lambda rows: set("".join(rows)) - {"*"}
    )
)
def test_alpha_is_a_number_at_most_one_or_none(observers):
    rater, pair, answer = long_form(observers)

    alpha = krippendorff_alpha(rater, pair, answer)

    assert alpha is None or -1 <= alpha <= 1
    assert krippendorff_alpha(rater, pair, 1 - answer) == pytest.approx(alpha)
