"""The file that fixes an instrument: what is asked, on what scale, and how it is scored.

One protocol is one JSON file, `fixtures/instruments/<slug>/protocol.json`:

    slug, version, benchmark, title, source, licence     texts
    wording     "included" (the items' texts are in the file) or "imported" (they come
                from the file that the user has; the key alone is a fact and ships)
    scale       {"low": 1, "high": 5, "levels": {"1": "...", ...}}; levels may be empty
    items       [{"code": "interested", "text": "Interested", "reversed": false}, ...]
    subscales   [{"code", "title", "method": "sum" | "mean", "multiplier": 1, "items": [codes] | "all"}]
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.benchmarks.files import Reader, canonical_sha256, kind_of, read_json

METHODS = ("sum", "mean")
ALL = "all"
WORDINGS = ("included", "imported")


@dataclass(frozen=True)
class Item:
    """The smallest thing answered. `low` and `high` are the ends of its rating scale."""

    code: str
    text: str
    low: int
    high: int
    reversed: bool


@dataclass(frozen=True)
class Subscale:
    """Items scored together: `multiplier` times the sum or the mean of their keyed ratings."""

    code: str
    title: str
    method: str
    multiplier: int
    items: tuple[str, ...]


@dataclass(frozen=True)
class Protocol:
    """One version of one instrument, as its file fixes it."""

    slug: str
    version: str
    benchmark: str
    title: str
    source: str
    licence: str
    wording: str
    low: int
    high: int
    levels: dict[int, str]
    items: tuple[Item, ...]
    subscales: tuple[Subscale, ...]
    content: dict[str, Any]

    @property
    def sha256(self) -> str:
        """The hash of the file's content, whatever its spacing and key order."""
        return canonical_sha256(self.content)


def load_protocol(path: Path) -> Protocol:
    """Read and check one protocol file.

    Raises ProtocolError with the path, the line or key, and what to write instead.
    """
    content = read_json(path)
    reader = Reader(path, content)
    reader.only(
        "slug", "version", "benchmark", "title", "source", "licence", "wording", "scale", "items", "subscales"
    )  # fmt: skip
    scale = reader.inner("scale")
    scale.only("low", "high", "levels")
    low, high = scale.integer("low"), scale.integer("high")
    if low >= high:
        raise scale.error(f"is {high}; it must be above low, which is {low}", "high")
    wording = reader.choice("wording", WORDINGS)
    items = tuple(_item(row, low, high, wording) for row in reader.rows("items"))
    _refuse_repeats(reader, "items", [item.code for item in items])
    codes = [item.code for item in items]
    subscales = tuple(_subscale(row, codes) for row in reader.rows("subscales"))
    _refuse_repeats(reader, "subscales", [subscale.code for subscale in subscales])
    return Protocol(
        slug=reader.text("slug"),
        version=reader.text("version"),
        benchmark=reader.text("benchmark"),
        title=reader.text("title"),
        source=reader.text("source"),
        licence=reader.text("licence"),
        wording=wording,
        low=low,
        high=high,
        levels=_levels(scale, low, high),
        items=items,
        subscales=subscales,
        content=content,
    )


def _levels(scale: Reader, low: int, high: int) -> dict[int, str]:
    levels = scale.inner("levels")
    if not levels.content:
        return {}
    expected = [str(level) for level in range(low, high + 1)]
    if list(levels.content) != expected:
        raise scale.error(f"must name each of {', '.join(expected)} in this order, or be empty", "levels")
    return {int(level): levels.text(level) for level in expected}


def _item(row: Reader, low: int, high: int, wording: str) -> Item:
    row.only("code", "text", "reversed")
    text = row.text("text") if wording == "included" else ""
    if wording == "imported" and "text" in row.content:
        raise row.error('must be left out when wording is "imported"', "text")
    flag = row.content.get("reversed", False)
    if not isinstance(flag, bool):
        raise row.error(f"is {kind_of(flag)}; write true or false", "reversed")
    return Item(row.text("code"), text, low, high, flag)


def _subscale(row: Reader, codes: list[str]) -> Subscale:
    row.only("code", "title", "method", "multiplier", "items")
    items = codes if row.content.get("items") == ALL else row.texts("items")
    for code in items:
        if code not in codes:
            raise row.error(f'names "{code}", which is no item; add the item or correct the code', "items")
    _refuse_repeats(row, "items", items)
    multiplier = row.integer("multiplier") if "multiplier" in row.content else 1
    if multiplier < 1:
        raise row.error(f"is {multiplier}; write 1 or more", "multiplier")
    return Subscale(row.text("code"), row.text("title"), row.choice("method", METHODS), multiplier, tuple(items))


def _refuse_repeats(reader: Reader, key: str, codes: list[str]) -> None:
    for code in codes:
        if codes.count(code) > 1:
            raise reader.error(f'has the code "{code}" more than once; each code stands once', key)
