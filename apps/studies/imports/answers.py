"""One respondent's answers in one condition, once: what a model's file and the crowd have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.studies.imports.design import Situation

WHOLE = re.compile(r"(-?[0-9]{1,4})(\.0+)?")


@dataclass(frozen=True)
class Taken:
    """A sitting as a file has it. `situation` is None in the default condition.

    `order` gives the item codes as shown; `cells` the texts found there and `values` their ratings,
    None where a cell is empty.
    """

    situation: Situation | None
    repeat: int
    order: tuple[str, ...]
    cells: tuple[str, ...]
    values: tuple[int | None, ...]

    @property
    def condition(self) -> str:
        return self.situation.code if self.situation else "default"

    @property
    def is_empty(self) -> bool:
        return all(value is None for value in self.values)

    @property
    def answers(self) -> Mapping[str, int | None]:
        """Item code to rating; nothing at all when every cell is empty."""
        return {} if self.is_empty else dict(zip(self.order, self.values, strict=True))


def rating(cell: str, low: int, high: int) -> int | None:
    """Return the rating in a cell, None for an empty one; "4.0" is how a table program writes 4.

    Raises ValueError for anything else: the release leaves unreadable replies empty, so it is damage.
    """
    text = cell.strip()
    if not text:
        return None
    match = WHOLE.fullmatch(text)
    if not match or not low <= int(match[1]) <= high:
        raise ValueError(f"a whole number from {low} to {high}")
    return int(match[1])
