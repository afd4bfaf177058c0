"""Correcting misspelt English words, with the search of SymSpell and two dictionaries.

Careful rather than thorough: a wrong correction gives an answer away more than a typing error does. Of all words
one edit away, these are taken, in this order and the most frequent first; all but the first kind begin alike:

    the apostrophe is missing       dont, youre, im
    two letters are swapped,        teh, thier
    or one is single or double      realy, untill; five letters or more
    one letter is wrong             goverment; six letters or more, and only for a common word

A word is misspelt only if neither SymSpell nor pyspellchecker knows it: the first has the British spellings, the
second American ones and everyday words that the first lacks. SymSpell has no other language, so only English
is corrected, and only a text of which two words in three are known or can be put right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from importlib.resources import as_file, files
from threading import Lock
from typing import TypeVar

from spellchecker import SpellChecker
from symspellpy import SymSpell, Verbosity  # type: ignore[import-untyped]

from apps.benchmarks.echo.sentences import sentence_starts

T = TypeVar("T")
LANGUAGES = frozenset({"en"})

# Words to the dictionary, and yet hardly ever meant.
_MISTAKEN = {"cant": "can't", "wont": "won't", "alot": "a lot"}
_LONGEST = 30  # letters; what is longer is no word
_FEWEST_LETTERS = {"swapped": 3, "doubled": 5, "other": 6}
_SLANG = 3  # letters
_MOST_HOPELESS = 1 / 3  # of the words of a text; with more it is in another language
_COUNT, _COMMON = 350_000, 3_000_000  # occurrences in the source of the dictionary

_UNLIKE_A_NAME = 3  # the last rule

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NO_PROSE = re.compile(r"[\d@#/\\_]|\w[.:]\w")  # times, addresses, tags, paths
_REPEATED = re.compile(r"(.)\1+")


def correct(text: str, keep: Collection[str]) -> str:
    """Return English `text` with misspelt words put right; apostrophes in it are straight.

    Left alone: words in `keep`, words with a capital, and whatever has a digit in it. The first word of a
    sentence may have its capital, but could be a name, so there the last of the rules does not apply.
    """
    kept = {word for words in keep for word in _WORD.findall(words.casefold().replace("’", "'"))}
    words = list(_words(text))
    unknown = [word for word in words if not _is_known(word[0].casefold(), kept)]
    if _is_foreign(words, unknown):
        return text
    starts = set(sentence_starts(text))
    parts, position = [], 0
    for word in unknown:
        lower = word[0].islower()
        if not lower and not (word.start() in starts and word[0].istitle()):
            continue
        better = _corrected(word[0].casefold(), may_be_name=not lower)
        if better != word[0].casefold():
            parts += [text[position : word.start()], better if lower else better[0].upper() + better[1:]]
            position = word.end()
    return "".join(parts) + text[position:]


def _is_foreign(words: Sequence[re.Match[str]], unknown: Sequence[re.Match[str]]) -> bool:
    """Whether too many words can neither be found nor put right; short ones may be slang and do not count."""
    hopeless = [word for word in unknown if _corrected(word[0].casefold()) == word[0].casefold()]
    long_ones = [[word for word in some if len(word[0]) > _SLANG] for some in (hopeless, words)]
    return len(long_ones[0]) > len(long_ones[1]) * _MOST_HOPELESS


def _once(load: Callable[[], T]) -> Callable[[], T]:
    """Let threads that ask at the same moment wait for one load; `cache` alone lets each of them load."""
    lock, cached = Lock(), cache(load)

    def locked() -> T:
        with lock:
            return cached()

    return locked


@_once
def _dictionary() -> SymSpell:
    """Return SymSpell with its words; loading them takes half a second, once."""
    speller = SymSpell(max_dictionary_edit_distance=1, prefix_length=7)
    with as_file(files("symspellpy") / "frequency_dictionary_en_82_765.txt") as path:
        speller.load_dictionary(path, term_index=0, count_index=1)
    return speller


@_once
def _everyday_words() -> frozenset[str]:
    return frozenset(SpellChecker(language="en", distance=1).word_frequency.words())


def _words(text: str) -> Iterator[re.Match[str]]:
    for token in re.finditer(r"\S+", text):
        if not _NO_PROSE.search(token[0]):
            yield from (word for word in _WORD.finditer(text, token.start(), token.end()) if len(word[0]) > 1)


def _is_known(word: str, kept: Collection[str]) -> bool:
    if word in kept or word.removesuffix("'s") in kept or len(word) > _LONGEST:
        return True
    if word in _MISTAKEN:
        return False
    return any(
        form in words for form in (word, word.removesuffix("'s")) for words in (_dictionary().words, _everyday_words())
    )


def _corrected(word: str, *, may_be_name: bool = False) -> str:
    """Return the best word for an unknown one, or the word itself."""
    if word in _MISTAKEN:
        return _MISTAKEN[word]
    found = _dictionary().lookup(word, Verbosity.CLOSEST, max_edit_distance=1)
    ranked = [(kind, -each.count, each.term) for each in found if (kind := _kind(word, each.term, each.count))]
    if may_be_name:
        ranked = [candidate for candidate in ranked if candidate[0] < _UNLIKE_A_NAME]
    return min(ranked)[2] if ranked else word


def _kind(word: str, term: str, count: int) -> int:
    """Return which of the three rules makes `word` a `term` mistyped, or 0 for none."""
    if "'" in term and term.replace("'", "") == word:
        return 1
    if count < _COUNT or "'" in term or term[0] != word[0]:
        return 0
    if sorted(term) == sorted(word) and len(word) >= _FEWEST_LETTERS["swapped"]:
        return 2
    if _REPEATED.sub(r"\1", term) == _REPEATED.sub(r"\1", word) and len(word) >= _FEWEST_LETTERS["doubled"]:
        return 2
    is_likely = count >= _COMMON and len(word) >= _FEWEST_LETTERS["other"]
    return _UNLIKE_A_NAME if is_likely else 0
