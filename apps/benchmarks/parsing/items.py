"""Which item a piece of text names: by its number, by its words, or by both."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.benchmarks.parsing.cleaning import fold, plain

_ONLY_NUMBER = re.compile(
    r"[(\[#]?\s?(?:(?:item|question|statement|q|nr\.?|no\.?)[\s_#-]?)?(\d{1,4})\s?[.)\]:]{0,2}", re.IGNORECASE
)
_NUMBER_AND_WORDS = re.compile(r"(\d{1,4})\s?[.):_-]\s?(?=[^\W\d])")


@dataclass(frozen=True)
class Items:
    """The items 1 to `count`; `by_words` maps folded item texts to numbers, ambiguous ones left out."""

    count: int
    by_words: Mapping[str, int]

    def worded(self, text: str) -> int | None:
        return self.by_words.get(fold(text))

    def numbered(self, text: str) -> int | None:
        """Return the number of "7", "7.", "(7)", "Q7" or "Item 7"; None for anything else."""
        number = _ONLY_NUMBER.fullmatch(text.strip())
        return int(number[1]) if number else None

    def named(self, text: str) -> int | None:
        """Return the item of "7", "Interested" or "7. Interested"; None where number and words disagree."""
        number = self.numbered(text)
        if number is not None:
            return number
        both = _NUMBER_AND_WORDS.match(text.strip())
        if both is None:
            return self.worded(text)
        known = self.worded(text.strip()[both.end() :])
        return int(both[1]) if known in (None, int(both[1])) else None


def make_items(count: int, words: Sequence[str]) -> Items:
    """Raise ValueError where `words` are given, but not one for each item."""
    if count < 1:
        raise ValueError(f"There are {count} items to read; ask for at least one.")
    if words and len(words) != count:
        raise ValueError(f"{len(words)} words for {count} items; give one per item, in order, or none.")
    folded = [fold(plain(word)) for word in words]
    return Items(count, {word: n for n, word in enumerate(folded, 1) if word and folded.count(word) == 1})
