"""A score request in tokens: what all options share, and what is left of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from inference.errors import ContextTooLong, Unsupported
from inference.local.prefixes import Tokens, shared_length
from inference.types import ScoreMode


@dataclass(frozen=True, slots=True)
class Question:
    """``options[j]`` holds the tokens whose log-probabilities after ``prompt`` are summed."""

    prompt: Tokens
    options: tuple[Tokens, ...]

    @property
    def longest(self) -> int:
        """Return the tokens of the longest sequence that the model must see."""
        return len(self.prompt) + max(len(option) for option in self.options) - 1

    @property
    def size(self) -> int:
        """Return all tokens of the question: the prompt once and every option."""
        return len(self.prompt) + sum(len(option) for option in self.options)

    @classmethod
    def of(cls, prompt: Tokens, wholes: Sequence[Tokens], options: Sequence[str], mode: ScoreMode) -> Self:
        """Return the question, given the tokens of the prompt alone and of the prompt with each option.

        Where an option's first letters merge with the prompt's last ones into one token, that token
        belongs to the options, and for all of them alike: every option is scored after the same
        context. Raise Unsupported where ``first_token`` cannot tell two options apart.
        """
        border = min(shared_length(prompt, whole) for whole in wholes)
        border = min(border, *(len(whole) - 1 for whole in wholes))
        if border == 0:
            raise Unsupported("The prompt has no token before the options; ask with a longer prompt.")
        left = tuple(whole[border:] for whole in wholes)
        if mode == "full_option":
            return cls(prompt[:border], left)
        firsts = tuple(option[:1] for option in left)
        for index, first in enumerate(firsts):
            if first in firsts[:index]:
                alike = options[firsts.index(first)]
                raise Unsupported(
                    f"Options {alike!r} and {options[index]!r} begin with the same token; "
                    "score them with mode full_option."
                )
        return cls(prompt[:border], firsts)

    def check_fits(self, context: int) -> None:
        """Raise ContextTooLong where the question is longer than ``context`` tokens."""
        if self.longest > context:
            raise ContextTooLong(
                f"The question has {self.longest:,} tokens, the model reads at most {context:,}; shorten it."
            )
