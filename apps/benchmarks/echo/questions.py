"""The ten types of questions of ECHO, our bank of general ones, and one of each type by seed.

Types: ECHO (arXiv 2404.13957), Section 3.2. Five are general and asked of anybody, five are specific and
written for one person. The bank is one JSON file, `fixtures/instruments/echo/questions.json`:

    version, source, licence    texts
    general                     {"CR": [texts, eight or more], ... each of the five general types}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

from apps.benchmarks.files import Reader, read_json

GENERAL = ("CR", "ED", "LG", "PH", "PS")
SPECIFIC = ("IP", "EM", "FP", "IS", "IT")
TYPES: Mapping[str, str] = {
    "CR": "Creativity",
    "ED": "Ethical dilemmas",
    "LG": "Logic",
    "PH": "Philosophy",
    "PS": "Problem solving",
    "IP": "In-depth personal",
    "EM": "Emotions",
    "FP": "Future",
    "IS": "Insight",
    "IT": "Interests",
}
FEWEST_GENERAL = 8

T = TypeVar("T")


@dataclass(frozen=True)
class QuestionBank:
    """The general questions by type, shared by all persons."""

    version: str
    source: str
    licence: str
    general: Mapping[str, tuple[str, ...]]


def load_bank(path: Path) -> QuestionBank:
    """Read and check one bank; raise ProtocolError with the file, key and remedy."""
    reader = Reader(path, read_json(path))
    reader.only("version", "source", "licence", "general")
    general = reader.inner("general")
    general.only(*GENERAL)
    return QuestionBank(
        reader.text("version"),
        reader.text("source"),
        reader.text("licence"),
        {code: _enough(general, code) for code in GENERAL},
    )


def draw(options: Mapping[str, Sequence[T]], seed: int | str) -> dict[str, T]:
    """Return one of the `options` of each of the ten types, the same for the same seed.

    Each type is drawn for itself: a question more in one of them leaves the others as they were.
    Raise ValueError that names the types without a question, and those that are no type.
    """
    unknown = [code for code in options if code not in TYPES]
    if unknown:
        raise ValueError(f"There is no type {', '.join(unknown)}; the types are {', '.join(TYPES)}.")
    empty = [f"{title} ({code})" for code, title in TYPES.items() if not options.get(code)]
    if empty:
        raise ValueError(
            f"There is no question of the type {', '.join(empty)}; each of the ten types needs at least one."
        )
    return {code: Random(f"{seed}/{code}").choice(options[code]) for code in TYPES}


def _enough(general: Reader, code: str) -> tuple[str, ...]:
    texts = general.texts(code)
    if len(texts) < FEWEST_GENERAL:
        raise general.error(f"has {len(texts)} questions; write at least {FEWEST_GENERAL}", code)
    for text in texts:
        if texts.count(text) > 1:
            raise general.error(f'has "{text}" more than once; write another', code)
    return tuple(texts)
