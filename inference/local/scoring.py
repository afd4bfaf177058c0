"""Option scores for many questions at once, every shared prefix computed once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from transformers import PreTrainedModel

from inference.errors import OutOfMemory
from inference.local.batches import RowLimit, in_batches
from inference.local.cascade import cascading
from inference.local.forward import cache_of, positions_for, prefill, reading_at
from inference.local.one_by_one import score_alone
from inference.local.prefixes import Group, Tokens, groups
from inference.local.questions import Question
from inference.local.rows import Batch, batch_of, chains_of, row_of
from inference.local.store import Prefix, PrefixStore

Way = Literal["cascade", "repeat", "one-by-one"]

# A prefix of its own is one more forward; it pays from about this many tokens not computed again.
WORTH_A_PREFIX = 128


@dataclass(frozen=True, slots=True)
class Scored:
    """The log-probability of each option of the question at ``position``, or why there is none.

    ``cached`` counts the prompt's tokens that were computed for another question.
    """

    position: int
    logp: list[float] | OutOfMemory
    cached: int


@dataclass(frozen=True)
class Scorer:
    """A model with the way it scores: ``limit`` and ``store`` change as it works."""

    model: PreTrainedModel
    way: Way
    limit: RowLimit
    store: PrefixStore

    def score(self, questions: Sequence[Question]) -> Iterator[list[Scored]]:
        """Yield the scores of all questions, a batch at a time, in an order that shares most."""
        if self.way == "one-by-one":
            yield from self._alone(questions)
            return
        for group in groups([question.prompt for question in questions], WORTH_A_PREFIX):
            yield from self._of_group(questions, group)

    def _alone(self, questions: Sequence[Question]) -> Iterator[list[Scored]]:
        def work(positions: Sequence[int]) -> list[list[float]]:
            return [score_alone(self.model, questions[position]) for position in positions]

        for done in in_batches(range(len(questions)), RowLimit(1), work, self.store.clear):
            yield [Scored(p, logp, 0) for p, logp in zip(done.items, done.answers, strict=True)]

    def _of_group(self, questions: Sequence[Question], group: Group) -> Iterator[list[Scored]]:
        """Yield the scores of questions that share a prefix, the longest first."""
        skipped = len(group.prefix)
        order = sorted(group.members, key=lambda p: -questions[p].size)
        first = group.members[0]
        reused = skipped

        def work(positions: Sequence[int]) -> list[list[float]]:
            nonlocal reused
            prefix = None
            if group.prefix:
                # Asked for each batch: after an out-of-memory it may be gone, mostly it is there.
                prefix, found = self.store.fetch(group.prefix, self._prefill)
                reused = min(reused, found)
            return self._of_batch([questions[p] for p in positions], prefix)

        for done in in_batches(order, self.limit, work, self.store.clear):
            yield [
                Scored(p, logp, reused if p == first else skipped)
                for p, logp in zip(done.items, done.answers, strict=True)
            ]

    def _prefill(self, tokens: Tokens, known: Prefix | None) -> Prefix:
        return prefill(self.model, tokens, known)

    def _of_batch(self, questions: Sequence[Question], prefix: Prefix | None) -> list[list[float]]:
        """Return the log-probabilities of every option of every question, in one forward."""
        skipped = len(prefix.tokens) if prefix else 0
        rows = [row_of(question, skipped) for question in questions]
        if self.way == "cascade":
            sums = self._cascade(batch_of(rows, skipped, self.model.device), prefix)
        else:
            chains = [chain for row in rows for chain in chains_of(row)]
            sums = self._repeat(batch_of(chains, skipped, self.model.device), prefix)
        found = iter(sums)
        return [[next(found) for _ in question.options] for question in questions]

    def _cascade(self, batch: Batch, prefix: Prefix | None) -> list[float]:
        with torch.inference_mode(), cascading(self.model), reading_at(self.model, batch.places):
            logits = self.model(
                input_ids=batch.ids,
                attention_mask=batch.mask,
                use_cache=False,
                shared_prefix=prefix,
                **positions_for(self.model, batch.positions),
            ).logits[0]
            return batch.sums(logits)

    def _repeat(self, batch: Batch, prefix: Prefix | None) -> list[float]:
        cache = cache_of(prefix, len(batch.ids)) if prefix else None
        with torch.inference_mode(), reading_at(self.model, batch.places):
            logits = self.model(
                input_ids=batch.ids,
                past_key_values=cache,
                use_cache=cache is not None,
                **positions_for(self.model, batch.positions),
            ).logits[0]
            return batch.sums(logits)
