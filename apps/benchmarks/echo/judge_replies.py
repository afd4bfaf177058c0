"""Reading what a model judge picked: 0 or 1 for each pair, or why there is none; never a guess.

Most forms are those of numbered ratings from 0 to 1 and are read as such (apps/benchmarks/parsing): "3: 1", "Question
3: Answer 1", tables, JSON, reasons first and the list last. Before that, per line:

    Answer1-3                   as in the paper's Table 11, is "3: 1"
    A1                          is "Answer 1"
    the second answer           behind the number of a question is "Answer 1"
    human: Answer 1             is "Answer 1" where the person is looked for, and nothing where the machine is;
                                it is not read without knowing which of the two was asked for

Where nothing is found so, each stretch under a heading "Question 3" is read for one stated choice. A reply that
names Answer 2 and never Answer 0 counts the answers from 1, and all of it is "index_base".
"""

from __future__ import annotations

import re
from typing import Literal

from apps.benchmarks.parsing import REASONS, Reply, parse_option, parse_ratings
from apps.benchmarks.parsing.cleaning import clean

Instruction = Literal["human", "machine"]

_INDEX = r"[\W_]*(?:(?:question|pair|q)\s?#?)?(?P<index>\d{1,2})[\W_]{1,3}"
_COMPACT = r"(?:answer|ans|a)\s?(?P<answer>[01])\s?-\s?(?P<question>\d{1,2})(?!\d)"
_COMPACT_LINE = re.compile(rf"^(?:{_INDEX})?[\W_]*{_COMPACT}", re.IGNORECASE)
_COMPACT_LIST = re.compile(r"[,;]\s*(?:and )?(?=(?:answer|ans|a)\s?[01]\s?-)", re.IGNORECASE)
_SHORT = re.compile(r"\b(?:a|ans\.?\s?)(?=[01]\b)", re.IGNORECASE)
_ORDINAL = re.compile(
    r"(?P<before>\d[:.)]\s|[:=>]\s*\"?)(?:the )?(?P<word>first|second)(?: (?:answer|one|response|text))?\b(?!,)",
    re.IGNORECASE,
)
_PLACES = {"first": "Answer 0", "second": "Answer 1"}
_SIDES = {
    "human": r"(?:human|person|real)",
    "machine": r"(?:machine|ai|a\.i\.|llm|language model|model|bot|imitator|imitation)",
}
_IS = (
    r"(?:'s|[- ](?:written|generated|made))?(?: (?:answer|response|one|text|author))?\s?"
    r"(?:is|was|seems to be|[:=-]|->|→)\s?"
)
_HEADING = re.compile(r"^[\W_]*(?:question|pair|q)\s?#?(?P<number>\d{1,2})\b", re.IGNORECASE | re.MULTILINE)
_VERDICT = re.compile(
    r"^[\W_]*(?:(?:my|final|the) )*(?:pick|verdict|decision|conclusion|guess)\s?:", re.IGNORECASE | re.MULTILINE
)
_ANSWERS = ("Answer 0", "Answer 1")


def parse(reply: str, n: int, instruction: Instruction | None = None) -> list[Reply]:
    """Return for each of `n` pairs which answer was picked as the one looked for, 0 or 1, or why none was."""
    text = clean(reply)
    if not text:
        return parse_ratings(reply, n, 0, 1)
    plain = "\n".join(_plain(line, instruction) for line in _COMPACT_LIST.sub("\n", text).split("\n"))
    replies = parse_ratings(plain, n, 0, 1)
    if all(each.value is None for each in replies):
        replies = _by_heading(plain, n) or replies
    return _sure_of_the_base(replies)


def _plain(line: str, instruction: Instruction | None) -> str:
    compact = _COMPACT_LINE.match(line)
    if compact and compact["index"] in (None, compact["question"]):
        line = f"{compact['question']}: {compact['answer']}{line[compact.end() :]}"
    line = _SHORT.sub("Answer ", line)
    line = _ORDINAL.sub(lambda match: match["before"] + _PLACES[match["word"].casefold()], line)
    if instruction is None:
        return line
    other = _SIDES["machine" if instruction == "human" else "human"]
    line = re.sub(rf"[,;(]?\s?(?:and )?(?:the )?\b{other}{_IS}answer [01]\)?[,;]?", "", line, flags=re.IGNORECASE)
    return re.sub(rf"(?:the )?\b{_SIDES[instruction]}{_IS}(?=(?:answer )?[01]\b)", "", line, flags=re.IGNORECASE)


def _by_heading(text: str, n: int) -> list[Reply]:
    """Return what is stated under the headings "Question 1" to n; nothing where they are not each there once."""
    headings = list(_HEADING.finditer(text))
    if [int(heading["number"]) for heading in headings] != list(range(1, n + 1)):
        return []
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    stretches = [text[heading.end() : end] for heading, end in zip(headings, ends, strict=True)]
    return [parse_option(_VERDICT.sub("Answer:", stretch), _ANSWERS, ("0", "1")) for stretch in stretches]


def _sure_of_the_base(replies: list[Reply]) -> list[Reply]:
    """Return the replies, none with a value if one names an answer 2 and none an answer 0."""
    if any(each.value == 0 for each in replies) or not any(each.reason == "out_of_range" for each in replies):
        return replies
    unsure = Reply(None, REASONS["index_base"], "index_base")
    return [each if each.value is None else unsure for each in replies]
