"""One forward of the model, with the head read only where an answer is needed."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import torch
from torch import Tensor
from transformers import DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer

from inference.local.prefixes import Tokens
from inference.local.store import Prefix


@contextmanager
def reading_at(model: PreTrainedModel, places: Tensor) -> Iterator[None]:
    """Let the model compute logits only at ``places`` of the flattened batch, inside the block.

    The head and whatever follows it (scaling, capping) then see one row of ``len(places)`` tokens
    in place of the whole batch: with 150,000 words, logits of every position would not fit.
    """

    def choose(module: torch.nn.Module, given: tuple[Any, ...]) -> tuple[Any, ...]:
        return (given[0].flatten(0, 1)[places][None], *given[1:])

    whole: Any = model
    head = whole.get_output_embeddings()
    hook = head.register_forward_pre_hook(choose)
    try:
        yield
    finally:
        hook.remove()


def accepts(model: PreTrainedModel, name: str) -> bool:
    """Return whether the model's forward takes an argument of that name."""
    return name in _arguments(type(model).forward)


@cache
def _arguments(forward: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(forward).parameters)


def last_logits(model: PreTrainedModel, tokens: Tokens, count: int) -> Tensor:
    """Return the logits after each of the last ``count`` tokens, in float32, by one plain forward."""
    ids = torch.tensor([tokens], device=model.device)
    keep = {"logits_to_keep": count} if accepts(model, "logits_to_keep") else {}
    with torch.inference_mode():
        logits: Tensor = model(input_ids=ids, use_cache=False, **keep).logits
    return logits[0, -count:].float()


def cache_of(prefix: Prefix, rows: int) -> DynamicCache:
    """Return a cache in which each of ``rows`` rows has seen the prefix (views until it grows)."""
    cache = DynamicCache()
    for keys, values in prefix.layers:
        layer = cast(Any, DynamicLayer)()
        layer.lazy_initialization(keys, values)
        layer.keys = keys.expand(rows, -1, -1, -1)
        layer.values = values.expand(rows, -1, -1, -1)
        cache.layers.append(layer)
    return cache


def prefill(model: PreTrainedModel, tokens: Tokens, known: Prefix | None) -> Prefix:
    """Return the keys and values of ``tokens``, computing those after ``known`` only."""
    seen = len(known.tokens) if known else 0
    cache = cache_of(known, 1) if known else DynamicCache()
    ids = torch.tensor([tokens[seen:]], device=model.device)
    positions = torch.arange(seen, len(tokens), device=model.device)[None]
    last = torch.tensor([ids.shape[1] - 1], device=model.device)
    with torch.inference_mode(), reading_at(model, last):
        model(input_ids=ids, past_key_values=cache, use_cache=True, **positions_for(model, positions))
    layers: list[Any] = cache.layers
    return Prefix(tokens, tuple((layer.keys, layer.values) for layer in layers))


def positions_for(model: PreTrainedModel, positions: Tensor) -> dict[str, Tensor]:
    """Return the positions as an argument of a model that takes them."""
    return {"position_ids": positions} if accepts(model, "position_ids") else {}
