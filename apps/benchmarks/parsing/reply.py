"""What became of one item: its value, or the reason it has none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Missing = Literal["skipped", "refused", "unparsed"]

# Every reason, with the state it puts a response into. Engine failures ("failed") never reach the parser.
REASONS: Mapping[str, Missing] = {
    "no_line": "skipped",  # other items were answered, this one is not mentioned
    "blank": "skipped",  # the item is repeated with nothing, a dash or null beside it
    "refusal": "refused",  # the whole reply declines
    "item_refusal": "refused",  # this item is declined: "N/A", "I would rather not say"
    "empty": "unparsed",  # nothing but white space
    "cut_off": "unparsed",  # the reply ends inside its thinking block
    "html": "unparsed",  # an error page, not an answer
    "no_scores": "unparsed",  # nowhere in the reply is anything like an answer
    "no_score": "unparsed",  # the item is there, what follows is no score
    "wrong_count": "unparsed",  # bare scores, not as many as there are items
    "range": "unparsed",  # "3-4", "3 or 4"
    "decimal": "unparsed",  # "3.5"
    "hedged": "unparsed",  # "about 4", "> 3"
    "out_of_range": "unparsed",  # below the lowest or above the highest
    "other_scale": "unparsed",  # "7/10" where the highest is 5
    "conflict": "unparsed",  # number and level label disagree: "4 (a little)"
    "ambiguous": "unparsed",  # several scores that could be meant
    "duplicate": "unparsed",  # answered more than once, differently
    "mismatch": "unparsed",  # the number names one item, the words another
    "index_base": "unparsed",  # the reply counts from 0, so every number may be off by one
}

WEAK = ("blank", "no_score")


@dataclass(frozen=True)
class Reply:
    """Either `value`, or `missing` with the `reason` (a key of REASONS); never both, never neither.

    A rating or a number is the value itself; a choice is the option's position, from 0; what was asked for
    in words is words.
    """

    value: int | str | list[str] | None
    missing: Missing | None
    reason: str = ""


def answered(value: int) -> Reply:
    return Reply(value, None)


def absent(reason: str) -> Reply:
    """Raise KeyError for a reason that REASONS does not list."""
    return Reply(None, REASONS[reason], reason)


def is_weak(reply: Reply) -> bool:
    """Whether an item was only named: any real answer elsewhere in the reply takes precedence."""
    return reply.reason in WEAK


def agree(replies: list[Reply], otherwise: str) -> Reply:
    """Return the one answer that all `replies` give; where they differ, the reason `otherwise`.

    Several different reasons without any value are no contradiction: the first is told.
    """
    if len(set(replies)) == 1 or all(reply.value is None for reply in replies):
        return replies[0]
    return absent(otherwise)
