"""From a sitting to the requests that it needs, one per question of its benchmark."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from apps.benchmarks.asking import RETRY_TEMPERATURE, Asked, Benchmark, Question
from apps.benchmarks.prompts import PromptVersion, load_prompts
from apps.benchmarks.registry import BENCHMARKS
from apps.runs.models import Run
from apps.studies.models import Instrument, Item, Sitting
from inference import Ask, AskedItem, ChatRequest, Message


@dataclass(frozen=True)
class Asker:
    """Everything about a run that its requests depend on, read once."""

    benchmark: Benchmark
    items: dict[str, Item]
    levels: dict[int, str]
    wording: PromptVersion
    temperature: float
    top_p: float
    max_tokens: int

    def questions(self, sitting: Sitting) -> list[Question]:
        """Return the sitting's questions, its items in the sitting's own order."""
        asked = [_asked(self.items[code]) for code in sitting.item_order]
        vignette = sitting.condition.vignette
        return self.benchmark.questions(asked, self.levels, self.wording, vignette.text if vignette else None)

    def request(self, sitting: Sitting, question: Question, attempt: int) -> ChatRequest:
        """Return what is sent; a further attempt is another request: warmer, and with another seed."""
        return ChatRequest(
            messages=tuple(Message(turn.role, turn.content) for turn in question.turns),
            temperature=RETRY_TEMPERATURE if attempt else self.temperature,
            top_p=self.top_p,
            max_tokens=self.max_tokens,
            seed=request_seed(sitting.seed, attempt),
            ask=Ask(tuple(_asked_item(number, item) for number, item in enumerate(question.items, 1))),
            replicate=sitting.repeat,
        )


def asker_for(run: Run) -> Asker:
    instrument = run.study.instrument
    sampling = run.respondent.sampling
    return Asker(
        benchmark=BENCHMARKS[instrument.benchmark],
        items=instrument.items_by_code(),
        levels={int(level): label for level, label in instrument.levels.items()},
        wording=wordings(instrument)[run.respondent.method.rpartition("/")[2]],
        temperature=float(sampling.get("temperature", 0)),
        top_p=float(sampling.get("top_p", 1)),
        max_tokens=run.max_tokens,
    )


def wordings(instrument: Instrument) -> dict[str, PromptVersion]:
    """Return the prompt wordings that the instrument's benchmark has, by version."""
    return _wordings(Path(settings.FIXTURES) / "prompts" / BENCHMARKS[instrument.benchmark].PROMPTS)


@lru_cache(maxsize=16)
def _wordings(folder: Path) -> dict[str, PromptVersion]:
    return load_prompts(folder)


def request_seed(sitting_seed: int, attempt: int) -> int:
    """Return a seed that servers accept (31 bits), another one for each attempt."""
    digest = hashlib.sha256(f"{sitting_seed}/{attempt}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def _asked(item: Item) -> Asked:
    return Asked(item.code, _text(item), item.low, item.high)


def _text(item: Item) -> str:
    """Return the item as a model reads it; levels of its own are named, as its statements in the BDI-II."""
    ratings = range(item.low, item.high + 1)
    named = "; ".join(f"{rating} = {label}" for rating, label in zip(ratings, item.options, strict=False) if label)
    if item.text and named:
        return f"{item.text} ({named})"
    return item.text or named


def _asked_item(number: int, item: Asked) -> AskedItem:
    return AskedItem(str(number), item.code, item.text, item.low, item.high)
