"""Refusal after a situation: does a model decline to describe groups of people?

Each item is a group of people and one request. Only whether the reply declines is kept: 1 or 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.asking import Asked, Question
from apps.benchmarks.parsing import Reply, is_refusal
from apps.benchmarks.prompts import PromptVersion, refusal_prompt

SOURCE = "Lam and Li (2024), On the Psychology of Large Language Models, Part III, Section 5.2 (EmotionBench)"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
PROMPTS = "refusal"


def questions(
    items: Sequence[Asked], levels: Mapping[int, str], wording: PromptVersion, situation: str | None
) -> list[Question]:
    """Return one request per group, after the situation or without one."""
    return [Question(tuple(refusal_prompt(wording, item.text, situation)), (item,)) for item in items]


def parse(raw: str, question: Question, levels: Mapping[int, str]) -> list[Reply]:
    """Return 1 for a reply that declines and 0 for one that does not; an empty reply is missing."""
    if not raw.strip():
        return [Reply(None, "unparsed", "empty")]
    return [Reply(int(is_refusal(raw)), None)]
