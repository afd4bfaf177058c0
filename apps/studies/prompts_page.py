"""What a language model is told when it takes an instrument: every wording, and how two of them differ.

Ours are for everyone. Of one that a user loaded, everyone sees that it is there and whose it is; its words may belong
to others, so only who is signed in reads them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from apps.benchmarks.echo import judge_prompts, question_writing
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.prompts import SECTIONS, PromptVersion, load_prompts
from apps.benchmarks.registry import BENCHMARKS
from apps.studies.models import Wording

WORDS = re.compile(r"\s+|[^\s]+")
# Fewer words in common than this are chance, and would cut a sentence into confetti.
RUN = 3


@dataclass(frozen=True)
class Prompt:
    """One kind of request; `folder` is under fixtures/prompts, `versions` are the wordings that are shown.

    `loaded` are all those that came from users' files, shown or not.
    """

    folder: str
    title: str
    versions: Mapping[str, PromptVersion]
    loaded: tuple[Wording, ...] = ()


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


def prompts_of(benchmark: str) -> list[Prompt]:
    """Return the requests that a benchmark makes, in our wordings."""
    prompts = _our_prompts(benchmark)
    loaded: dict[str, list[Wording]] = {}
    for row in Wording.objects.filter(way__in=[prompt.folder for prompt in prompts]).order_by("pk"):
        loaded.setdefault(row.way, []).append(row)
    return [replace(prompt, loaded=tuple(loaded.get(prompt.folder, ()))) for prompt in prompts]


def readable_prompts(benchmark: str, user: AbstractBaseUser | AnonymousUser) -> list[Prompt]:
    """Return the same, with the texts that users loaded for whoever is signed in."""
    prompts = prompts_of(benchmark)
    if not user.is_authenticated:
        return prompts
    return [
        replace(prompt, versions={**prompt.versions, **{row.name: row.version() for row in prompt.loaded}})
        for prompt in prompts
    ]


def _our_prompts(benchmark: str) -> list[Prompt]:
    if benchmark == "echo":
        return list(_echo_prompts())
    if benchmark not in BENCHMARKS:
        return []
    folder = BENCHMARKS[benchmark].PROMPTS
    return [Prompt(folder, _("The request"), our_versions(folder, SECTIONS, ("user",)))]


def _echo_prompts() -> Iterator[Prompt]:
    for code, method in METHODS.items():
        folder = f"echo/{code}"
        title = _("Answer as a person: %(method)s") % {"method": method.TITLE}
        yield Prompt(folder, title, our_versions(folder, tuple(method.SECTIONS), tuple(method.SECTIONS)))
    for folder, title, known in (
        ("echo-judge", _("Judge the pairs"), judge_prompts.SECTIONS),
        ("echo-questions", _("Write questions from the profile"), question_writing.SECTIONS),
    ):
        yield Prompt(folder, title, our_versions(folder, tuple(known), tuple(known)))


@lru_cache(maxsize=32)
def our_versions(folder: str, known: Collection[str], required: Collection[str]) -> Mapping[str, PromptVersion]:
    """Return our wordings in a folder under fixtures/prompts; both collections must be hashable."""
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
