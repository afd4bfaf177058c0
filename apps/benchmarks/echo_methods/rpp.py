"""Role-play prompting: the model is set a role, says how it takes it, and both precede each question.

Structure and temperature are those of the source. The questions come one at a time, as the paper says; the released
code sends all ten at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import no_step, turn
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "RPP"
SOURCE = "ECHO (arXiv 2404.13957), Appendix B.1, Table 5"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
SECTIONS: Mapping[str, frozenset[str]] = {
    "role": frozenset({"name", "profile"}),
    "question": frozenset({"question"}),
}
PREPARATION = 1


def prepare(step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the role; the reply to it is the model's feedback."""
    if step != 0:
        no_step(TITLE, step, PREPARATION)
    return [_role(character, prompts)]


def answer(character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the role, the feedback and the question."""
    (feedback,) = replies
    return [
        _role(character, prompts),
        Turn("assistant", feedback),
        turn("user", prompts, "question", question=question),
    ]


def _role(character: Character, prompts: PromptVersion) -> Turn:
    return turn("user", prompts, "role", name=character.name, profile=character.profile_text)
