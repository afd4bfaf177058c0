"""What a server can do, found out by asking it a few cheap questions when a model is registered."""

import json
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from inference.engines.openai.bodies import schema_body
from inference.engines.openai.client import Body, Client
from inference.engines.openai.engine import OpenAICompatible
from inference.engines.openai.exact import exact_scores
from inference.engines.openai.replies import first_choice, text_of
from inference.errors import BadRequest, EngineError
from inference.types import Capabilities, ChatRequest, Message, ScoreRequest

T = TypeVar("T")

_DIGITS = ChatRequest((Message("user", "Write ten random digits and nothing else."),), temperature=1.0, max_tokens=16)
_COLOUR = ChatRequest((Message("user", "Name a colour."),), max_tokens=64)
_SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string"}},
    "required": ["colour"],
    "additionalProperties": False,
}
# From the most that servers offer to the least: the first that is not rejected is what there is.
_WISHES: tuple[dict[str, Any], ...] = (
    {"logprobs": True, "top_logprobs": 20, "seed": 7},
    {"logprobs": True, "top_logprobs": 5, "seed": 7},
    {"seed": 7},
)


@dataclass(frozen=True, slots=True)
class Probed:
    """What to store with the model and give the engine from then on ("" if the version is not told)."""

    capabilities: Capabilities
    server_version: str


async def probe(engine: OpenAICompatible) -> Probed:
    """Ask at most seven short questions, usually four. Raise the EngineError that a chat meets."""
    async with engine.open() as client:
        wish, body = await _most(engine, client)
        top = _top_logprobs(client, body)
        exact = await _or_none(exact_scores(client, _letters(), {})) is not None
        return Probed(
            Capabilities(
                scoring="exact" if exact else "topk" if top else "sampled",
                top_logprobs=top,
                token_id_logprobs=exact,
                schema=await _follows_schema(engine, client),
                seed="seed" in wish and await _repeats(engine, client, wish, body),
                max_context=await _max_context(client),
            ),
            server_version=await _version(client),
        )


async def _most(engine: OpenAICompatible, client: Client) -> tuple[dict[str, Any], Body]:
    """Return the first wish the server grants, and its reply."""
    for wish in _WISHES:
        try:
            return wish, await engine.complete(client, _DIGITS, wish)
        except BadRequest:
            continue
    return {}, await engine.complete(client, _DIGITS)


def _top_logprobs(client: Client, body: Body) -> int:
    """Return how many likeliest tokens came; many servers accept the wish and send none."""
    try:
        first = first_choice(body, client.endpoint.host)["logprobs"]["content"][0]
        return len(first["top_logprobs"])
    except (EngineError, TypeError, KeyError, IndexError):
        return 0


async def _repeats(engine: OpenAICompatible, client: Client, wish: dict[str, Any], before: Body) -> bool:
    """Return whether the same seed gives the same ten digits again."""
    again = await _or_none(engine.complete(client, _DIGITS, wish))
    return again is not None and _text(client, again) == _text(client, before) != ""


async def _follows_schema(engine: OpenAICompatible, client: Client) -> bool:
    body = await _or_none(engine.complete(client, _COLOUR, {"response_format": schema_body(_SCHEMA)}))
    if body is None:
        return False
    try:
        return set(json.loads(_text(client, body))) == {"colour"}
    except (ValueError, TypeError):
        return False


async def _max_context(client: Client) -> int | None:
    """Return the context length where the list of models tells it (vLLM, OpenRouter)."""
    body = await _or_none(client.get("/models"))
    listed = body.json.get("data") if body else None
    for model in listed if isinstance(listed, list) else []:
        if isinstance(model, Mapping) and model.get("id") == client.endpoint.model:
            length = model.get("max_model_len") or model.get("context_length")
            return length if isinstance(length, int) else None
    return None


async def _version(client: Client) -> str:
    """Return the version vLLM or Ollama tells of itself, "" from others."""
    for route in ("version", "api/version"):
        body = await _or_none(client.get(client.beside(route)))
        if body and isinstance(body.json.get("version"), str):
            return str(body.json["version"])
    return ""


def _letters() -> ScoreRequest:
    return ScoreRequest(options=("a", "b"), messages=(Message("user", "Write a or b."),))


def _text(client: Client, body: Body) -> str:
    message = first_choice(body, client.endpoint.host).get("message")
    return text_of(message) if isinstance(message, dict) else ""


async def _or_none(asked: Awaitable[T]) -> T | None:
    """Return the answer to a question a server need not know, None if it fails."""
    try:
        return await asked
    except EngineError:
        return None
