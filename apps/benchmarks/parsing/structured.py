"""Reading JSON, fenced or in the middle of prose: objects by item, lists, lists of objects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from apps.benchmarks.parsing.cleaning import fold
from apps.benchmarks.parsing.items import Items
from apps.benchmarks.parsing.lines import pair, read_line
from apps.benchmarks.parsing.reply import Reply, absent, is_weak
from apps.benchmarks.parsing.scores import Scale, read_score
from apps.benchmarks.parsing.tables import SCORE_NAMES
from apps.benchmarks.parsing.tokens import Cells, Claim, Token

_FALSE_STARTS = 50  # brackets that begin no JSON; looking further would make a long reply costly
_DEEPEST = 6
_NUMBER_KEYS = ("index", "item", "id", "number", "no", "nr", "question", "statement", "#")
_OPEN = re.compile(r"[{\[]")
_LINE_ENDS = re.compile(r"[ \t.,;]*(?:\n|\Z)")


class Entry(NamedTuple):
    """One key of a JSON object; objects are lists of entries, so that a key given twice is seen twice."""

    key: str
    value: Any


class Found(NamedTuple):
    """One JSON object or list and where it stands in the text."""

    start: int
    end: int
    value: list[Any]


# Numbers stay text: "4.0" and 4 are told apart in one place, and a number of 5,000 digits does no harm.
_DECODER = json.JSONDecoder(
    object_pairs_hook=lambda pairs: [Entry(*pair) for pair in pairs], parse_int=str, parse_float=str
)


def find_json(text: str) -> Iterator[Found]:
    """Yield the outermost JSON objects and lists in `text`, in order."""
    position = failures = 0
    while failures < _FALSE_STARTS and (opened := _OPEN.search(text, position)):
        try:
            value, position = _DECODER.raw_decode(text, opened.start())
        except (ValueError, RecursionError):
            failures, position = failures + 1, opened.end()
        else:
            yield Found(opened.start(), position, value)


def read_json(found: Found, text: str, items: Items, scale: Scale) -> list[Token]:
    """Return what a JSON value says about the items; nothing where it is no answer, as in "see [1]"."""
    if not _is_object(found.value) and not _stands_alone(found, text):
        return []
    return _read(found.value, items, scale, _DEEPEST)


def _is_object(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, Entry) for entry in value)


def _stands_alone(found: Found, text: str) -> bool:
    """Whether nothing stands beside a list on its lines but punctuation behind it, or a colon before it."""
    before = text[max(0, found.start - 2) : found.start].rstrip(" \t")
    return (before == "" or before[-1] in ":=\n") and _LINE_ENDS.match(text, found.end) is not None


def _read(value: Any, items: Items, scale: Scale, depth: int) -> list[Token]:
    if depth == 0 or not isinstance(value, list) or not value:
        return []
    if _is_object(value):
        return _read_object(value, items, scale, depth)
    if not any(isinstance(member, list) for member in value):
        return _read_scalars(value, items, scale)
    return [token for member in value for token in _read_member(member, items, scale, depth)]


def _read_member(member: Any, items: Items, scale: Scale, depth: int) -> list[Token]:
    """Read one member of a list of objects or of a list of pairs like [1, 4] and ["Interested", 4]."""
    if isinstance(member, list) and len(member) == 2 and all(isinstance(part, str) for part in member):
        number, score = member
        if number.isdigit() and len(number) <= 4:
            return [pair(number, score, scale, cells=(number, score))]
        known = items.named(number)
        return [Claim(known, _reply(score, scale), by_number=False)] if known is not None else []
    return _read(member, items, scale, depth - 1)


def _read_scalars(values: list[Any], items: Items, scale: Scale) -> list[Token]:
    """Read [4, 2, ...], scores in the order of the items if there are as many, or ["1: 4", "2: 2", ...]."""
    lines = [token for value in values for token in read_line(str(value), items, scale)]
    if all(isinstance(token, Claim) and not is_weak(token.reply) for token in lines):
        return lines
    replies = [_reply(value, scale) for value in values]
    if len(replies) != items.count or all(reply.reason == "no_score" for reply in replies):
        return []
    return [Claim(number, reply, by_number=False) for number, reply in enumerate(replies, 1)]


def _read_object(entries: list[Entry], items: Items, scale: Scale, depth: int) -> list[Token]:
    """Read an object whose keys name items, or that is one item's row, or that holds such things."""
    row = _read_row(entries, items, scale)
    if row is not None:
        return [row]
    tokens: list[Token] = []
    for key, value in entries:
        item = items.named(key.replace("_", " "))
        if item is not None:
            tokens.append(Claim(item, _reply(value, scale), by_number=items.worded(key) is None))
        else:
            tokens += _read(value, items, scale, depth - 1)
    return tokens


def _read_row(entries: list[Entry], items: Items, scale: Scale) -> Token | None:
    """Read {"item": 3, "score": 4}, {"emotion": "Interested", "rating": 4} or {"score": 4}."""
    scores = [value for key, value in entries if _is_score_name(key)]
    if len(scores) != 1 or isinstance(scores[0], list):
        return None
    reply = _reply(scores[0], scale)
    texts = [(key, value) for key, value in entries if isinstance(value, str) and not _is_score_name(key)]
    numbers = {items.named(value) for key, value in texts if key.casefold() in _NUMBER_KEYS} - {None}
    words = {items.worded(value) for _, value in texts} - {None}
    named = sorted(item for item in numbers | words if item is not None)
    if not named:
        return Cells((reply,)) if len(entries) == 1 else None
    return Claim(named[0], reply if len(named) == 1 else absent("mismatch"), by_number=not words)


def _is_score_name(key: str) -> bool:
    """Whether the last word of a key says score, so "your_rating" but not "rating_reason"."""
    return fold(key).rpartition(" ")[2] in SCORE_NAMES


def _reply(value: Any, scale: Scale) -> Reply:
    """Return what a value says: a scalar, or an object with one score in it."""
    if value is None:
        return absent("blank")
    if isinstance(value, str):
        return read_score(value, scale) or absent("no_score")
    if _is_object(value):
        scores = [entry.value for entry in value if _is_score_name(entry.key)]
        if len(scores) == 1 and isinstance(scores[0], str | None):
            return _reply(scores[0], scale)
    return absent("no_score")
