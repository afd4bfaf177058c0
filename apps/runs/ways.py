"""The ways in which a language model takes part in a study: what it is told, where, and with which sampling.

A questionnaire has one way. A Turing test has many: answering as a person by each of the methods,
writing questions for a person, and judging pairs of answers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.benchmarks.echo import judge_prompts, question_writing
from apps.benchmarks.echo.phases import MODEL_JUDGING, QUESTIONS, WRITING
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.prompts import SECTIONS, PromptVersion, load_prompts
from apps.benchmarks.registry import BENCHMARKS
from apps.studies.models import Instrument, Wording

ECHO = "echo"
JUDGE = "echo-judge"
ASK = "echo-questions"


@dataclass(frozen=True)
class Way:
    """`code` and a wording's name make a respondent's method; `folder` is under fixtures/prompts."""

    code: str
    title: str
    folder: str
    # Groups of conditions; all of the study's where empty.
    groups: tuple[str, ...] = ()
    sections: Collection[str] = SECTIONS
    required: Collection[str] = ("user",)
    temperature: float = 0.0
    top_p: float = 1.0
    repeats: int = 1
    max_tokens: int = 400
    # "12: 3" and its line break, per item; an estimate before the start.
    tokens_per_item: int = 5

    def sampling(self) -> dict[str, Any]:
        """Return what a run has that says nothing else."""
        return {
            "repeats": self.repeats, "max_tokens": self.max_tokens,
            "temperature": self.temperature, "top_p": self.top_p,
        }  # fmt: skip


def ways_of(instrument: Instrument) -> Mapping[str, Way]:
    """Return the instrument's ways by code, the usual one first."""
    if instrument.benchmark == ECHO:
        return turing_ways()
    code, benchmark = instrument.benchmark, BENCHMARKS[instrument.benchmark]
    return {code: Way(code, instrument.title, benchmark.PROMPTS, **benchmark.SAMPLING)}


@lru_cache(maxsize=1)
def turing_ways() -> Mapping[str, Way]:
    answering = [
        Way(
            f"{ECHO}/{code}", method.TITLE, f"{ECHO}/{code}", (WRITING,), method.SECTIONS, method.SECTIONS,
            max_tokens=600, tokens_per_item=80, **method.SAMPLING,
        )
        for code, method in METHODS.items()
    ]  # fmt: skip
    judging = Way(
        JUDGE, _("Judge the pairs"), JUDGE, tuple(judging.group for judging in MODEL_JUDGING),
        judge_prompts.SECTIONS, judge_prompts.SECTIONS, repeats=judge_prompts.REPEATS,
        max_tokens=2000, tokens_per_item=20, **judge_prompts.SAMPLING,
    )  # fmt: skip
    asking = Way(
        ASK, _("Write questions from the profile"), ASK, (QUESTIONS,),
        question_writing.SECTIONS, question_writing.SECTIONS, max_tokens=600, tokens_per_item=150,
        **question_writing.SAMPLING,
    )  # fmt: skip
    return {way.code: way for way in (*answering, judging, asking)}


def way_of(instrument: Instrument, method: str) -> Way:
    """Return the way of a respondent's method ("echo/rpp/v1"). Raises KeyError for one that is gone."""
    return ways_of(instrument)[method.rpartition("/")[0]]


def wordings(way: Way) -> dict[str, PromptVersion]:
    """Return the way's wordings by name: ours, and those that were loaded from a user's file."""
    loaded = {row.name: row.version() for row in Wording.objects.filter(way=way.code)}
    return {
        **_ours(Path(settings.FIXTURES) / "prompts" / way.folder, tuple(way.sections), tuple(way.required)),
        **loaded,
    }


@lru_cache(maxsize=32)
def _ours(folder: Path, sections: tuple[str, ...], required: tuple[str, ...]) -> dict[str, PromptVersion]:
    return load_prompts(folder, sections, required)
