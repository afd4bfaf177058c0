"""The model's memory of a batch that is being written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import torch
from torch import Tensor
from transformers import DynamicCache, PreTrainedModel

from inference.local.forward import accepts, cache_of, last_logits, positions_for
from inference.local.prefixes import Tokens
from inference.local.store import Prefix


@dataclass
class Rereading:
    """The memory of one text with a model that keeps none for us: it reads all of it for every token."""

    text: Tokens

    def read(self, model: PreTrainedModel) -> Tensor:
        """Return the logits after the last token (1, words)."""
        return last_logits(model, self.text, 1)

    def keep(self, rows: Sequence[int]) -> None:
        """Forget nothing: there is one row."""

    def add(self, tokens: Sequence[int]) -> None:
        """Put a token next."""
        self.text += tuple(tokens)


@dataclass
class Memory:
    """What a batch has read, and the tokens it reads next.

    ``ids`` and ``positions`` (rows, tokens) come next; ``mask`` (rows, all tokens so far and next)
    is 0 where a row is padded, between a shared prefix and its own text.
    """

    cache: Any
    ids: Tensor
    positions: Tensor
    mask: Tensor

    @classmethod
    def of(cls, model: PreTrainedModel, texts: Sequence[Tokens], prefix: Prefix | None) -> Self:
        """Return the memory of a batch that has read the prefix and reads the rest of each text next."""
        seen = len(prefix.tokens) if prefix else 0
        width = max(len(text) for text in texts) - seen
        ids = torch.zeros(len(texts), width, dtype=torch.long)
        mask = torch.ones(len(texts), seen + width, dtype=torch.long)
        for row, text in enumerate(texts):
            pad = width - (len(text) - seen)
            ids[row, pad:] = torch.tensor(text[seen:])
            mask[row, seen : seen + pad] = 0
        positions = (mask.cumsum(-1) - 1).clamp_min(0)[:, seen:]
        cache = cache_of(prefix, len(texts)) if prefix else DynamicCache(config=model.config)
        return cls(cache, ids.to(model.device), positions.to(model.device), mask.to(model.device))

    def read(self, model: PreTrainedModel) -> Tensor:
        """Let the model read what comes next; return its logits after the last token (rows, words)."""
        last = {"logits_to_keep": 1} if accepts(model, "logits_to_keep") else {}
        logits: Tensor = model(
            input_ids=self.ids,
            attention_mask=self.mask,
            past_key_values=self.cache,
            use_cache=True,
            **positions_for(model, self.positions),
            **last,
        ).logits
        return logits[:, -1]

    def keep(self, rows: Sequence[int]) -> None:
        """Forget every other row."""
        kept = torch.tensor(rows, device=self.ids.device)
        self.cache.batch_select_indices(kept)
        self.positions, self.mask = self.positions[kept], self.mask[kept]

    def add(self, tokens: Sequence[int]) -> None:
        """Put one token a row next."""
        self.ids = torch.tensor(tokens, device=self.ids.device)[:, None]
        self.positions = self.positions[:, -1:] + 1
        self.mask = torch.cat([self.mask, self.mask.new_ones(len(tokens), 1)], 1)
