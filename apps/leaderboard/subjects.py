"""Whose line is it? Names that hold on every board and outlast every rebuild, so that links can be kept."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.text import slugify

from apps.leaderboard.model_facts import facts_of
from apps.leaderboard.models import Entry

PEOPLE = "people"


def without_figures() -> QuerySet[Entry]:
    """Return every line with what it is called, but not its figures, which are most of a row."""
    entries = Entry.objects.select_related("board").defer("values", "board__about", "board__picture")
    return entries.order_by("board__place", "board__slug", "pk")


def subject(entry: Entry) -> str:
    """Return "people", or the line's label as it stands in an address; a line of totals is nobody's and has none."""
    if entry.is_human:
        return PEOPLE
    return "" if entry.provenance.get("total") else slugify(entry.label)


def model_name(entry: Entry) -> str:
    """Return the language model of a line, empty for people and totals. Its method follows a comma in the label.

    A printed line that tells no family is no model: papers also print ways of asking, and several models together.
    """
    if entry.is_human or entry.provenance.get("total"):
        return ""
    name = entry.provenance.get("model") or entry.label.partition(",")[0]
    return name if entry.kind != Entry.Kind.PUBLISHED or facts_of(name).family else ""


def model_slug(entry: Entry) -> str:
    return slugify(model_name(entry))


def place(entry: Entry) -> tuple[str, ...]:
    """Return where a line stands: lines are held against each other within a place only.

    That is a board and one set of situations, one printed table, or one judge in one study.
    """
    told = entry.provenance
    if entry.vignettes:
        return (entry.board.slug, entry.vignettes)
    parts = (told.get("table"), told.get("study"), told.get("judges"), told.get("judge"))
    return (entry.board.slug, *(str(part) for part in parts if part))


def names(entries: Iterable[Entry]) -> dict[str, str]:
    """Return every subject's name by its word in an address, people first, then from A to Z."""
    found: dict[str, str] = {}
    for entry in entries:
        word = subject(entry)
        if word:
            found.setdefault(word, "People" if word == PEOPLE else entry.label)
    return dict(sorted(found.items(), key=lambda item: (item[0] != PEOPLE, item[1].casefold())))


def first_choice(entries: Iterable[Entry]) -> Entry:
    """Return which of one subject's lines in one place speaks for it: answered before printed, then the largest."""
    return min(entries, key=lambda entry: (entry.kind == Entry.Kind.PUBLISHED, -(entry.n or 0), entry.label))


def people_beside(entry: Entry) -> list[Entry]:
    """Return the people of the line's place, whoever speaks for them first; nobody stands beside people."""
    if entry.is_human:
        return []
    humans = entry.board.entry_set.filter(is_human=True, vignettes=entry.vignettes).defer(None).order_by("pk")
    mates = [one for one in humans if place(one) == place(entry)]
    return sorted(mates, key=lambda one: one is not first_choice(mates))
