"""A page of long texts: a box for each, and what is wrong or odd about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.benchmarks.echo.words import count_words
from apps.personas.forms import LONGEST


@dataclass(frozen=True)
class Box:
    """One question with what was typed; `problem` is the sentence shown beside it, if any."""

    code: str
    title: str
    question: str
    text: str
    hint: str = ""
    problem: str = ""

    @property
    def words(self) -> int:
        return count_words(self.text)

    @property
    def signs_too_many(self) -> int:
        return max(0, len(self.text) - LONGEST)


def is_empty(text: str) -> bool:
    """Is there nothing to be seen? Blanks of any kind, and signs without width."""
    return not any(sign.isprintable() and not sign.isspace() for sign in text)


def too_long(texts: Mapping[str, str]) -> dict[str, str]:
    """Return by code a sentence about each text that is longer than we take."""
    sentence = _("This is %(signs)s characters long; please shorten it to %(most)s.")
    return {
        code: sentence % {"signs": f"{len(text):,}", "most": f"{LONGEST:,}"}
        for code, text in texts.items()
        if len(text) > LONGEST
    }
