"""A way of making a language model answer as a person: preparing steps, then one request per question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from apps.benchmarks.echo.people import Character
from apps.benchmarks.prompts import PromptVersion, Turn


class Method(Protocol):
    """A module, or an object, that turns a person and a question into turns; it asks no model itself."""

    TITLE: str
    SOURCE: str  # where its structure is described; empty for a baseline of ours
    SAMPLING: Mapping[str, float]  # the published settings, for a run that says nothing else
    SECTIONS: Mapping[str, frozenset[str]]  # of a wording, each with the fields that it is given
    PREPARATION: int  # how many steps come before the first question

    def prepare(self, step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Return the turns of preparing step `step` (from 0), given the replies to all earlier ones.

        Raise ValueError for a step that the method does not have.
        """

    def answer(self, character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Return the turns for one question, given the replies to all preparing steps."""
