"""Zero-shot: the name and the profile, then the question. A baseline of ours; the paper has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import asked_at_once, no_step
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "Zero-shot"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
SECTIONS: Mapping[str, frozenset[str]] = {
    "system": frozenset({"name", "profile"}),
    "question": frozenset({"question"}),
}
PREPARATION = 0


def prepare(step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Raise ValueError: there is nothing to prepare."""
    no_step(TITLE, step, PREPARATION)


def answer(character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return name and profile as the system turn, and the question."""
    return asked_at_once(character, question, prompts)
