"""The methods without preparation: the profile as the system turn, then the question. Only their wordings differ.

Juliet: one strategic prompt. Structure: ECHO (arXiv 2404.13957), Appendix B.3, Table 9. The paper gives no sampling;
the released code has 0.

Profile retrieval, a baseline of ours: the sentences of the profile that fit the question best. The engine of that name
(inference/engines/baselines/profile.py) chooses them from the persona and the question that its request carries beside
the turns; another engine gets an instruction to do the same.

Zero-shot, a baseline of ours: the name and the profile. The paper has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods.turns import no_step, turn
from apps.benchmarks.prompts import PromptVersion, Turn


class AtOnce:
    """A Method whose request needs no earlier reply."""

    SAMPLING: Mapping[str, float] = {"temperature": 0.0}
    SECTIONS: Mapping[str, frozenset[str]] = {
        "system": frozenset({"name", "profile"}),
        "question": frozenset({"question"}),
    }
    PREPARATION = 0

    def __init__(self, title: str) -> None:
        self.TITLE = title

    def prepare(self, step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Raise ValueError: there is nothing to prepare."""
        no_step(self.TITLE, step, self.PREPARATION)

    def answer(self, character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Return the profile as the system turn, and the question."""
        system = turn("system", prompts, "system", name=character.name, profile=character.profile_text)
        return [system, turn("user", prompts, "question", question=question)]


JULIET = AtOnce("Juliet")
RETRIEVAL = AtOnce("Profile retrieval")
ZERO_SHOT = AtOnce("Zero-shot")
