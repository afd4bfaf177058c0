"""Custom instructions in the manner of GPTs: the model writes instructions, improves them, and follows them.

The structure is that of the source. The paper used OpenAI's builder, of which no sampling is known: temperature 0 is
our choice. The profile stands beside the instructions, like the file that a GPT is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import no_step, turn
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "Custom instructions"
SOURCE = "ECHO (arXiv 2404.13957), Appendix B.4, Table 10"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
SECTIONS: Mapping[str, frozenset[str]] = {
    "specify": frozenset({"name", "profile"}),
    "refine": frozenset({"name"}),
    "system": frozenset({"instructions", "name", "profile"}),
    "question": frozenset({"question"}),
}
PREPARATION = 2


def prepare(step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the specification, or the conversation so far and the request to improve the instructions."""
    name, profile = character.name, character.profile_text
    specified = turn("user", prompts, "specify", name=name, profile=profile)
    match step:
        case 0:
            return [specified]
        case 1:
            return [specified, Turn("assistant", replies[0]), turn("user", prompts, "refine", name=name)]
    no_step(TITLE, step, PREPARATION)


def answer(character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the improved instructions with the profile as the system turn, and the question."""
    _first, improved = replies
    name, profile = character.name, character.profile_text
    system = turn("system", prompts, "system", instructions=improved, name=name, profile=profile)
    return [system, turn("user", prompts, "question", question=question)]
