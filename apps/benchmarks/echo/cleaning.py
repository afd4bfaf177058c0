"""Making answers alike on the surface, people's and machines' in the same way (ECHO, Section 3.3).

The paper evens out capitals, blanks and spelling so that judges read for what is said. We also even out what a
keyboard decides: kinds of quotation marks, dashes and ellipses. Nothing else is touched; what gives an answer away
is flagged for a person to decide (give_aways.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from difflib import SequenceMatcher
from typing import NamedTuple

from apps.benchmarks.echo import spelling
from apps.benchmarks.echo.sentences import sentence_starts

# Signs without width and directions, but not the two joiners: Persian and emoji need them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_TYPOGRAPHY = str.maketrans({
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "`": "'", "´": "'",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "…": "...",
})  # fmt: skip
_DASH_IN_NUMBERS = re.compile(r"(?<=\d)[\u2010-\u2015\u2212](?=\d)")
_HYPHEN = re.compile(r"[\u2010\u2011]")
_DASH = re.compile(r" ?[\u2012-\u2015\u2212] ?")
_BLANK_BEFORE = re.compile(r" +(?=[,;:.!?]+(?: |$))")
_COMMA_AHEAD = re.compile(r" +,(?=[^\W_])")
_JOINED = re.compile(r"(?<=[^\W\d_])([,;!?])(?=[^\W\d_])")
_SENTENCES_JOINED = re.compile(r"(?<=[a-z]{2}[.])(?=[A-Z][a-z])")
_ADDRESS = re.compile(r"[/@\\]")
_LONE_I = re.compile(r"(?<![\w.'(/-])i(?![\w)/-]|\.\w)")


class Change(NamedTuple):
    """One stretch of words before and after; `op` is "equal", "replace", "delete" or "insert"."""

    op: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def normalise(text: str, keep: Collection[str], language: str = "en") -> str:
    """Return an answer as one paragraph with single blanks, capitals where sentences begin, and words put right.

    `keep` are names, places and whatever else the person is known to write, words or whole texts: their words
    are never corrected. Spelling needs a `language` of spelling.LANGUAGES. A text that is not written mostly in
    Latin letters has only its blanks evened out. Applying it twice changes nothing more.
    """
    text = _BLANKS.sub(" ", unicodedata.normalize("NFC", _INVISIBLE.sub("", text))).strip()
    if not _is_latin(text):
        return text
    text = _typography(text)
    if language in spelling.LANGUAGES:
        text = _LONE_I.sub("I", spelling.correct(text, keep))
    return _capitals(text)


def changes(before: str, after: str) -> list[Change]:
    """Return how the words of one text became those of the other, the equal stretches included."""
    old, new = before.split(), after.split()
    steps = SequenceMatcher(None, old, new).get_opcodes()
    return [Change(op, tuple(old[a:b]), tuple(new[c:d])) for op, a, b, c, d in steps]


def _is_latin(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    latin = sum(1 for sign in letters if sign.isascii() or "LATIN" in unicodedata.name(sign, ""))
    return latin * 2 > len(letters)


def _typography(text: str) -> str:
    text = _HYPHEN.sub("-", _DASH_IN_NUMBERS.sub("-", text.translate(_TYPOGRAPHY)))
    text = _COMMA_AHEAD.sub(", ", _BLANK_BEFORE.sub("", _DASH.sub(" - ", text).strip()))
    return " ".join(word if _ADDRESS.search(word) else _parted(word) for word in text.split())


def _parted(word: str) -> str:
    return _SENTENCES_JOINED.sub(" ", _JOINED.sub(r"\1 ", word))


def _capitals(text: str) -> str:
    signs = list(text)
    for place in sentence_starts(text):
        # A capital further on in the word says that the small letter is meant: iPhone.
        word = text[place : place + 40].split()[0]
        if word.islower() and len(signs[place].upper()) == 1 and not _ADDRESS.search(word):
            signs[place] = signs[place].upper()
    return unicodedata.normalize("NFC", "".join(signs))
