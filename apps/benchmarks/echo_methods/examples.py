"""Reading the ten examples that a model writes for RoleGPT: a question, how factual it is, and the answer.

The form asked for (fixtures/prompts/echo/rolegpt/v1.txt):

    Question 1: ...
    Factual: high, since ...
    Answer: ...

Read as well: "Q1." and "1. Question:" for the first label, "Factualness" for the second, which may be missing,
"A", "Response" and "Reply" for the third, and JSON with such keys. An example without question or answer is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from apps.benchmarks.parsing.cleaning import clean, fold
from apps.benchmarks.parsing.structured import Entry, find_json

MOST = 10

_LABEL = re.compile(
    r"^[ \t#>*•-]*(?:\d{1,2}[.)][ \t]*)?"
    r"(?:(?P<question>question|q)|(?P<factual>fact(?:ual(?:ness|ity)?)?)|(?P<answer>answer|response|reply|a))"
    r"[ \t#]*\d{0,2}[ \t]*[:.)][ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_LEVEL = re.compile(r"\b(high|low)\b", re.IGNORECASE)


class Example(NamedTuple):
    """One question with its answer; `factual` is "high", "low" or "" where the reply does not say."""

    question: str
    factual: str
    answer: str


def parse_examples(reply: str) -> list[Example]:
    """Return the examples that can be read, in order, the first ten at most; a question twice counts once."""
    text = clean(reply)
    found = list(_from_json(text)) or list(_from_lines(text))
    return list({fold(example.question): example for example in reversed(found)}.values())[::-1][:MOST]


def _from_lines(text: str) -> Iterator[Example]:
    labels = list(_LABEL.finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)]
    parts: dict[str, str] = {}
    for label, end in zip(labels, ends, strict=False):
        kind = str(label.lastgroup)
        if kind == "question":
            yield from _example(parts)
            parts = {}
        # What follows a blank line behind an answer is a heading or a farewell.
        value = text[label.end() : end].strip()
        parts.setdefault(kind, value.split("\n\n")[0] if kind == "answer" else value)
    yield from _example(parts)


def _from_json(text: str) -> Iterator[Example]:
    for found in find_json(text):
        yield from _objects(found.value)


def _objects(value: Any) -> Iterator[Example]:
    """Walk through JSON, in which objects are lists of entries, and yield every object that is an example."""
    if not isinstance(value, list):
        return
    entries = [entry for entry in value if isinstance(entry, Entry)]
    parts: dict[str, str] = {}
    for key, inner in entries:
        label = _LABEL.match(f"{key}:")
        if label and isinstance(inner, str):
            parts.setdefault(str(label.lastgroup), inner.strip())
    yield from _example(parts)
    for inner in [entry.value for entry in entries] or value:
        yield from _objects(inner)


def _example(parts: dict[str, str]) -> Iterator[Example]:
    if parts.get("question") and parts.get("answer"):
        level = _LEVEL.search(parts.get("factual", ""))
        yield Example(parts["question"], level[0].casefold() if level else "", parts["answer"])
