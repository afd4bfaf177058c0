"""What a probe finds out about servers of different kinds."""

import asyncio
import itertools

import pytest

from inference import errors
from inference.engines.openai import probe
from inference.types import Capabilities
from tests.inference.server import ModelServer, chat, error, likeliest
from tests.inference.vllm import SmallVLLM


def test_it_finds_everything_vllm_can_do(engine_at):
    with ModelServer(SmallVLLM({"a": 0.6, "b": 0.4})) as server:
        found = asyncio.run(probe(engine_at(server.url)))

    assert found.server_version == "0.33.0"
    assert found.capabilities == Capabilities(
        scoring="exact", top_logprobs=2, token_id_logprobs=True, schema=True, seed=True, max_context=4096
    )


def test_it_finds_that_a_plain_server_can_only_chat(engine_at):
    """It accepts every field, ignores all of them, and never says the same twice."""
    numbers = itertools.count()

    def script(call):
        if call.path == "/v1/chat/completions":
            return chat(f"{next(numbers)}")
        return error(404, "Not Found")

    with ModelServer(script) as server:
        found = asyncio.run(probe(engine_at(server.url)))

    assert found.server_version == ""
    assert found.capabilities == Capabilities(scoring="sampled")


def test_it_asks_for_less_where_a_server_rejects_the_most(engine_at):
    def script(call):
        if call.body.get("top_logprobs", 0) > 5:
            return error(400, "top_logprobs must be at most 5")
        return likeliest(*[(str(token), -token) for token in range(1, 6)])

    with ModelServer(script) as server:
        found = asyncio.run(probe(engine_at(server.url)))

    assert found.capabilities.top_logprobs == 5
    assert found.capabilities.scoring == "topk"


def test_it_raises_what_a_chat_would_meet(engine_at):
    with ModelServer(lambda call: error(401, "no")) as server, pytest.raises(errors.AuthenticationFailed):
        asyncio.run(probe(engine_at(server.url)))
