"""Reading the reply to a single question: one option of several, or one whole number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.benchmarks.parsing.cleaning import clean, fold
from apps.benchmarks.parsing.refusal import declines, disclaims
from apps.benchmarks.parsing.reply import Reply, absent, agree, answered, is_weak
from apps.benchmarks.parsing.scores import Scale, is_declined, make_scale, read_score
from apps.benchmarks.parsing.structured import Entry, find_json

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_LONGEST = 2000  # characters; longer lines are prose
_ANSWER_KEYS = frozenset({"answer", "choice", "option", "selection", "pick", "response", "number", "value"})
_STATED = re.compile(
    r"\b(?P<final>final )?(?:(?:answer|choice|option|selection)|(?:my )(?:number|guess|bid|offer|pick))"
    r"(?: is| would be|\s?[:=])\s?(?P<given>.+)"
    r"|(?<!if )(?<!when )(?<!should )(?<!could )\bi(?:(?:'d| would) say|(?:'m| am) going (?:with|for)|"
    r"(?:'d| would|'ll| will)? (?:choose|pick|select|go with|go for|guess|bid|offer|contribute|propose)) "
    r"(?P<chosen>.+)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"(?:(?:the|my|final|option|answer|choice|number|with)\b[ :]{0,2})+", re.IGNORECASE)
_KEY_FIRST = re.compile(
    r"[(\[]?(?P<key>\w{1,3})(?:[)\].:]{1,2}(?:\s|$)|\s?[:-]\s|\s(?=\()|(?=,?\s(?:because|since|as)\b))\s?(?P<rest>.*)",
    re.IGNORECASE,
)
_TEXT_END = re.compile(r"[.,;:(!]|\s-\s|\s(?:because|since|as)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\W*(?:or|and)\b|\s*[/&]", re.IGNORECASE)
_REASON = re.compile(r"[,.;]?\s(?:because|since|as|so|given|considering|based)\b", re.IGNORECASE)
_STEP = re.compile(r"\d{1,3}[.)]\s\w")
_UNIT = re.compile(r"(?<=\d) ?(?:(?:point|coin|dollar|euro|token|unit|credit)s?|[€£])(?!\w)", re.IGNORECASE)

Read = Callable[[str], Reply | None]


@dataclass(frozen=True)
class Options:
    """The options of one question: folded text → position, and folded mark → position."""

    by_text: Mapping[str, int]
    by_key: Mapping[str, int]


def parse_option(raw: str, options: Sequence[str], keys: Sequence[str] = LETTERS) -> Reply:
    """Return which of `options` a reply chooses, as the option's position from 0.

    `keys` are the marks that the options had in the prompt, in order; there may be more than needed. A digit
    is no option unless it is a key or an option's text. Raise ValueError for fewer than two options, for
    options or keys that cannot be told apart, and for too few keys.
    """
    marked = _make_options(options, keys[: len(options)])

    def read(text: str) -> Reply | None:
        return _read_option(text, marked)

    return _parse_single(raw, read, read)


def parse_number(raw: str, low: int, high: int) -> Reply:
    """Return the one whole number from `low` to `high` that a reply gives as its answer.

    Numbers in the midst of prose do not count. Raise ValueError where low is not below high.
    """
    scale = make_scale(low, high, {})

    def read(text: str) -> Reply | None:
        return _read_number(text, scale)

    return _parse_single(raw, read, lambda line: read(line) if _is_bare(line) else None)


def _parse_single(raw: str, read: Read, read_line: Read) -> Reply:
    """Return the answer of the first kind that is there; where its places differ, the reply is ambiguous.

    In turn: JSON, "the final answer is ...", other statements ("I choose ..."), the whole of a reply of one
    line, and lines of a longer reply that are nothing but an answer.
    """
    text = clean(raw)
    if not text:
        return absent("cut_off" if raw.strip() else "empty")
    lines = [line.strip(" \t>#•").removeprefix("- ") for line in text.split("\n") if len(line) <= _LONGEST]
    stated = [match for line in lines if (match := _STATED.search(line))]
    attempts = (
        [read(value) for value in _json_answers(text)],
        [read(match["given"]) for match in stated if match["final"]],
        [read(match["given"] or match["chosen"]) for match in stated],
        [read(line) for line in lines] if len(lines) == 1 else [read_line(line) for line in lines],
    )
    for attempt in attempts:
        found = [reply for reply in attempt if reply is not None and not is_weak(reply)]
        if found:
            return agree(found, "ambiguous")
    return absent("refusal" if declines(text) or disclaims(text) else "no_scores")


def _json_answers(text: str) -> Iterator[str]:
    """Yield what JSON objects give under "answer", "choice" and the like, or under their only key."""
    for found in find_json(text):
        entries = [entry for entry in found.value if isinstance(entry, Entry)]
        for key, value in entries:
            if isinstance(value, str) and (len(entries) == 1 or fold(key).rpartition(" ")[2] in _ANSWER_KEYS):
                yield value


def _make_options(options: Sequence[str], keys: Sequence[str]) -> Options:
    by_text = {fold(option): position for position, option in enumerate(options)}
    by_key = {fold(key): position for position, key in enumerate(keys)}
    if len(options) < 2 or len(by_text) < len(options) or "" in by_text:
        raise ValueError(f"{list(options)}: give two options or more that differ in their words.")
    if len(by_key) < len(options) or "" in by_key:
        raise ValueError(f"{list(keys)}: give {len(options)} keys that differ, one for each option.")
    return Options(by_text, by_key)


def _read_option(text: str, options: Options) -> Reply | None:
    """Read "B", "(B)", "B. Blue", "Blue" or "Blue because ..."; None for anything else."""
    lead = _LEAD.match(text)
    for part in (text.strip(), text[lead.end() :].strip() if lead else ""):
        for read in (_read_whole_option, _read_keyed_option, _read_text):
            found = read(part, options)
            if found is not None:
                return found
    return absent("item_refusal") if is_declined(text.strip()) else None


def _read_whole_option(text: str, options: Options) -> Reply | None:
    """Read a text that is an option's mark or its words, and not the mark of one and the words of another."""
    folded = fold(text)
    positions = {found[folded] for found in (options.by_text, options.by_key) if folded in found}
    if not positions:
        return None
    return answered(positions.pop()) if len(positions) == 1 else absent("ambiguous")


def _read_keyed_option(text: str, options: Options) -> Reply | None:
    """Read a mark with words behind it: its own option's or a comment, but no other option's."""
    marked = _KEY_FIRST.match(text)
    position = options.by_key.get(fold(marked["key"])) if marked else None
    if marked is None or position is None:
        return None
    rest = marked["rest"]
    if options.by_text.get(fold(rest), position) != position:
        return absent("mismatch")
    return absent("ambiguous") if _ANOTHER.match(rest) else answered(position)


def _read_text(text: str, options: Options) -> Reply | None:
    """Read an option's words with a comment behind them."""
    end = _TEXT_END.search(text)
    position = options.by_text.get(fold(text[: end.start()])) if end else None
    if end is None or position is None:
        return None
    return absent("ambiguous") if _ANOTHER.match(text, end.start()) else answered(position)


def _read_number(text: str, scale: Scale) -> Reply | None:
    if _STEP.match(text):
        return None
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    return read_score(_UNIT.sub("", _REASON.split(text)[0]).lstrip("€£ "), scale)


def _is_bare(line: str) -> bool:
    """Whether a line is one number and no more; those in the lines of a calculation are not the answer."""
    return len(fold(_UNIT.sub("", line)).split()) == 1
