"""Replies in text for many chats at once: what they share is read once, the rest in one batch."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import torch
from transformers import PreTrainedModel

from inference.errors import ContextTooLong, OutOfMemory
from inference.keys import as_sent, canonical_json
from inference.local.batches import RowLimit, in_batches
from inference.local.forward import accepts, prefill
from inference.local.memory import Memory, Rereading
from inference.local.prefixes import Tokens, groups, shared_length
from inference.local.sampling import Dice, next_tokens
from inference.local.scoring import Way
from inference.local.stopping import Reply, Stopping
from inference.local.store import Prefix, PrefixStore
from inference.types import ChatRequest

# Splitting a batch costs a whole reply's worth of steps: only much shared text makes up for it.
WORTH_A_BATCH = 4096
# A shared beginning shorter than this is computed again in every row.
WORTH_A_PREFIX = 64


@dataclass(frozen=True, slots=True)
class Draft:
    """A chat request in tokens."""

    tokens: Tokens
    request: ChatRequest

    def check_fits(self, context: int) -> None:
        """Raise ContextTooLong where the messages and the longest reply exceed ``context`` tokens."""
        if len(self.tokens) + self.request.max_tokens > context:
            raise ContextTooLong(
                f"The messages have {len(self.tokens):,} tokens and the reply may have "
                f"{self.request.max_tokens:,}; the model holds {context:,}. Shorten one of them."
            )

    def dice(self) -> Dice:
        """Return the reply's own dice: the same request with the same replicate draws the same."""
        seed = hashlib.sha256(canonical_json(as_sent(self.request)).encode()).digest()
        return Dice(self.request.temperature, self.request.top_p, Random(seed))


@dataclass(frozen=True, slots=True)
class Written:
    """The reply to the draft at ``position``, or why there is none; ``cached`` tokens were known."""

    position: int
    reply: Reply | OutOfMemory
    cached: int


@dataclass(frozen=True)
class Writer:
    """A model that writes replies: ``limit`` and ``store`` change as it works.

    ``way`` is what the parity test at load chose for scores. Only with "cascade", where distance is
    told by positions alone, may a row be padded between a shared prefix and its own text; with
    "one-by-one", where even padding is in doubt, each chat has a batch of its own.
    """

    model: PreTrainedModel
    tokenizer: Any
    ends: frozenset[int]
    way: Way
    limit: RowLimit
    store: PrefixStore

    def write(self, drafts: Sequence[Draft]) -> Iterator[list[Written]]:
        """Yield the replies to all drafts, a batch of similar length at a time."""
        for group in groups([draft.tokens for draft in drafts], WORTH_A_BATCH):
            order = sorted(group.members, key=lambda p: -len(drafts[p].tokens))
            yield from self._in_batches(drafts, order)

    def _in_batches(self, drafts: Sequence[Draft], order: Sequence[int]) -> Iterator[list[Written]]:
        def work(positions: Sequence[int]) -> list[tuple[Reply, int]]:
            return self._of_batch([drafts[p] for p in positions])

        limit = RowLimit(1) if self.way == "one-by-one" else self.limit
        for done in in_batches(order, limit, work, self.store.clear):
            yield [
                Written(p, answer, 0) if isinstance(answer, OutOfMemory) else Written(p, *answer)
                for p, answer in zip(done.items, done.answers, strict=True)
            ]

    def _of_batch(self, drafts: Sequence[Draft]) -> list[tuple[Reply, int]]:
        """Return each draft's reply and how many of its tokens were computed for another."""
        shared = min(shared_length(drafts[0].tokens[:-1], draft.tokens[:-1]) for draft in drafts)
        if self.way != "cascade" or shared < WORTH_A_PREFIX:
            return [(reply, 0) for reply in self._replies(drafts, None)]
        prefix, reused = self.store.fetch(drafts[0].tokens[:shared], self._prefill)
        cached = [reused, *[shared] * (len(drafts) - 1)]
        return list(zip(self._replies(drafts, prefix), cached, strict=True))

    def _prefill(self, tokens: Tokens, known: Prefix | None) -> Prefix:
        return prefill(self.model, tokens, known)

    def _memory(self, texts: Sequence[Tokens], prefix: Prefix | None) -> Memory | Rereading:
        if accepts(self.model, "past_key_values"):
            return Memory.of(self.model, texts, prefix)
        return Rereading(texts[0])

    def _replies(self, drafts: Sequence[Draft], prefix: Prefix | None) -> list[Reply]:
        """Write token by token, all rows at once, dropping the rows that have ended."""
        rows = [Stopping(self.tokenizer, self.ends, draft.request) for draft in drafts]
        dice = [draft.dice() for draft in drafts]
        running = list(range(len(drafts)))
        with torch.inference_mode():
            memory = self._memory([draft.tokens for draft in drafts], prefix)
            while True:
                tokens = next_tokens(memory.read(self.model), [dice[row] for row in running])
                goes_on = [rows[row].goes_on_after(token) for row, token in zip(running, tokens, strict=True)]
                stay = [place for place, goes in enumerate(goes_on) if goes]
                if not stay:
                    return [row.reply() for row in rows]
                if len(stay) < len(running):
                    memory.keep(stay)
                    running = [running[place] for place in stay]
                memory.add([tokens[place] for place in stay])
