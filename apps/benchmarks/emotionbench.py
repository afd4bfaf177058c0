"""EmotionBench: rating scales before and after imagining a situation.

A sitting is one request that asks for every item at once. Scoring is `likert.score`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.benchmarks.asking import Asked, Question
from apps.benchmarks.parsing import Reply, parse_ratings
from apps.benchmarks.prompts import PromptVersion, likert_prompt

SOURCE = "Lam and Li (2024), On the Psychology of Large Language Models, Part III, Section 3.2 (EmotionBench)"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
PROMPTS = "likert"


def questions(
    items: Sequence[Asked], levels: Mapping[int, str], wording: PromptVersion, situation: str | None
) -> list[Question]:
    """Return the one request of a sitting: the items in the order given, every level explained."""
    scale = levels or (items[0].low, items[0].high)
    turns = likert_prompt(wording, [item.text for item in items], scale, situation)
    return [Question(tuple(turns), tuple(items))]


def parse(raw: str, question: Question, levels: Mapping[int, str]) -> list[Reply]:
    """Return per item a rating or why it is missing."""
    items = question.items
    words = [item.text for item in items]
    return parse_ratings(raw, len(items), items[0].low, items[0].high, words=words, labels=levels)
