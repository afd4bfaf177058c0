"""Questions for one person, written by a model from the profile; a person reviews them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo.questions import SPECIFIC
from apps.benchmarks.parsing.cleaning import clean, fold
from apps.benchmarks.parsing.structured import Entry, find_json
from apps.benchmarks.prompts import PromptVersion, Turn, fill

SOURCE = "ECHO (arXiv 2404.13957), Section 3.2"
SAMPLING: Mapping[str, float] = {"temperature": 0.7}
PROMPTS = "echo-questions"
# One section per type says what the type is after, and becomes {about}.
SECTIONS = ("system", "user", *SPECIFIC)

_BULLET = r"[-*•·‣]"
_NUMBERED = re.compile(
    rf"^[ \t>]*{_BULLET}?[ \t]*(?:(?:question|q)[ \t]*)?\(?\d{{1,2}}[.):-]+[ \t]*(?P<text>\S.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_BULLETED = re.compile(rf"^[ \t>]*{_BULLET}[ \t]+(?P<text>\S.*)$", re.MULTILINE)
_ASKED = re.compile(r"^[ \t>]*(?P<text>\S.*\?)[\"']?[ \t]*$", re.MULTILINE)
_LABEL = re.compile(r"^(?:question|q)[ \t]*\d{0,2}[ \t]*:[ \t]*", re.IGNORECASE)


def turns(character: Character, type: str, prompts: PromptVersion, count: int = 5) -> list[Turn]:
    """Return the request for `count` questions of one specific type.

    Raise ValueError for a type that is not specific, PromptError where the wording does not fit.
    """
    if type not in SPECIFIC:
        raise ValueError(f"{type} is no specific type; questions are written for {', '.join(SPECIFIC)}.")
    about = fill(prompts.sections[type], {"name": character.name})
    fields = {"name": character.name, "profile": character.profile_text, "count": str(count), "about": about}
    return [Turn("system", fill(prompts.sections["system"], {})), Turn("user", fill(prompts.sections["user"], fields))]


def parse(reply: str) -> list[str]:
    """Return the questions in a reply, in order, each once.

    The first of these that there is: JSON, numbered lines, bulleted lines, lines that end in a question mark.
    """
    text = clean(reply)
    found = [question for json in find_json(text) for question in _from_json(json.value)]
    for pattern in (_NUMBERED, _BULLETED, _ASKED):
        found = found or [line["text"] for line in pattern.finditer(text)]
    questions = [_LABEL.sub("", question.strip().strip("\"'")).strip() for question in found]
    return list({fold(question): question for question in reversed(questions) if fold(question)}.values())[::-1]


def _from_json(value: Any) -> Iterator[str]:
    """Walk through JSON, in which objects are lists of entries: texts in lists, and what stands under "question"."""
    if not isinstance(value, list):
        return
    for member in value:
        if isinstance(member, str):
            yield member
        elif isinstance(member, Entry) and isinstance(member.value, str):
            if fold(member.key).split()[:1] in (["question"], ["q"], ["text"]) or member.key.isdigit():
                yield member.value
        else:
            yield from _from_json(member.value if isinstance(member, Entry) else member)
