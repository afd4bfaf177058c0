"""RoleGPT: a description, the same in the second person, ten examples, and the question behind them.

Structure and sampling are those of the source (the released code has temperature 0).
All examples that can be read go into the conversation, whatever their factualness, as in Table 8; a reply of
which none can be read leaves the description alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.examples import parse_examples
from apps.benchmarks.echo_methods.turns import no_step, turn
from apps.benchmarks.prompts import PromptVersion, Turn

TITLE = "RoleGPT"
SOURCE = "ECHO (arXiv 2404.13957), Appendix B.2, Tables 6 to 8"
SAMPLING: Mapping[str, float] = {"temperature": 0.7, "top_p": 0.95}
SECTIONS: Mapping[str, frozenset[str]] = {
    "describe-system": frozenset(),
    "describe": frozenset({"name", "profile"}),
    "second-person-system": frozenset(),
    "second-person": frozenset({"description"}),
    "examples-system": frozenset({"name"}),
    "examples": frozenset({"name", "description"}),
    "system": frozenset({"name", "description"}),
    "question": frozenset({"question"}),
}
PREPARATION = 3


def prepare(step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the request for the description, for its second person, or for the examples."""
    name = character.name
    match step:
        case 0:
            about = turn("user", prompts, "describe", name=name, profile=character.profile_text)
            return [turn("system", prompts, "describe-system"), about]
        case 1:
            portrait = turn("user", prompts, "second-person", description=replies[0])
            return [turn("system", prompts, "second-person-system"), portrait]
        case 2:
            portrait = turn("user", prompts, "examples", name=name, description=replies[0])
            return [turn("system", prompts, "examples-system", name=name), portrait]
    no_step(TITLE, step, PREPARATION)


def answer(character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
    """Return the description in the second person, the examples as a conversation, and the question."""
    _description, second_person, examples = replies
    turns = [turn("system", prompts, "system", name=character.name, description=second_person)]
    for example in parse_examples(examples):
        turns += [Turn("user", example.question), Turn("assistant", example.answer)]
    return [*turns, turn("user", prompts, "question", question=question)]
