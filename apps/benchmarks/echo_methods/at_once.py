"""What the methods without preparation share: the profile as the system turn, then the question."""

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

    def __init__(self, title: str, source: str = "") -> None:
        self.TITLE = title
        self.SOURCE = source

    def prepare(self, step: int, character: Character, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Raise ValueError: there is nothing to prepare."""
        no_step(self.TITLE, step, self.PREPARATION)

    def answer(self, character: Character, question: str, prompts: PromptVersion, replies: Sequence[str]) -> list[Turn]:
        """Return the profile as the system turn, and the question."""
        system = turn("system", prompts, "system", name=character.name, profile=character.profile_text)
        return [system, turn("user", prompts, "question", question=question)]
