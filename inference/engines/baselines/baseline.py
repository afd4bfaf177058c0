"""What all computed respondents share: how answers become replies and shares become scores."""

import math
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence

from inference.engines.baselines.question import Question, questions
from inference.errors import EngineError, Unsupported
from inference.types import (
    AnsweredBy,
    Capabilities,
    ChatReply,
    ChatRequest,
    EngineIdentity,
    Finished,
    OptionScores,
    Request,
    Result,
    ScoreRequest,
    Stopped,
    Usage,
    never,
)

_FREE = Usage(input=0, cached=0, output=0, reasoning=0)


class Baseline(ABC):
    """A respondent whose answers are computed. ``seed`` rules every draw it makes."""

    kind: str

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @abstractmethod
    def shares(self, question: Question) -> Mapping[str, float]:
        """Return the probability of each level, at least 0, summing to 1; levels may be left out."""

    def free_text(self, question: Question) -> str:
        """Return the answer to a question without levels; most baselines have none to give."""
        raise Unsupported(f"The baseline {self.kind!r} cannot answer {question.item.code!r} in words.")

    def answer(self, question: Question) -> str:
        """Return one answer: a level drawn by its share, or words."""
        if not question.levels:
            return self.free_text(question)
        shares = self.shares(question)
        drawn = question.chance(self.seed).choices(list(shares), weights=list(shares.values()))
        return drawn[0]

    def settings(self) -> dict[str, str]:
        """Return what else rules the answers, for the identity."""
        return {"seed": str(self.seed)}

    def capabilities(self) -> Capabilities:
        return Capabilities(scoring="exact", seed=True)

    def identity(self) -> EngineIdentity:
        return EngineIdentity(kind=self.kind, model=self.kind, settings=self.settings())

    async def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        for position, request in enumerate(requests):
            if stopped():
                break
            yield Finished(position, self._outcome(request))

    def _outcome(self, request: Request) -> Result | EngineError:
        try:
            if isinstance(request, ChatRequest):
                return self._reply(questions(request))
            return self._scores(request)
        except EngineError as error:
            return error

    def _reply(self, asked: list[Question]) -> ChatReply:
        """Answer line by line as "index: answer"; one question put in words gets words alone."""
        answers = [self.answer(question) for question in asked]
        if len(asked) == 1 and not asked[0].levels:
            text = answers[0]
        else:
            lines = zip(asked, answers, strict=True)
            text = "\n".join(f"{question.item.index}: {answer}" for question, answer in lines)
        who = AnsweredBy(model=self.kind)
        return ChatReply(text=text, finish_reason="stop", usage=_FREE, answered_by=who, raw=text)

    def _scores(self, request: ScoreRequest) -> OptionScores:
        asked = questions(request)
        if len(asked) != 1 or len(asked[0].levels) != len(request.options):
            raise Unsupported("Options are scored for one item at a time that has as many levels.")
        # By place, because a request may offer letters that stand for the levels.
        named = dict(zip(asked[0].levels, request.options, strict=True))
        shares = {named[level]: share for level, share in self.shares(asked[0]).items() if share > 0}
        return OptionScores(
            logp={option: math.log(share) for option, share in shares.items()},
            method="exact",
            missing=tuple(option for option in request.options if option not in shares),
            usage=_FREE,
            answered_by=AnsweredBy(model=self.kind),
        )
