"""Respondents that answer by a rule without knowing anything: what a model must beat."""

import hashlib
from collections.abc import Mapping

from inference.engines.baselines.baseline import Baseline
from inference.engines.baselines.question import Question
from inference.errors import Unsupported


class Uniform(Baseline):
    """Gives every level the same share: in as many repeats as there are levels, each level once."""

    kind = "uniform"

    def shares(self, question: Question) -> Mapping[str, float]:
        return {level: 1 / len(question.levels) for level in question.levels}

    def answer(self, question: Question) -> str:
        if not question.levels:
            return self.free_text(question)
        start = hashlib.sha256(f"{self.seed} {question.item.code}".encode()).digest()
        return question.levels[(int.from_bytes(start) + question.replicate) % len(question.levels)]


class SeededRandom(Baseline):
    """Picks a level by chance, each time anew, and is then certain of it."""

    kind = "random"

    def shares(self, question: Question) -> Mapping[str, float]:
        return {question.chance(self.seed).choice(question.levels): 1.0}


class Midpoint(Baseline):
    """Picks the middle level. Of two middle levels each has half, taken in turn down the page."""

    kind = "midpoint"

    def shares(self, question: Question) -> Mapping[str, float]:
        lower, upper = self._middle(question)
        return {lower: 1.0} if lower == upper else {lower: 0.5, upper: 0.5}

    def answer(self, question: Question) -> str:
        if not question.levels:
            return self.free_text(question)
        return self._middle(question)[question.position % 2]

    def settings(self) -> dict[str, str]:
        return {}

    def _middle(self, question: Question) -> tuple[str, str]:
        last = len(question.levels) - 1
        return question.levels[last // 2], question.levels[(last + 1) // 2]


class LongestAnswer(Baseline):
    """Picks the option with the most characters, the first of equals: a known give-away of
    multiple-choice tests, where the right answer is often the most carefully worded."""

    kind = "longest-answer"

    def shares(self, question: Question) -> Mapping[str, float]:
        if not question.item.options:
            raise Unsupported(f"{question.item.code!r} is a rating: it has no answers to compare by length.")
        return {max(question.item.options, key=len): 1.0}

    def settings(self) -> dict[str, str]:
        return {}
