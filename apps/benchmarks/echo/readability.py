"""How hard a question or an answer is to read (Flesch-Kincaid grade and Flesch reading ease, by textstat)."""

from __future__ import annotations

from typing import NamedTuple

from apps.benchmarks.echo.words import count_words


class Readability(NamedTuple):
    """`grade` is the American school year, `ease` runs from 100 (easy) downwards; None without English words."""

    grade: float | None
    ease: float | None
    words: int


def readability(text: str) -> Readability:
    """Return both figures, rounded to one decimal, and the number of words.

    The formulas are made for English; for other Latin writing they are a rough guide, and for the rest nothing.
    """
    words = count_words(text)
    if not any(sign.isascii() and sign.isalpha() for sign in text):
        return Readability(None, None, words)
    import textstat  # type: ignore[import-untyped]  # loads 80 MB of pronunciations, so only when it is needed

    return Readability(
        round(textstat.flesch_kincaid_grade(text), 1), round(textstat.flesch_reading_ease(text), 1), words
    )
