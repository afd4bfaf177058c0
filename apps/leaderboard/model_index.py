"""Every language model that stands on a board, by family."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from apps.leaderboard.model_facts import facts_of
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.subjects import model_name, model_slug


@dataclass
class Listed:
    """One model; `boards` are in the order of their places."""

    slug: str
    name: str
    family: str
    parameters: float | None
    boards: list[Board] = field(default_factory=list)


def listed(entries: Iterable[Entry], words: str = "") -> list[Listed]:
    """Return the models whose name or family has all the `words`, family by family; those without one come last."""
    found: dict[str, Listed] = {}
    for entry in entries:
        slug = model_slug(entry)
        if not slug:
            continue
        if slug not in found:
            name = model_name(entry)
            facts = facts_of(name)
            found[slug] = Listed(slug, name, facts.family, facts.parameters)
        if entry.board not in found[slug].boards:
            found[slug].boards.append(entry.board)
    wanted = [one for one in found.values() if _has(one, words)]
    return sorted(wanted, key=lambda one: (not one.family, one.family.casefold(), one.name.casefold()))


def _has(model: Listed, words: str) -> bool:
    text = f"{model.family} {model.name}".casefold()
    return all(word in text for word in words.casefold().split())
