"""Profile retrieval: the sentences of the profile that fit the question best. A baseline of ours.

The engine of that name (inference/engines/baselines/profile.py) chooses them from the persona and the question
that its request carries beside the turns; another engine gets an instruction to do the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import asked_at_once, no_step
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "Profile retrieval"
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
    """Return the profile as the system turn, and the question."""
    return asked_at_once(character, question, prompts)
