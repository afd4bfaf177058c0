"""Likeness of texts, against scikit-learn's published formula worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.engines.baselines.tfidf import similarities


def test_it_matches_the_formula_worked_out_by_hand():
    """Two sentences, "aa bb" and "aa cc", query "bb": idf(aa) = ln(3/3) + 1 = 1, idf(bb) = ln(3/2) + 1."""
    rare = math.log(3 / 2) + 1

    [[first, second]] = similarities(["bb"], ["aa bb", "aa cc"])

    assert first == pytest.approx(rare / math.hypot(1, rare))
    assert second == 0


def test_equal_texts_are_fully_alike_whatever_their_case():
    assert similarities(["The Cello"], ["the cello", "a dog"])[0][0] == pytest.approx(1.0)


def test_a_text_without_known_words_is_like_nothing():
    assert similarities(["zebra", ""], ["the cello"]).tolist() == [[0.0], [0.0]]


@given(
    st.lists(st.text(max_size=20), min_size=1, max_size=5),
    st.lists(st.text(max_size=20), min_size=1, max_size=5),
)
def test_likeness_lies_between_0_and_1(queries, sentences):
    found = similarities(queries, sentences)

    assert found.shape == (len(queries), len(sentences))
    assert ((found >= 0) & (found <= 1)).all()
