"""Where sentences begin."""

from __future__ import annotations

import re

_START = re.compile(r"(?:\A|[.!?][\"')\]]*\s)[\s\"'(\[]*(?=[^\W\d_])")
_ABBREVIATIONS = frozenset(
    {"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "ca.", "mr.", "mrs.", "ms.", "dr.", "st.", "a.m.", "p.m."}
)


def sentence_starts(text: str) -> list[int]:
    """Return the places of the first letters of sentences.

    A sentence ends in a full stop, an exclamation or a question mark. After an ellipsis it may go on, and so it
    may after an abbreviation or an initial: none begins there.
    """
    return [start.end() for start in _START.finditer(text) if start.start() == 0 or _ends(text, start.start() + 1)]


def _ends(text: str, end: int) -> bool:
    last_word = text[:end][-20:].split()[-1].lstrip("\"'([").casefold()
    is_initial = len(last_word) == 2 and last_word[0].isalpha() and last_word[0] != "i" and last_word[1] == "."
    return not (last_word.endswith("..") or last_word in _ABBREVIATIONS or is_initial)
