"""Keys and values of prefixes, kept for the next group of requests within a budget of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

from torch import Tensor

from inference.local.prefixes import Tokens, shared_length

# Reusing less than this costs more in views and masks than computing it again.
WORTH_REUSING = 16


@dataclass(frozen=True, eq=False, slots=True)
class Prefix:
    """What attention needs of ``tokens``: per layer the keys and values, each (1, heads, tokens, size)."""

    tokens: Tokens
    layers: tuple[tuple[Tensor, Tensor], ...]

    @property
    def bytes(self) -> int:
        """Return the memory that the keys and values take."""
        return sum(part.numel() * part.element_size() for layer in self.layers for part in layer)

    def first(self, count: int) -> Self:
        """Return the prefix of the first ``count`` tokens, as views of this one."""
        cut = tuple((keys[:, :, :count], values[:, :, :count]) for keys, values in self.layers)
        return type(self)(self.tokens[:count], cut)


Prefill = Callable[[Tokens, Prefix | None], Prefix]


class Fetched(NamedTuple):
    """A prefix and how many of its tokens did not have to be computed."""

    prefix: Prefix
    reused: int


class PrefixStore:
    """The prefixes used last, at most ``budget`` bytes of them."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._kept: OrderedDict[Tokens, Prefix] = OrderedDict()

    def fetch(self, tokens: Tokens, prefill: Prefill) -> Fetched:
        """Return the prefix of these tokens, computing only what no kept prefix begins with.

        ``prefill(tokens, known)`` computes the prefix, given one of its beginnings or None.
        """
        base, reused = self._longest_beginning(tokens)
        if reused == len(tokens) and base is not None:
            return Fetched(base.first(reused), reused)
        known = base.first(reused) if base is not None else None
        prefix = prefill(tokens, known)
        self._keep(prefix)
        return Fetched(prefix, reused)

    @property
    def bytes(self) -> int:
        """Return the memory that all kept prefixes take."""
        return sum(prefix.bytes for prefix in self._kept.values())

    def clear(self) -> None:
        """Forget every prefix, for instance to make room after an out-of-memory."""
        self._kept.clear()

    def _longest_beginning(self, tokens: Tokens) -> tuple[Prefix | None, int]:
        best, length = None, 0
        for prefix in self._kept.values():
            shared = shared_length(prefix.tokens, tokens)
            if shared > length:
                best, length = prefix, shared
        if best is None or length < min(WORTH_REUSING, len(tokens)):
            return None, 0
        self._kept.move_to_end(best.tokens)
        return best, length

    def _keep(self, prefix: Prefix) -> None:
        if prefix.bytes > self.budget:
            return
        self._kept[prefix.tokens] = prefix
        self._kept.move_to_end(prefix.tokens)
        while self.bytes > self.budget:
            self._kept.popitem(last=False)
