"""Where sentences begin."""

import pytest

from apps.benchmarks.echo.sentences import sentence_starts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("one. two! three? four", [0, 5, 10, 17]),
        ('"one," he said. "two"', [1, 17]),
        ("one... two", [0]),
        ("one, e.g. two etc. and so on", [0]),
        ("Mr. Bo and J. Doe", [0]),
        ("so do i. and you", [0, 9]),
        ("3 o'clock. then bed", [11]),
        ("one.two", [0]),
    ],
)
def test_it_finds_the_first_letters(text, expected):
    assert sentence_starts(text) == expected
