"""The labels of ratings, read from the sentence of a prompt that explains the scale."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# 1 denotes "never" | 2 = "slightly" | question 1 to 8 | question 9 to question 16
TOKEN = re.compile(
    r'(?P<rating>[0-9]+)\s*(?:denotes|=)\s*"(?P<label>[^"]*)"'
    r"|questions?\s+(?P<first>[0-9]+)\s+to\s+(?:questions?\s+)?(?P<last>[0-9]+)"
)


@dataclass
class _Group:
    labels: dict[int, str] = field(default_factory=dict)
    items: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Labels:
    """`common` holds for every item but those in `own`, which maps an item's number to its labels.

    A rating without a label is left out: many scales label their ends only.
    """

    common: Mapping[int, str]
    own: Mapping[int, Mapping[int, str]]


def read_labels(prompt: str) -> Labels:
    """Return the labels that a prompt gives; a second set ("... for question 9 to question 16") goes by item."""
    groups = _groups(prompt)
    if not groups:
        return Labels({}, {})
    common, *others = sorted(groups, key=lambda group: -len(group.items))
    return Labels(common.labels, {number: group.labels for group in others for number in sorted(group.items)})


def _groups(prompt: str) -> Sequence[_Group]:
    """Labels first, then the items they hold for; a label after items begins the next group."""
    groups: list[_Group] = []
    for match in TOKEN.finditer(prompt):
        if match["rating"] is not None:
            if not groups or groups[-1].items:
                groups.append(_Group())
            groups[-1].labels[int(match["rating"])] = match["label"]
        elif groups:
            groups[-1].items.update(range(int(match["first"]), int(match["last"]) + 1))
    return groups


def split_statements(text: str, low: int, high: int) -> tuple[str, ...]:
    """Return the statements glued into one text ("0. ... 1. ... 2. ... 3. ..."); none when it is another text."""
    ratings = range(low, high + 1)
    pattern = r"\s+".join(rf"{rating}\.\s+(\S.*?)" for rating in ratings)
    match = re.fullmatch(pattern, text.strip(), re.DOTALL)
    return tuple(match.groups()) if match else ()
