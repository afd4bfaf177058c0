"""Rows of a batch: what is fed to the model, and what is read from its logits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import torch
from torch import Tensor

from inference.local.questions import Question
from inference.local.trees import Tree, tree_of

# Rows of the normalising sum taken at once: 64 rows of 150,000 words are 38 MB in float32.
ROWS_PER_SUM = 64

Read = tuple[int, int]
"""A node after which, and a token of which, the log-probability is wanted."""


@dataclass(frozen=True, slots=True)
class Row:
    """A tree of tokens and, for each option, what is read from it and summed."""

    tree: Tree
    reads: tuple[tuple[Read, ...], ...]


def row_of(question: Question, skipped: int) -> Row:
    """Return the row of a question, less the first ``skipped`` tokens of its prompt."""
    prompt = question.prompt[skipped:]
    tree = tree_of([prompt + option[:-1] for option in question.options])
    before = len(prompt) - 1
    reads = tuple(
        tuple((path[before + i], token) for i, token in enumerate(option))
        for path, option in zip(tree.paths, question.options, strict=True)
    )
    return Row(tree, reads)


def chains_of(row: Row) -> list[Row]:
    """Return rows without branches that read the same, for attention that is only causal."""
    paths = zip(row.tree.paths, row.reads, strict=True)
    alike = groupby(paths, key=lambda pair: pair[0])
    return [_chain(row.tree, path, [reads for _, reads in same]) for path, same in alike]


def _chain(tree: Tree, path: tuple[int, ...], options: Sequence[tuple[Read, ...]]) -> Row:
    """Return the row of one path of a tree, its reads counted along that path."""
    place = {node: index for index, node in enumerate(path)}
    chain = tree_of([tuple(tree.tokens[node] for node in path)])
    return Row(chain, tuple(tuple((place[node], token) for node, token in reads) for reads in options))


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows as tensors, padded on the right, where no real token looks.

    ``ids`` and ``positions`` are (rows, tokens); ``mask`` (rows, 1, tokens, tokens) is True where a
    token may look at another, None where all rows are causal chains. ``places`` are the flat
    indexes whose logits are wanted; read r takes token ``read_token[r]`` after ``read_place[r]``
    (an index into ``places``) and counts for option ``read_option[r]`` of ``options``.
    """

    ids: Tensor
    positions: Tensor
    mask: Tensor | None
    places: Tensor
    read_place: Tensor
    read_token: Tensor
    read_option: Tensor
    options: int

    def sums(self, logits: Tensor) -> list[float]:
        """Return each option's sum of log-probabilities, given the logits at ``places``."""
        parts = (logits[start : start + ROWS_PER_SUM] for start in range(0, len(logits), ROWS_PER_SUM))
        totals = torch.cat([part.float().logsumexp(-1) for part in parts])
        logp = logits[self.read_place, self.read_token].float() - totals[self.read_place]
        sums = torch.zeros(self.options, dtype=torch.float64)
        found: list[float] = sums.index_add_(0, self.read_option.cpu(), logp.double().cpu()).tolist()
        return found


def batch_of(rows: Sequence[Row], skipped: int, device: torch.device) -> Batch:
    """Return the rows as tensors on a device, positions counted after ``skipped`` shared tokens."""
    width = max(len(row.tree.tokens) for row in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    positions = torch.arange(skipped, skipped + width).repeat(len(rows), 1)
    for index, row in enumerate(rows):
        size = len(row.tree.tokens)
        ids[index, :size] = torch.tensor(row.tree.tokens)
        positions[index, :size] = torch.tensor(row.tree.depths) + skipped
    reads = list(_flat_reads(rows, width))
    places = sorted({place for place, _, _ in reads})
    number = {place: i for i, place in enumerate(places)}
    numbered = [(number[place], token, option) for place, token, option in reads]
    read_place, read_token, read_option = torch.tensor(numbered, device=device).T
    mask = None if all(row.tree.is_chain for row in rows) else _mask(rows, width).to(device)
    return Batch(
        ids.to(device),
        positions.to(device),
        mask,
        torch.tensor(places, device=device),
        read_place,
        read_token,
        read_option,
        sum(len(row.reads) for row in rows),
    )


def _flat_reads(rows: Sequence[Row], width: int) -> Iterator[tuple[int, int, int]]:
    """Yield (place in the flattened batch, token, option counted over all rows)."""
    options = ((index, reads) for index, row in enumerate(rows) for reads in row.reads)
    for option, (index, reads) in enumerate(options):
        for node, token in reads:
            yield index * width + node, token, option


def _mask(rows: Sequence[Row], width: int) -> Tensor:
    """Return where each token may look: at itself and at what stands above it in its tree."""
    # Padding looks back too: a token that sees nothing would be not-a-number, and that spreads.
    mask = torch.ones(width, width, dtype=torch.bool).tril().repeat(len(rows), 1, 1, 1)
    for index, row in enumerate(rows):
        parents = row.tree.parents
        first = next((n for n, parent in enumerate(parents) if parent != n - 1), len(parents))
        for node in range(first, len(parents)):
            above = parents[node]
            mask[index, 0, node] = mask[index, 0, above] if above >= 0 else False
            mask[index, 0, node, node] = True
    return mask
