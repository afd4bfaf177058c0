"""Drawing the next token of each row, so that a draw never depends on the rest of the batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Dice:
    """How one reply is drawn: ``temperature`` 0 takes the likeliest token."""

    temperature: float
    top_p: float
    random: Random


def next_tokens(logits: Tensor, dice: Sequence[Dice]) -> list[int]:
    """Return a token for each row of logits (rows, words)."""
    chosen: list[int] = logits.argmax(-1).tolist()
    drawn = [row for row, one in enumerate(dice) if one.temperature > 0]
    if drawn:
        for row, token in zip(drawn, _draw(logits[drawn], [dice[row] for row in drawn]), strict=True):
            chosen[row] = token
    return chosen


def _draw(logits: Tensor, dice: Sequence[Dice]) -> list[int]:
    """Draw from the likeliest words that together reach ``top_p``, by one uniform number a row."""

    def column(values: list[float]) -> Tensor:
        return torch.tensor(values, device=logits.device)[:, None]

    heat = column([one.temperature for one in dice])
    shares, words = (logits.float() / heat).softmax(-1).sort(-1, descending=True)
    before = shares.cumsum(-1) - shares
    shares = shares.masked_fill(before >= column([one.top_p for one in dice]), 0)
    # The likeliest word always stays, also where rounding or a top_p of 0 left nothing.
    shares[:, 0] = shares[:, 0].clamp_min(torch.finfo(shares.dtype).tiny)
    reached = shares.cumsum(-1)
    mark = column([one.random.random() for one in dice]) * reached[:, -1:]
    place = (reached <= mark).sum(-1, keepdim=True).clamp_max(words.shape[-1] - 1)
    found: list[int] = words.gather(-1, place)[:, 0].tolist()
    return found
