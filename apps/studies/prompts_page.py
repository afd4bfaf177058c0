"""What a language model is told when it takes an instrument: every wording of ours, and how two of them differ."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from apps.benchmarks.echo import judge_prompts, question_writing
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.prompts import SECTIONS, PromptVersion, load_prompts
from apps.benchmarks.registry import BENCHMARKS
from apps.studies.models import Instrument

WORDS = re.compile(r"\s+|[^\s]+")
# Fewer words in common than this are chance, and would cut a sentence into confetti.
RUN = 3


@dataclass(frozen=True)
class Prompt:
    """One kind of request in all its wordings; `folder` is under fixtures/prompts."""

    folder: str
    title: str
    versions: Mapping[str, PromptVersion]


@dataclass(frozen=True)
class Piece:
    """A run of words that both wordings have ("same"), or only the first ("old") or the second ("new")."""

    kind: str
    text: str


@dataclass(frozen=True)
class Difference:
    """Two wordings of one prompt, section by section."""

    folder: str
    old: PromptVersion
    new: PromptVersion
    sections: Mapping[str, list[Piece]]

    @property
    def is_none(self) -> bool:
        return all(piece.kind == "same" for pieces in self.sections.values() for piece in pieces)


def prompts_of(instrument: Instrument) -> list[Prompt]:
    """Return the requests that the instrument's benchmark makes; what users loaded themselves stands with the runs."""
    if instrument.benchmark == "echo":
        return list(_echo_prompts())
    if instrument.benchmark not in BENCHMARKS:
        return []
    folder = BENCHMARKS[instrument.benchmark].PROMPTS
    return [Prompt(folder, _("The request"), _versions(folder, SECTIONS, ("user",)))]


def _echo_prompts() -> Iterator[Prompt]:
    for code, method in METHODS.items():
        folder = f"echo/{code}"
        title = _("Answer as a person: %(method)s") % {"method": method.TITLE}
        yield Prompt(folder, title, _versions(folder, tuple(method.SECTIONS), tuple(method.SECTIONS)))
    for folder, title, known in (
        ("echo-judge", _("Judge the pairs"), judge_prompts.SECTIONS),
        ("echo-questions", _("Write questions from the profile"), question_writing.SECTIONS),
    ):
        yield Prompt(folder, title, _versions(folder, tuple(known), tuple(known)))


@lru_cache(maxsize=32)
def _versions(folder: str, known: Collection[str], required: Collection[str]) -> Mapping[str, PromptVersion]:
    return load_prompts(Path(settings.FIXTURES) / "prompts" / folder, known, required)


def difference_of(prompts: list[Prompt], folder: str, old: str, new: str) -> Difference | None:
    """Return how two wordings differ; None where there are no such two."""
    versions = next((prompt.versions for prompt in prompts if prompt.folder == folder), {})
    if old not in versions or new not in versions or old == new:
        return None
    first, second = versions[old], versions[new]
    names = [*first.sections, *(name for name in second.sections if name not in first.sections)]
    pieces = {name: compare(first.sections.get(name, ""), second.sections.get(name, "")) for name in names}
    return Difference(folder, first, second, pieces)


def compare(old: str, new: str) -> list[Piece]:
    """Return the words of both in order: joined without "new" they are the old text, without "old" the new one."""
    a, b = WORDS.findall(old), WORDS.findall(new)
    blocks = SequenceMatcher(a=a, b=b, autojunk=False).get_matching_blocks()
    pieces, a_at, b_at = [], 0, 0
    for block in blocks:
        is_end = block.size == 0  # the last block says only where both end
        words = "".join(a[block.a : block.a + block.size]).split()
        if not is_end and len(words) < RUN and a != b:
            continue
        pieces.append(Piece("old", "".join(a[a_at : block.a])))
        pieces.append(Piece("new", "".join(b[b_at : block.b])))
        pieces.append(Piece("same", "".join(a[block.a : block.a + block.size])))
        a_at, b_at = block.a + block.size, block.b + block.size
    return [piece for piece in pieces if piece.text]
