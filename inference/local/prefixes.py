"""Which prompts share which beginning: groups by longest common prefix of token ids.

Pure Python. Sorted token sequences are the leaves of a token trie in depth-first order, and the
common prefixes of neighbours are its branching points, so no trie needs to be built in memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Tokens = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Sequences that are computed after one shared prefix.

    ``members`` are positions in the list that was grouped; each of these sequences begins with
    ``prefix`` and is longer than it.
    """

    prefix: Tokens
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branching point ``depth`` tokens deep, over ``order[start:end]`` of the sorted leaves."""

    depth: int
    start: int
    end: int


def shared_length(first: Sequence[int] | str, second: Sequence[int] | str) -> int:
    """Return how many leading tokens (or characters) two sequences have in common."""
    end = min(len(first), len(second))
    if first[:end] == second[:end]:
        return end
    low, high = 0, end  # the answer lies in [low, high): halving beats a loop over 3,000 tokens
    while high - low > 1:
        middle = (low + high) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle
    return low


def groups(sequences: Sequence[Tokens], worth: int) -> list[Group]:
    """Group sequences by shared prefix, deepest first kept together, in depth-first order.

    A branching point becomes a prefix of its own where that saves at least ``worth`` tokens of
    computing (a separate forward costs more than it saves below that); what no prefix is worth
    for ends in a group with the prefix of its nearest worthy ancestor, or the empty one. A
    sequence's last token is never part of a prefix: its own forward must have a token to read.
    """
    if not sequences:
        return []
    order = sorted(range(len(sequences)), key=lambda i: sequences[i])
    shared = [shared_length(sequences[a][:-1], sequences[b][:-1]) for a, b in pairwise(order)]
    found = _split(_Branch(0, 0, len(order)), shared, worth)
    return [
        Group(sequences[members[0]][:depth], tuple(members))
        for depth, leaves in found
        if (members := [order[leaf] for leaf in leaves])
    ]


def _split(branch: _Branch, shared: Sequence[int], worth: int) -> Iterator[tuple[int, list[int]]]:
    """Yield (depth, leaves) of the branch itself, then of every worthy branching point below it."""
    own: list[int] = []
    below: list[_Branch] = []
    waiting = [branch]
    while waiting:
        part = waiting.pop()
        for child in _children(part, shared):
            leaves = child.end - child.start
            if leaves == 1:
                own.append(child.start)
            elif (leaves - 1) * (child.depth - branch.depth) >= worth:
                below.append(child)
            else:
                waiting.append(child)
    yield branch.depth, sorted(own)
    for child in sorted(below, key=lambda one: one.start):
        yield from _split(child, shared, worth)


def _children(branch: _Branch, shared: Sequence[int]) -> Iterator[_Branch]:
    """Yield the parts into which a branching point's leaves fall, as deep as each part is shared.

    A part of one leaf is that sequence alone.
    """
    gaps = shared[branch.start : branch.end - 1]
    floor = min(gaps, default=0)
    if floor > branch.depth:  # all of them share more than the branch: one part, the deeper point
        yield _Branch(floor, branch.start, branch.end)
        return
    start = branch.start
    cuts = [branch.start + i + 1 for i, gap in enumerate(gaps) if gap == floor]
    for end in [*cuts, branch.end]:
        yield _Branch(min(shared[start : end - 1], default=floor), start, end)
        start = end
