"""Several continuations of one prompt as one tree of tokens, so that nothing is computed twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from inference.local.prefixes import Tokens


@dataclass(frozen=True)
class Tree:
    """Token sequences merged where they begin alike; a parent always stands before its children.

    ``tokens[n]`` is the token of node n, ``parents[n]`` its parent (-1 at the top), ``depths[n]``
    its distance from the top (0 there), and ``paths[s]`` the nodes of sequence s in order.
    """

    tokens: Tokens
    parents: tuple[int, ...]
    depths: tuple[int, ...]
    paths: tuple[tuple[int, ...], ...]

    @cached_property
    def is_chain(self) -> bool:
        """Return whether there is no branching, so that plain causal attention is right."""
        return all(parent == node - 1 for node, parent in enumerate(self.parents))


def tree_of(sequences: Sequence[Tokens]) -> Tree:
    """Merge token sequences into one tree."""
    tokens: list[int] = []
    parents: list[int] = []
    depths: list[int] = []
    nodes: dict[tuple[int, int], int] = {}
    paths = []
    for sequence in sequences:
        path, parent = [], -1
        for depth, token in enumerate(sequence):
            if (parent, token) not in nodes:
                nodes[parent, token] = len(tokens)
                tokens.append(token)
                parents.append(parent)
                depths.append(depth)
            parent = nodes[parent, token]
            path.append(parent)
        paths.append(tuple(path))
    return Tree(tuple(tokens), tuple(parents), tuple(depths), tuple(paths))
