"""What the benchmarks share: an item as a model is asked it, and one request of a sitting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.benchmarks.parsing import Reply
from apps.benchmarks.prompts import PromptVersion, Turn

# A reply of which nothing could be read is asked for again, at most this often, at temperature 1:
# at temperature 0 the same words would come back. A refusal is an answer and is never asked again.
MOST_RETRIES = 2
RETRY_TEMPERATURE = 1.0


@dataclass(frozen=True)
class Asked:
    """One item with the ends of its scale, and the answers to choose from where those are texts."""

    code: str
    text: str
    low: int
    high: int
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """One request: what the model is told, and the items that its reply should answer, in order.

    A step that only prepares those after it answers no item.
    """

    turns: tuple[Turn, ...]
    items: tuple[Asked, ...]
    # A step of a chain: it waits for the replies to that many requests before it, and makes its turns of them.
    needs: int = 0
    after: Callable[[Sequence[str]], Sequence[Turn]] | None = None

    def turns_after(self, replies: Sequence[str]) -> Sequence[Turn]:
        """Return what the model is told once the `needs` first requests have been answered."""
        return self.after(replies) if self.after else self.turns


class Benchmark(Protocol):
    """A module that knows how to ask and how to read."""

    SOURCE: str  # where this way of asking is described
    SAMPLING: Mapping[str, float]  # for a run that says nothing else
    PROMPTS: str

    def questions(
        self, items: Sequence[Asked], levels: Mapping[int, str], wording: PromptVersion, situation: str | None
    ) -> list[Question]:
        """Return the requests of one sitting, in order; `situation` is None in the default condition."""

    def parse(self, raw: str, question: Question, levels: Mapping[int, str]) -> list[Reply]:
        """Return per item of the question its value or why it is missing."""


def asks_again(replies: Sequence[Reply], attempt: int) -> bool:
    """Is another attempt due? Only when no item has a value, none was refused, and attempts are left."""
    unread = all(reply.value is None and reply.missing != "refused" for reply in replies)
    return unread and attempt < MOST_RETRIES
