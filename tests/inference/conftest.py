"""What the tests of the inference package share: asking an engine, and a patient one in a hurry."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Any

import pytest

from inference import ChatRequest, Engine, Message, ScoreRequest, generate
from inference.engines.openai import OpenAICompatible
from inference.errors import EngineError
from inference.sending import Patience
from inference.types import Request, Result

Outcome = Result | EngineError
Ask = Callable[..., list[Outcome]]

HASTY = Patience(attempts=3, refusals=5, first_wait_s=0.01, longest_wait_s=0.02)


def say(text: str = "Hello", **fields: Any) -> ChatRequest:
    """Return a chat request with one message."""
    return ChatRequest((Message("user", text),), **fields)


def choose(*options: str, **fields: Any) -> ScoreRequest:
    """Return a request to score options after one message."""
    return ScoreRequest(options=options, messages=(Message("user", "Which?"),), **fields)


def ask(engine: Engine, *requests: Request) -> list[Outcome]:
    """Return the outcomes in the order of the requests."""
    return asyncio.run(_outcomes(engine, requests))


async def _outcomes(engine: Engine, requests: Sequence[Request]) -> list[Outcome]:
    async with aclosing(generate(engine, requests)) as finished:
        found = {one.position: one.outcome async for one in finished}
    return [found[position] for position in range(len(requests))]


@pytest.fixture
def engine_at() -> Callable[..., OpenAICompatible]:
    """Return a function that builds an engine for an address, with waits of milliseconds."""

    def build(url: str, **settings: Any) -> OpenAICompatible:
        settings = {"api_key": "sk-secret", "patience": HASTY, "timeout_s": 5.0} | settings
        return OpenAICompatible(url, "tiny", **settings)

    return build
