"""The engine for servers that speak OpenAI's protocol."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from random import Random
from typing import Any
from urllib.parse import urlsplit

from inference.engines.openai.bodies import chat_body
from inference.engines.openai.client import Body, Client
from inference.engines.openai.failures import Endpoint
from inference.engines.openai.replies import chat_reply
from inference.engines.openai.scoring import Scorer
from inference.errors import BadRequest, BadSettings
from inference.hints import hints
from inference.keys import canonical_json
from inference.rate import Limits, Pace
from inference.sending import Answer, Patience, Sender
from inference.types import Capabilities, ChatRequest, EngineIdentity, Finished, Request, Stopped, Usage, never

# A token of English is about four characters; high estimates only slow the first minute down.
_CHARACTERS_PER_TOKEN = 3
_UNPROBED = Capabilities(scoring="sampled")
_NO_LIMITS = Limits()
_PATIENCE = Patience()


class OpenAICompatible:
    """Chat and option scores from any OpenAI-compatible address.

    ``capabilities`` and ``server_version`` come from ``probe``, made once when the model is
    registered; without them option scores are sampled. ``extra_body`` is sent with every request
    (OpenRouter's pinned provider, vLLM's chat_template_kwargs) and is part of the identity.
    ``samples`` is the number of replies drawn where scores can only be sampled. What the engine
    learns about the endpoint's pace it keeps from one run to the next.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str = "",
        *,
        revision: str = "",
        quantisation: str = "",
        server_version: str = "",
        capabilities: Capabilities = _UNPROBED,
        limits: Limits = _NO_LIMITS,
        patience: Patience = _PATIENCE,
        timeout_s: float = 120.0,
        samples: int = 20,
        extra_body: Mapping[str, Any] | None = None,
        random: Random | None = None,
    ) -> None:
        self._base_url = base_url
        self._endpoint = Endpoint(host=_host(base_url), model=model, key=api_key)
        self._capabilities = capabilities
        self._timeout_s = timeout_s
        self._samples = samples
        self._extra = dict(extra_body or {})
        self._pace = Pace(limits)
        self._patience = patience
        self._random = random or Random()
        self._limit_field = "max_tokens"
        self._identity = EngineIdentity(
            kind="openai",
            model=model,
            revision=revision,
            quantisation=quantisation,
            server_version=server_version,
            host=self._endpoint.host,
            settings=self._settings(),
        )

    def capabilities(self) -> Capabilities:
        return self._capabilities

    def identity(self) -> EngineIdentity:
        return self._identity

    def open(self) -> Client:
        """Return a client for one event loop; use it as an async context."""
        return Client(self._base_url, self._endpoint, self._timeout_s)

    async def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        async with self.open() as client:
            sender = Sender(
                send=lambda request: self._answer(client, request),
                estimate=_estimated_tokens,
                pace=self._pace,
                patience=self._patience,
                random=self._random,
            )
            async with aclosing(sender.all(requests, stopped)) as outcomes:
                async for finished in outcomes:
                    yield finished

    async def _answer(self, client: Client, request: Request) -> Answer:
        if isinstance(request, ChatRequest):
            body = await self.complete(client, request)
            reply = chat_reply(body, self._endpoint.host)
            return Answer(reply, _total(reply.usage), hints(body.headers))
        scorer = Scorer(client, self._capabilities, self._samples, self._extra)
        scores = await scorer.scores(request)
        return Answer(scores, _total(scores.usage), scorer.hints)

    async def complete(self, client: Client, request: ChatRequest, also: Mapping[str, Any] | None = None) -> Body:
        """Send a chat completion once, with fields ``also`` besides those of the request."""
        limit_field = self._limit_field
        fields = chat_body(request, self._endpoint.model, limit_field) | self._extra | dict(also or {})
        try:
            return await client.post("/chat/completions", fields)
        except BadRequest as error:
            # OpenAI's newer models know the limit by another name only; other servers only by the old.
            if limit_field != "max_tokens" or "max_completion_tokens" not in error.sentence:
                raise
        self._limit_field = "max_completion_tokens"
        return await self.complete(client, request, also)

    def _settings(self) -> dict[str, str]:
        settings = {"extra_body": canonical_json(self._extra)} if self._extra else {}
        if self._capabilities.scoring == "sampled":
            settings["samples"] = str(self._samples)
        return settings


def _host(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadSettings(f"{base_url!r} is not a web address; it begins with http:// or https://.")
    # Not netloc: that would carry a password written into the address.
    return parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"


def _estimated_tokens(request: Request) -> int:
    longest_reply = request.max_tokens if isinstance(request, ChatRequest) else 1
    characters = sum(len(message.content) for message in request.messages)
    if not isinstance(request, ChatRequest):
        characters += len(request.prompt)
    return characters // _CHARACTERS_PER_TOKEN + longest_reply


def _total(usage: Usage) -> int | None:
    return None if usage.input is None or usage.output is None else usage.input + usage.output
