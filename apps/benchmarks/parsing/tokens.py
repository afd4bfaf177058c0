"""What the readers of lines, tables and JSON hand to the ratings reader, in the order of the reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.benchmarks.parsing.reply import Reply


@dataclass(frozen=True)
class Claim:
    """One item with what is said about it. `item` is as written, so it may be 0 or too high."""

    item: int
    reply: Reply
    by_number: bool  # named by a number, which could count from 0
    by_label: bool = False  # the score is a level's label: such lines may only explain the scale


@dataclass(frozen=True)
class Pair:
    """Two numbers alone on a line: an item and its score, or two scores, or a range. The run decides."""

    claim: Claim
    cells: tuple[Reply, ...]  # what the line says if it names no item
    hyphen: bool


@dataclass(frozen=True)
class Cells:
    """Scores without any item beside them."""

    replies: tuple[Reply, ...]


@dataclass(frozen=True)
class Break:
    """Text that is no answer: it ends a run of answers."""


Token = Claim | Pair | Cells | Break
Tokens = Sequence[Token]
