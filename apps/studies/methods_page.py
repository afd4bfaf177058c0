"""How models are asked: each method as the turns that it really sends, made by its own code from our prompt files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from django.utils.translation import gettext as _

from apps.benchmarks import emotionbench, refusal
from apps.benchmarks.echo import judge_prompts, question_writing
from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo.phases import MODEL_JUDGING
from apps.benchmarks.echo.questions import SPECIFIC, TYPES
from apps.benchmarks.echo_methods import METHODS, Method
from apps.benchmarks.prompts import PromptVersion, Turn, likert_prompt, refusal_prompt
from apps.studies.methods_text import about
from apps.studies.prompts_page import Prompt

# What stands where a person's, an item's or a model's own words come in.
PERSON = Character("{name}", "{profile}")
EXAMPLE = "Question 1: {an example}\nFactual: high\nAnswer: {its answer}"
PAIRS = [judge_prompts.ShownPair("{question}", "{one answer}", "{the other answer}")]
ITEMS, LEVELS = ["{first statement}", "{second statement}"], {1: "{label}", 2: "{label}", 3: "{label}"}


@dataclass(frozen=True)
class Step:
    """One request to a model."""

    title: str
    turns: list[Turn]


@dataclass(frozen=True)
class Worded:
    """A method in one wording."""

    version: PromptVersion
    steps: list[Step]


@dataclass(frozen=True)
class Shown:
    """One method on the page; `source` is empty for a baseline of ours."""

    prompt: Prompt
    about: str
    source: str
    sampling: Mapping[str, float]
    repeats: int
    wordings: list[Worded]


def shown(prompt: Prompt) -> Shown:
    """Lay out one kind of request in all the wordings that `prompt` has."""
    module, steps = RECIPES[prompt.folder]
    wordings = [Worded(version, list(steps(version))) for version in prompt.versions.values()]
    repeats = getattr(module, "REPEATS", 1)
    return Shown(prompt, about(prompt.folder), module.SOURCE, module.SAMPLING, repeats, wordings)


def _playing(method: Method, version: PromptVersion) -> Iterator[Step]:
    replies: list[str] = []
    for number in range(method.PREPARATION):
        turns = method.prepare(number, PERSON, version, replies)
        yield Step(_("Step %(number)s, once for each person") % {"number": number + 1}, turns)
        # RoleGPT reads examples out of its third reply; any other reply is used as it is.
        replies.append(EXAMPLE if number == 2 else _("{reply to step %(number)s}") % {"number": number + 1})
    yield Step(_("For each question"), method.answer(PERSON, "{question}", version, replies))


def _judging(version: PromptVersion) -> Iterator[Step]:
    for judging in MODEL_JUDGING:
        profile = PERSON.profile_text if judging.with_profile else None
        titles = {
            ("human", True): _("Find the person’s answer, knowing the profile"),
            ("human", False): _("Find the person’s answer, knowing nothing of the person"),
            ("machine", True): _("Find the machine’s answer, knowing the profile"),
            ("machine", False): _("Find the machine’s answer, knowing nothing of the person"),
        }
        turns = judge_prompts.turns(PAIRS, judging.instruction, profile, version)
        yield Step(titles[judging.instruction, judging.with_profile], turns)


def _asking(version: PromptVersion) -> Iterator[Step]:
    for type in SPECIFIC:
        yield Step(TYPES[type], question_writing.turns(PERSON, type, version))


def _rating(version: PromptVersion) -> Iterator[Step]:
    yield Step(_("As they are, without a situation"), likert_prompt(version, ITEMS, LEVELS))
    yield Step(_("After a situation"), likert_prompt(version, ITEMS, LEVELS, "{situation}"))


def _refusing(version: PromptVersion) -> Iterator[Step]:
    yield Step(_("Without a situation"), refusal_prompt(version, "{group}"))
    yield Step(_("After a situation"), refusal_prompt(version, "{group}", "{situation}"))


class Described(Protocol):
    """What every way of asking says of itself."""

    SOURCE: str
    SAMPLING: Mapping[str, float]


Steps = Callable[[PromptVersion], Iterator[Step]]
# By folder under fixtures/prompts.
RECIPES: Mapping[str, tuple[Described, Steps]] = {
    **{f"echo/{code}": (method, partial(_playing, method)) for code, method in METHODS.items()},
    judge_prompts.PROMPTS: (judge_prompts, _judging),
    question_writing.PROMPTS: (question_writing, _asking),
    emotionbench.PROMPTS: (emotionbench, _rating),
    refusal.PROMPTS: (refusal, _refusing),
}
