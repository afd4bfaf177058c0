"""Counting words."""

import pytest

from apps.benchmarks.echo.words import count_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        (" ... !", 0),
        ("I don't, I really don't.", 5),
        ("a well-known café", 3),
        ("Я живу у моря", 4),
        ("我喜欢茶", 4),
        ("我喜欢tea很多", 6),
        ("お茶が好き", 5),
    ],
)
def test_it_counts_words_in_any_script(text, expected):
    assert count_words(text) == expected
