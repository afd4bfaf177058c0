"""What the sittings of a Turing test are for. Each is a group of conditions, one condition or more per person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Instruction = Literal["human", "machine"]
INSTRUCTIONS: tuple[Instruction, ...] = ("human", "machine")

# A model writes questions for a person from their profile.
QUESTIONS = "questions"
# The person, and every model as that person, answer the ten questions.
WRITING = "writing"
# Acquaintances judge pairs of answers.
JUDGING = "judging"


@dataclass(frozen=True)
class ModelJudging:
    """How a model is to judge: which answer it has to find, and whether it is told the profile (Section 5.1)."""

    instruction: Instruction
    with_profile: bool

    @property
    def group(self) -> str:
        return f"{JUDGING}-{self.instruction}-{'profile' if self.with_profile else 'bare'}"


MODEL_JUDGING = tuple(
    ModelJudging(instruction, with_profile) for instruction in INSTRUCTIONS for with_profile in (True, False)
)


def model_judging(group: str) -> ModelJudging | None:
    """Return what a group of conditions asks of a model that judges; None for any other group."""
    return next((judging for judging in MODEL_JUDGING if judging.group == group), None)


def is_success(*, chose_first: bool, machine_first: bool, instruction: Instruction) -> bool:
    """Was the machine's answer taken for the person's?

    Asked for the machine, a judge who names the person's answer has been taken in as well (Table 3).
    """
    chose_machine = chose_first == machine_first
    return chose_machine if instruction == "human" else not chose_machine
