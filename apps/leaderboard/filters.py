"""Which lines of a board are shown, and in which order; both stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.leaderboard.model_facts import ModelFacts, facts_of
from apps.leaderboard.models import Entry
from apps.leaderboard.subjects import model_name

# Billions of parameters: from, and below.
SIZES = {
    "small": (0.0, 10.0, gettext_lazy("under 10 billion")),
    "medium": (10.0, 50.0, gettext_lazy("10 to 50 billion")),
    "large": (50.0, float("inf"), gettext_lazy("50 billion and more")),
}
UNKNOWN = "unknown"
ORDERS = {
    "label": gettext_lazy("Name"),
    "kind": gettext_lazy("Kind"),
    "family": gettext_lazy("Family"),
    "size": gettext_lazy("Size"),
    "date": gettext_lazy("Date"),
}
# Numbers and dates begin with the largest, words with A.
FROM_LARGEST = {"size", "date"}

Line = TypeVar("Line")
facts = lru_cache(maxsize=4096)(facts_of)


@dataclass(frozen=True)
class Filters:
    """What the reader asked for; empty where anything will do. People are shown whatever was asked."""

    kind: str = ""
    family: str = ""
    size: str = ""
    method: str = ""
    since: date | None = None

    def __bool__(self) -> bool:
        return self != EVERYTHING

    def keeps(self, entry: Entry) -> bool:
        if entry.is_human:
            return True
        wanted = ((self.kind, entry.kind), (self.family, family(entry)), (self.method, method(entry)))
        if any(asked and asked != has for asked, has in wanted):
            return False
        if self.size and self.size != size_class(entry):
            return False
        when = answered_on(entry)
        return self.since is None or (when is not None and when >= self.since)


EVERYTHING = Filters()


@dataclass(frozen=True)
class Option:
    """One field of the form: its choices by what stands in the address, and the chosen one."""

    name: str
    title: str
    choices: dict[str, str]
    chosen: str


def read_filters(query: Mapping[str, str]) -> Filters:
    """Anything unknown finds no line, and the page says so; a date that is none asks for nothing."""
    try:
        since = parse_date(query.get("since", ""))
    except ValueError:  # 2026-02-31
        since = None
    return Filters(*(query.get(name, "") for name in ("kind", "family", "size", "method")), since)


def options_of(entries: Iterable[Entry], filters: Filters) -> list[Option]:
    """Return what there is to choose among these lines; a field with one choice only is left out."""
    models = [entry for entry in entries if not entry.is_human]
    sizes = {**{code: str(title) for code, (_low, _high, title) in SIZES.items()}, UNKNOWN: _("not told by the name")}
    fields = (
        ("kind", _("Kind"), {kind.value: str(kind.label) for kind in Entry.Kind}, lambda entry: entry.kind),
        ("family", _("Family"), {}, family),
        ("size", _("Parameters"), sizes, size_class),
        ("method", _("Method"), {}, method),
    )
    found = [_option(name, title, titles, models, read, filters) for name, title, titles, read in fields]
    return [option for option in found if len(option.choices) > 1 or option.chosen]


def _option(
    name: str, title: str, titles: dict[str, str], entries: list[Entry], read: Callable[[Entry], str], filters: Filters
) -> Option:
    present = {read(entry) for entry in entries} - {""}
    ordered = [code for code in titles if code in present] or sorted(present, key=str.casefold)
    return Option(name, title, {code: titles.get(code, code) for code in ordered}, getattr(filters, name))


def family(entry: Entry) -> str:
    return _named(entry).family


def parameters(entry: Entry) -> float | None:
    """Return billions: what a paper prints beside its figures, else what the name says."""
    told: dict[str, Any] = entry.provenance.get("facts") or {}
    return told.get("parameters_b") or _named(entry).parameters


def _named(entry: Entry) -> ModelFacts:
    return facts(model_name(entry))


def size_class(entry: Entry) -> str:
    """Return small, medium or large; "unknown" for models whose size nobody says, empty for what is no model."""
    billions = parameters(entry)
    if billions is None:
        return UNKNOWN if family(entry) else ""
    return next(code for code, (low, high, _title) in SIZES.items() if low <= billions < high)


def method(entry: Entry) -> str:
    """Return how a model writes as a person, or the wording it was asked in."""
    return entry.provenance.get("method") or _origin(entry).get("method") or ""


def _origin(entry: Entry) -> dict[str, Any]:
    return entry.provenance.get("origin") or {}


def answered_on(entry: Entry) -> date | None:
    """Return the day of the line's last answer, where it is not known that on which the board found it.

    Of printed figures and imported answers nobody says when they were given, if the file does not.
    """
    last = _origin(entry).get("last")
    if last:
        return date.fromisoformat(last)
    if entry.kind in {Entry.Kind.PUBLISHED, Entry.Kind.IMPORTED}:
        return None
    return entry.changed_at.date() if entry.changed_at else None


def is_descending(order: str, query: Mapping[str, str]) -> bool:
    """Return the direction asked for, else the usual one: words from A, numbers from the largest."""
    usual = "up" if order in ORDERS and order not in FROM_LARGEST else "down"
    return query.get("dir", usual) != "up"


def order_value(entry: Entry, order: str) -> Any:
    """Return what a line is sorted by; None where it has no such thing."""
    if order == "label":
        return entry.label.casefold()
    if order == "kind":
        return list(Entry.Kind).index(Entry.Kind(entry.kind))
    if order == "family":
        return family(entry).casefold() or None
    return parameters(entry) if order == "size" else answered_on(entry)


def ordered(
    lines: Iterable[Line], entry_of: Callable[[Line], Entry], value_of: Callable[[Line], Any], descending: bool
) -> list[Line]:
    """Return the lines sorted, people first and those without a value last; what is equal keeps its order."""
    valued = [(line, value_of(line)) for line in lines]
    known = [(line, value) for line, value in valued if value is not None]
    known.sort(key=lambda pair: pair[1], reverse=descending)
    both = [line for line, _value in known] + [line for line, value in valued if value is None]
    return sorted(both, key=lambda line: not entry_of(line).is_human)
