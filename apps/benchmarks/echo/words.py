"""Counting words in any script."""

from __future__ import annotations

import re

# Scripts that set no blanks between words: each sign counts as one.
UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+(?:['’-][^\W{UNSPACED}]+)*")


def count_words(text: str) -> int:
    """Return the number of words; "don't" and "well-known" are one each."""
    return sum(1 for _word in _WORD.finditer(text))
