"""Which scale a file is about: told by its items, its range and its words, never by the file's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from apps.benchmarks.protocol import Item, Subscale


class Published(NamedTuple):
    """What the release calls a scale, and words that only its prompt has."""

    name: str
    words: str


PANAS = "panas"
SCALES = {
    PANAS: Published("PANAS", "emotions"),
    "agq": Published("AGQ", "uncharacteristic of me"),
    "dass-21": Published("DASS-21", "apply to me"),
    "bdi-ii": Published("BDI", "choice for each question"),
    "fds": Published("FDS", "mild"),
    "mjs": Published("MJS", "spouse"),
    "gasp": Published("GASP", "likely"),
    "fss-iii": Published("FSS", "extent of your fear"),
    "bfne": Published("BFNE", "characteristic of me"),
}
SLUGS = {scale.name: slug for slug, scale in SCALES.items()}
RANGE = re.compile(r"from ([0-9]+) to ([0-9]+)")


@dataclass(frozen=True)
class Scale:
    """An instrument as far as readers need it. `wording` goes by item and is empty while it is not here."""

    slug: str
    version: str
    items: tuple[Item, ...]
    subscales: tuple[Subscale, ...]
    wording: tuple[str, ...]

    @property
    def name(self) -> str:
        return SCALES[self.slug].name

    @property
    def low(self) -> int:
        return self.items[0].low

    @property
    def high(self) -> int:
        return self.items[0].high


class Mismatch(ValueError):
    """No scale fits; `item` is the first item with other words, counted from 1, where one scale is near."""

    def __init__(self, expected: str, found: str, item: int = 0) -> None:
        super().__init__(found)
        self.expected, self.found, self.item = expected, found, item


def stated_range(prompt: str) -> tuple[int, int] | None:
    """Return the ends of the scale as a prompt states them; no other field of the release does."""
    match = RANGE.search(prompt)
    return (int(match[1]), int(match[2])) if match else None


def as_statements(low: int, options: Sequence[str]) -> str:
    """Return labels as the release glues them into one text: "0. ... 1. ... 2. ... 3. ..."."""
    return " ".join(f"{rating}. {label}" for rating, label in enumerate(options, low))


def same_words(one: str, other: str) -> bool:
    """Compare two wordings of an item, whatever their case, spaces, quotes and last full stop."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return " ".join(text.translate({0x2018: "'", 0x2019: "'"}).casefold().split()).rstrip(". ")


def identify(wording: Sequence[str], prompt: str, scales: Sequence[Scale]) -> Scale:
    """Return the scale whose items these are; raise Mismatch when it is none of them.

    The words decide where they are known. Where they are not, the number of items, the range and
    a word of the prompt must all fit: a file cut short may have the length of another scale.
    """
    stated = stated_range(prompt)
    near = [scale for scale in scales if len(scale.items) == len(wording) and stated in (None, (scale.low, scale.high))]
    if not near:
        found = f"{len(wording)} items" + (f" from {stated[0]} to {stated[1]}" if stated else "")
        expected = ", ".join(f"{s.name} {len(s.items)} from {s.low} to {s.high}" for s in scales)
        raise Mismatch(f"the items of a scale ({expected})", found)
    known = [scale for scale in near if scale.wording]
    for scale in known:
        if _first_other(wording, scale) is None:
            return scale
    for scale in near:
        if not scale.wording and _prompt_fits(scale, prompt):
            return scale
    raise _mismatch(wording, near, known)


def _prompt_fits(scale: Scale, prompt: str) -> bool:
    return SCALES[scale.slug].words in prompt


def _first_other(wording: Sequence[str], scale: Scale) -> int | None:
    pairs = enumerate(zip(wording, scale.wording, strict=True), 1)
    return next((number for number, (one, other) in pairs if not same_words(one, other)), None)


def _mismatch(wording: Sequence[str], near: Sequence[Scale], known: Sequence[Scale]) -> Mismatch:
    if not known:
        names = " or ".join(scale.name for scale in near)
        return Mismatch(
            f"the prompt of {names}, which has as many items",
            "another one; import questionnaires.json first, so that the items themselves can be compared",
        )
    # of several scales with as many items, the one that agrees longest
    scale = max(known, key=lambda one: _first_other(wording, one) or 0)
    number = _first_other(wording, scale) or 1
    return Mismatch(f'"{scale.wording[number - 1]}" as item {number} of {scale.name}', wording[number - 1], number)
