"""Language models as judges: ten pairs in one request, in four conditions that one prompt file holds.

As in the source, answers are called 0 and 1, in two conditions (find the person, find the machine); here each comes
with and without the profile. Questions are numbered from 1: a
reply that counts from 0 and leaves one out could be anything. judge_replies.py reads what comes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from apps.benchmarks.echo.judge_replies import Instruction, parse
from apps.benchmarks.prompts import PromptVersion, Turn, fill

__all__ = ["PROMPTS", "REPEATS", "SAMPLING", "SECTIONS", "SOURCE", "Instruction", "ShownPair", "parse", "turns"]

SOURCE = "ECHO (arXiv 2404.13957), Section 5.1 and Appendix C, Table 11"
SAMPLING: Mapping[str, float] = {"temperature": 0.0}
REPEATS = 3
PROMPTS = "echo-judge"
SECTIONS = ("system", "human", "machine", "pair", "profile", "user", "form")


class ShownPair(NamedTuple):
    """One question with its two answers, in the order they are shown."""

    question: str
    first: str
    second: str


def turns(
    pairs: Sequence[ShownPair], instruction: Instruction, profile: str | None, prompts: PromptVersion
) -> list[Turn]:
    """Return the request to pick one answer of each pair; without a `profile` the judge knows nothing of the person.

    Raise PromptError where the wording does not fit.
    """
    sections, count = prompts.sections, str(len(pairs))
    shown = [
        fill(sections["pair"], {"index": str(n), "question": pair.question, "first": pair.first, "second": pair.second})
        for n, pair in enumerate(pairs, 1)
    ]
    asked = [fill(sections["user"], {"pairs": "\n\n".join(shown)})]
    if profile is not None:
        asked.append(fill(sections["profile"], {"profile": profile}))
    asked.append(fill(sections["form"], {"count": count}))
    task = fill(sections[instruction], {})
    return [
        Turn("system", fill(sections["system"], {"count": count, "task": task})),
        Turn("user", "\n\n".join(asked)),
    ]
