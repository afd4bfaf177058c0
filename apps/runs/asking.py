"""From a sitting to the requests that it needs, and from replies to answers."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence

from apps.benchmarks.asking import RETRY_TEMPERATURE, Asked, Benchmark, Question
from apps.benchmarks.parsing import Reply
from apps.benchmarks.prompts import PromptVersion
from apps.benchmarks.registry import BENCHMARKS
from apps.runs.models import Run
from apps.runs.ways import Way, way_of, wordings
from apps.studies.models import Instrument, Item, Sitting
from apps.studies.recording import Answer
from inference import Ask, AskedItem, ChatRequest, Message
from inference.errors import BadSettings


class Asker(ABC):
    """Everything about a run that its requests depend on, read once.

    Raises BadSettings where the run's wording has been removed since.
    """

    def __init__(self, run: Run) -> None:
        self.instrument: Instrument = run.study.instrument
        self.items: dict[str, Item] = self.instrument.items_by_code()
        self.way = way_of(self.instrument, run.respondent.method)
        self.wording: PromptVersion = _wording(self.way, run.respondent.method.rpartition("/")[2])
        self.temperature = float(run.respondent.sampling.get("temperature", 0))
        self.top_p = float(run.respondent.sampling.get("top_p", 1))
        self.max_tokens = run.max_tokens

    @abstractmethod
    def questions(self, sitting: Sitting) -> list[Question]:
        """Return the sitting's requests in order; steps that prepare others come first."""

    @abstractmethod
    def parse(self, raw: str, question: Question, sitting: Sitting) -> list[Reply]:
        """Return per item of the question its value or why it is missing; one of a step that prepares."""

    @abstractmethod
    def ask(self, sitting: Sitting, question: Question) -> Ask | None:
        """Return the structure of the question, for engines that read no prose."""

    def answer(self, reply: Reply, raw: str, sitting: Sitting) -> Answer:
        """Return a value that was read as it is recorded; `raw` is the whole reply it was read from."""
        return Answer(str(reply.value), reply.value)

    def request(self, sitting: Sitting, question: Question, attempt: int, replies: Sequence[str] = ()) -> ChatRequest:
        """Return what is sent; a further attempt is another request: warmer, and with another seed."""
        return ChatRequest(
            messages=tuple(Message(turn.role, turn.content) for turn in question.turns_after(replies)),
            temperature=RETRY_TEMPERATURE if attempt else self.temperature,
            top_p=self.top_p,
            max_tokens=self.max_tokens,
            seed=request_seed(sitting.seed, attempt),
            ask=self.ask(sitting, question),
            replicate=sitting.repeat,
        )


class Rating(Asker):
    """A questionnaire: its items on a scale, by the module of its benchmark."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.benchmark: Benchmark = BENCHMARKS[self.instrument.benchmark]
        self.levels = {int(level): label for level, label in self.instrument.levels.items()}

    def questions(self, sitting: Sitting) -> list[Question]:
        """Return the sitting's questions, its items in the sitting's own order."""
        asked = [_asked(self.items[code]) for code in sitting.item_order]
        vignette = sitting.condition.vignette
        return self.benchmark.questions(asked, self.levels, self.wording, vignette.text if vignette else None)

    def parse(self, raw: str, question: Question, sitting: Sitting) -> list[Reply]:
        return self.benchmark.parse(raw, question, self.levels)

    def ask(self, sitting: Sitting, question: Question) -> Ask:
        return Ask(tuple(_asked_item(number, item) for number, item in enumerate(question.items, 1)))


def _wording(way: Way, name: str) -> PromptVersion:
    known = wordings(way)
    if name not in known:
        raise BadSettings(
            f'The prompt wording "{name}" of this run is no longer here; put it back, or plan a run with another one.'
        )
    return known[name]


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
