"""One thing asked, as a baseline sees it: the item, the person, and a source of chance of its own."""

import hashlib
from dataclasses import dataclass
from random import Random

from inference.errors import Unsupported
from inference.keys import canonical_json
from inference.types import Ask, AskedItem, ChatRequest, Request, ScoreRequest


@dataclass(frozen=True, slots=True)
class Question:
    """An item at its ``position`` (from 0) in a request, asked for the ``replicate``-th time.

    ``levels`` are the answers to choose from, in order: options, or ratings as text; empty for a
    question that is answered freely.
    """

    item: AskedItem
    position: int
    persona: str
    seed: int | None
    replicate: int

    @property
    def levels(self) -> tuple[str, ...]:
        if self.item.low is None or self.item.high is None:
            return self.item.options
        return tuple(str(level) for level in range(self.item.low, self.item.high + 1))

    def chance(self, seed: int) -> Random:
        """Return random numbers that depend on the baseline's seed and on this question alone.

        Not on its position: an item keeps its answer when the order of items is shuffled.
        """
        parts = [seed, self.seed, self.replicate, self.item.code, self.item.text, self.levels]
        return Random(hashlib.sha256(canonical_json(parts).encode()).digest())


def questions(request: Request) -> list[Question]:
    """Return what a request asks; Unsupported if it does not say so in its ``ask``."""
    ask = request.ask
    if ask is None and isinstance(request, ScoreRequest):
        ask = Ask((AskedItem(index="1", code="", text=request.prompt, options=request.options),))
    if ask is None or not ask.items:
        raise Unsupported("A baseline cannot read prose: give the request an ask that lists its items.")
    seed = request.seed if isinstance(request, ChatRequest) else None
    return [Question(item, position, ask.persona, seed, request.replicate) for position, item in enumerate(ask.items)]
