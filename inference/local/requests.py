"""Requests to tokens: what can be answered, and the error of each request that cannot."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from inference.errors import RequestFailed, Unsupported
from inference.local.checkpoint import Checkpoint
from inference.local.generation import Draft
from inference.local.prefixes import Tokens
from inference.local.questions import Question
from inference.local.rendering import prompt_text
from inference.local.tokens import all_tokens
from inference.types import ChatRequest, Finished, Request, ScoreRequest


class Asked(NamedTuple):
    """A score request in tokens, and where it stood among the requests."""

    position: int
    request: ScoreRequest
    question: Question


class Told(NamedTuple):
    """A chat request in tokens, and where it stood among the requests."""

    position: int
    draft: Draft


@dataclass(frozen=True)
class Prepared:
    """Requests in tokens by what they want, and the errors of those that cannot be answered."""

    asked: list[Asked] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    failed: list[Finished] = field(default_factory=list)

    @property
    def longest(self) -> int:
        """Return the most tokens that one row may come to hold, 0 if there is nothing to answer."""
        chats = (len(draft.tokens) + draft.request.max_tokens for _, draft in self.told)
        return max([*chats, *(question.size for _, _, question in self.asked)], default=0)


def prepare(checkpoint: Checkpoint, requests: Sequence[Request]) -> Prepared:
    """Return every request in tokens, checked against what the checkpoint can hold."""
    prepared = Prepared()
    prompts: dict[int, str] = {}
    for position, request in enumerate(requests):
        try:
            prompts[position] = _checked_text(checkpoint, request)
        except RequestFailed as error:
            prepared.failed.append(Finished(position, error))
    texts = [text for position, prompt in prompts.items() for text in _texts(prompt, requests[position])]
    tokens = iter(all_tokens(checkpoint.tokenizer, texts))
    for position, prompt in prompts.items():
        found = [next(tokens) for _ in _texts(prompt, requests[position])]
        try:
            _add(prepared, checkpoint, position, requests[position], found)
        except RequestFailed as error:
            prepared.failed.append(Finished(position, error))
    return prepared


def _checked_text(checkpoint: Checkpoint, request: Request) -> str:
    if isinstance(request, ChatRequest) and request.schema is not None:
        raise Unsupported("A local checkpoint cannot be held to a JSON schema; ask without one.")
    return prompt_text(checkpoint.tokenizer, request)


def _texts(prompt: str, request: Request) -> list[str]:
    """Return what has to be tokenised: whole texts, for a tokenizer may merge across a border."""
    if isinstance(request, ChatRequest):
        return [prompt]
    return [prompt, *(prompt + option for option in request.options)]


def _add(prepared: Prepared, checkpoint: Checkpoint, position: int, request: Request, tokens: Sequence[Tokens]) -> None:
    """Add a request in tokens. Raise ContextTooLong or Unsupported where it cannot be answered."""
    if isinstance(request, ChatRequest):
        draft = Draft(tokens[0], request)
        if checkpoint.context is not None:
            draft.check_fits(checkpoint.context)
        prepared.told.append(Told(position, draft))
        return
    question = Question.of(tokens[0], tokens[1:], request.options, request.mode)
    if checkpoint.context is not None:
        question.check_fits(checkpoint.context)
    prepared.asked.append(Asked(position, request, question))
