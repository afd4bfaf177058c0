"""What tells a judge at a glance who wrote an answer: flagged for a person to decide, never changed.

Look at an answer as it arrived; normalising joins the lines of a list.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from apps.benchmarks.echo.words import UNSPACED, count_words
from apps.benchmarks.parsing.cleaning import clean
from apps.benchmarks.parsing.refusal import declines

# The paper gives 40 to 60 words as what people write (Table 10); half and double of that are far from it.
FEWEST_WORDS, MOST_WORDS = 20, 120

_MACHINE = re.compile(
    r"\bas an? (?:\w+ ){0,2}(?:ai|a\.i\.|assistant|chatbot|machine|bot)\b|\blanguage model|"
    r"\bi(?:'m| am) (?:just |only )?an? (?:\w+ ){0,2}(?:ai|assistant|chatbot|bot)\b|\bartificial intelligence\b|"
    r"\bai (?:model|assistant|system)\b|\bmy (?:training|programming|knowledge cut-?off|creators)\b|"
    r"\b(?:chatgpt|openai|anthropic|gpt-?\d\w*)\b",
    re.IGNORECASE,
)
_POINT = r"(?:[-*•]|\d{1,2}[.)])[ \t]+\S"
_LAYOUT = re.compile(
    rf"^[ \t]*(?:{_POINT}.*\n\s*{_POINT}|#{{1,6}}[ \t]+\S)|\*\*\S[^*\n]*\*\*|```|^[ \t]*\|.*\|[ \t]*$", re.MULTILINE
)
_LEAK = re.compile(
    r"^[ \t]*(?:#+[ \t]*)?(?:answer|response|reply|question|assistant|user|system|human)[ \t]*\d{0,2}[ \t]*:|"
    r"<\|?[a-z_]{2,20}\|?>|\[/?INST\]|"
    r"\A\s*(?:(?:sure|certainly|of course|absolutely)[,!.] )?here(?:'s| is| are) (?:my|the|an?|how) \w+[^.\n]{0,60}:|"
    r"\b(?:in|out of|stay(?:ing)? in) character\b|\brole-?play",
    re.IGNORECASE | re.MULTILINE,
)
_PATTERNS = (
    ("machine", _MACHINE, "It speaks of being a machine."),
    ("layout", _LAYOUT, "It has a list, a heading or other markup."),
    ("leak", _LEAK, "It shows something of the prompt or of the form asked for."),
)


class Flag(NamedTuple):
    """One give-away: its kind, the words that show it ("" for the text as a whole), and a sentence."""

    kind: str
    quote: str
    message: str


def give_aways(text: str, names: Collection[str]) -> list[Flag]:
    """Return what gives `text` away: a name, the machine, a refusal, layout, a leaked prompt, its length.

    `names` are the person's and others' names; each is looked for whole in any writing, its parts as written.
    """
    if not text.strip():
        return [Flag("empty", "", "There is no text.")]
    plain = text.replace("’", "'")
    flags = [Flag("name", name, f"It names {name}.") for name in _named(plain, names)]
    for kind, pattern, message in _PATTERNS:
        found = pattern.search(plain)
        if found:
            flags.append(Flag(kind, found[0].strip(), message))
    if declines(clean(text)):
        flags.append(Flag("refusal", "", "It declines to answer."))
    words = count_words(text)
    if not FEWEST_WORDS <= words <= MOST_WORDS:
        flags.append(Flag("length", "", f"It has {words} words; most answers have 40 to 60."))
    return flags


def _named(text: str, names: Collection[str]) -> list[str]:
    found = []
    for name in names:
        parts = [part for part in name.split() if len(part) > 2]
        if _has(text.casefold(), name.casefold()) or any(_has(text, part) for part in parts):
            found.append(name)
    return found


def _has(text: str, name: str) -> bool:
    """Whether the name stands in the text as a word; scripts without blanks have no words to stand between."""
    bare = re.escape(name.strip())
    return (
        bool(bare)
        and re.search(bare if re.search(f"[{UNSPACED}]", name) else rf"(?<!\w){bare}(?!\w)", text) is not None
    )
