"""Juliet: one strategic system prompt with the profile, then the question.

Structure: ECHO (arXiv 2404.13957), Appendix B.3, Table 9. The paper gives no sampling; the released code has 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import asked_at_once, no_step
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "Juliet"
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
    """Return the system prompt and the question."""
    return asked_at_once(character, question, prompts)
