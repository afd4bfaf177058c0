"""Attention over a prefix that a whole batch shares, without repeating its keys and values.

Softmax attention over [prefix, own] is a weighted sum of the attention over each part, with weights
that follow from the two log-sum-exps. So every row of a batch, and every query head that shares a
key head, asks the prefix in one long query; its own few tokens are attended to apart; and the two
are put together. Source: Juravsky et al. 2024, "Hydragen"; Ye et al. 2024, "Cascade inference".
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor
from transformers import AttentionInterface, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface

from inference.local.store import Prefix

NAME = "likeness_cascade"
# What a layer may hand to its attention that this one does not compute.
UNKNOWN = ("sliding_window", "softcap", "s_aux", "position_bias")


def could_cascade(model: PreTrainedModel) -> bool:
    """Return whether the checkpoint's attention can be exchanged and looks at every token alike.

    A first guess from its configuration; the parity test at load decides.
    """
    config = model.config.get_text_config()
    if not getattr(model, "_supports_attention_backend", False):
        return False
    kinds = getattr(config, "layer_types", None)
    if kinds:
        return set(kinds) == {"full_attention"}
    return getattr(config, "sliding_window", None) is None


@contextmanager
def cascading(model: PreTrainedModel) -> Iterator[None]:
    """Let the model attend by cascade inside the ``with`` block."""
    usual = model.config._attn_implementation
    model.set_attn_implementation(NAME)
    try:
        yield
    finally:
        model.set_attn_implementation(usual)


def cascade_attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    shared_prefix: Prefix | None = None,
    **others: Any,
) -> tuple[Tensor, None]:
    """Return the attention of ``query`` (batch, heads, tokens, size) over a shared prefix and its own keys.

    ``attention_mask`` (batch, 1, tokens, tokens) is True where a token may attend to another of its
    own row; None means that each may attend to those before it. Raise NotImplementedError for a
    layer that wants more than plain attention.
    """
    wanted = [name for name in UNKNOWN if others.get(name) is not None]
    if wanted:
        raise NotImplementedError(f"cascade attention does not know {', '.join(wanted)}")
    scale = scaling if scaling is not None else 1 / math.sqrt(query.shape[-1])
    groups = query.shape[1] // key.shape[1]
    own_key, own_value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
    own, own_sum = attend(query, own_key, own_value, attention_mask, attention_mask is None, scale)
    if shared_prefix is not None:
        layer: Any = module.layer_idx
        prefix_key, prefix_value = shared_prefix.layers[layer]
        far, far_sum = _attend_shared(query, prefix_key, prefix_value, scale)
        weight = torch.sigmoid(far_sum - own_sum)[..., None]
        own = torch.lerp(own.float(), far.float(), weight).to(own.dtype)
    return own.transpose(1, 2).contiguous(), None


def _attend_shared(query: Tensor, key: Tensor, value: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """Attend from every row to one prefix: rows and the heads of one key head become one long query."""
    rows, heads, tokens, size = query.shape
    key_heads = key.shape[1]
    folded = query.reshape(rows, key_heads, -1, size).transpose(0, 1).reshape(1, key_heads, -1, size)
    out, log_sum = attend(folded, key, value, None, False, scale)
    out = out.reshape(key_heads, rows, -1, size).transpose(0, 1).reshape(rows, heads, tokens, size)
    log_sum = log_sum.reshape(key_heads, rows, -1).transpose(0, 1).reshape(rows, heads, tokens)
    return out, log_sum


def attend(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool, scale: float
) -> tuple[Tensor, Tensor]:
    """Return (attention, log-sum-exp in float32) by the fused kernel of the device that tells both."""
    if query.device.type == "cpu":
        bias = None if mask is None else _as_bias(mask, query)
        found = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(
            query, key, value, 0.0, causal, attn_mask=bias, scale=scale
        )
        return found[0], found[1].float()
    if mask is None and query.dtype in (torch.float16, torch.bfloat16):
        found = torch.ops.aten._scaled_dot_product_flash_attention(query, key, value, 0.0, causal, False, scale=scale)
    else:
        bias = None if mask is None else _as_bias(mask, query).expand(-1, query.shape[1], -1, -1)
        found = torch.ops.aten._scaled_dot_product_efficient_attention(
            query, key, value, bias, True, 0.0, causal, scale=scale
        )
    # The kernels round the number of queries up in what they say about sums.
    return found[0], found[1][..., : query.shape[2]].float()


def _as_bias(mask: Tensor, query: Tensor) -> Tensor:
    """Return 0 where the mask is True and minus infinity elsewhere, in rows that start on 16 bytes."""
    tokens = mask.shape[-1]
    room = torch.zeros(*mask.shape[:-1], -(-tokens // 8) * 8, dtype=query.dtype, device=query.device)
    return room[..., :tokens].masked_fill_(~mask, float("-inf"))


AttentionInterface.register(NAME, cascade_attention)
# The mask is ours or none: the model must not build one of its own.
AttentionMaskInterface.register(NAME, lambda *args, **kwargs: None)
