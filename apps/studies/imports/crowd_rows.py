"""Which row of the crowd workbook is what, by the text of its question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.scales import Scale

BEFORE, AFTER, CHANGE = "before", "after", "change"
# Lower-case key of Respondent.demographics to the words of its question.
ABOUT = {
    "gender": "gender",
    "year_of_birth": "year of birth",
    "country": "country",
    "employment": "employment",
    "education": "education",
}
ITEM = re.compile(r"Please indicate the extent of your (current )?feeling\b.* - (.+)", re.IGNORECASE)
COMPUTED = re.compile(r"(Positive|Negative) (?:Affect\((General|After Scenario)\)|Diff)", re.IGNORECASE)


class Computed(NamedTuple):
    """A row of sums: of which subscale, and before, after, or the change."""

    subscale: str
    when: str


@dataclass(frozen=True)
class Places:
    """Row indexes from 0. `items` has twenty rows before and after, in the order of the scale."""

    about: Mapping[str, int]
    items: Mapping[str, tuple[int, ...]]
    computed: Mapping[int, Computed]
    not_read: tuple[str, ...]


def find(path: Path, questions: Sequence[str], scale: Scale) -> Places:
    """Sort the rows; raise UnreadableFile when a question is missing or stands there twice."""
    about: dict[str, list[int]] = {key: [] for key in ABOUT}
    items: dict[str, dict[str, list[int]]] = {
        when: {w.casefold(): [] for w in scale.wording} for when in (BEFORE, AFTER)
    }
    computed: dict[int, Computed] = {}
    blank, unknown = [], []
    for row, question in enumerate(questions[1:], 1):
        item, total = ITEM.fullmatch(question), COMPUTED.fullmatch(question)
        key = next((key for key, words in ABOUT.items() if words in question.casefold()), None)
        if item and item[2].casefold() in items[BEFORE]:
            items[BEFORE if item[1] else AFTER][item[2].casefold()].append(row)
        elif total:
            computed[row] = _computed(total)
        elif key:
            about[key].append(row)
        elif question:
            unknown.append(f"row {row + 1} ({quoted(question)}): no question of the study")
        else:
            blank.append(str(row + 1))
    not_read = [f"rows {listed([str(row + 1) for row in computed], 12)}: computed sums, equal to ours"] * bool(computed)
    not_read += [f"rows {listed(blank)}: blank"] * bool(blank)
    return Places(
        {key: _one(path, f'the question about "{ABOUT[key]}"', rows) for key, rows in about.items()},
        {
            when: tuple(_one(path, f'"{word}" {when} the situation', rows) for word, rows in words.items())
            for when, words in items.items()
        },
        computed,
        tuple(not_read + unknown),
    )


def expected_sum(computed: Computed, before: float | None, after: float | None) -> float | None:
    """Return what a computed cell must hold; None when answers are missing."""
    if computed.when == BEFORE:
        return before
    if computed.when == AFTER:
        return after
    return None if before is None or after is None else after - before


def _computed(match: re.Match[str]) -> Computed:
    when = {"general": BEFORE, "after scenario": AFTER}.get((match[2] or "").lower(), CHANGE)
    return Computed(match[1].lower(), when)


def _one(path: Path, what: str, rows: Sequence[int]) -> int:
    if len(rows) != 1:
        found = "rows " + listed([str(row + 1) for row in rows]) if rows else "none"
        raise UnreadableFile(path, 'sheet "Raw"', expected=f"one row for {what}", found=found)
    return rows[0]
