"""How much fits: rows of a batch and bytes of kept prefixes, from the memory that is free."""

from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel

# More rows than these gain nothing: a CPU is busy with 32, a GPU with 256.
MOST_ROWS = {"cpu": 32, "cuda": 256}
# Of the free memory, for one batch and for kept prefixes; the rest is for logits and fragments.
SHARE_FOR_A_BATCH = 0.5
SHARE_FOR_PREFIXES = 0.2
# Layers hold several copies of a token's hidden state at once, about as many as this.
HIDDEN_COPIES = 24
FREE_IF_UNKNOWN = 4 * 2**30


def free_bytes(device: torch.device) -> int:
    """Return the memory that is free on the device now."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    meminfo = Path("/proc/meminfo")
    if not meminfo.exists():
        return FREE_IF_UNKNOWN
    lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines())
    return int(lines["MemAvailable"].split()[0]) * 1024


def prefix_bytes(device: torch.device) -> int:
    """Return how many bytes of prefixes may be kept."""
    return int(free_bytes(device) * SHARE_FOR_PREFIXES)


def bytes_per_token(model: PreTrainedModel) -> int:
    """Return about what one token of one row takes while the model computes."""
    config: Any = model.config.get_text_config()
    heads = getattr(config, "num_attention_heads", None) or 1  # none at all in a state-space model
    key_heads = getattr(config, "num_key_value_heads", None) or heads
    size = getattr(config, "head_dim", None) or config.hidden_size // heads
    numbers = 2 * config.num_hidden_layers * key_heads * size + HIDDEN_COPIES * config.hidden_size
    return int(numbers * model.dtype.itemsize)


def rows_that_fit(model: PreTrainedModel, longest: int) -> int:
    """Return how many rows of ``longest`` tokens one batch may have, at least 1."""
    device = model.device
    room = free_bytes(device) * SHARE_FOR_A_BATCH
    most = MOST_ROWS.get(device.type, MOST_ROWS["cpu"])
    return max(1, min(most, int(room / (bytes_per_token(model) * max(1, longest)))))
