"""Exact option scores from vLLM: any token's log-probability by its id.

The context and each context with its option are tokenised by the server (``/tokenize``), so the
border between them is where the model sees it, never where two texts tokenised apart would meet.
Then one ``/completions`` request asks for the next token after the context and, to score options
of several tokens, after the context and each beginning of an option. The server keeps its prefix
cache, unlike with ``prompt_logprobs``.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from inference.engines.openai.bodies import messages_body
from inference.engines.openai.client import Client
from inference.engines.openai.replies import answered_by, choices, usage
from inference.errors import UnexpectedShape, Unsupported
from inference.types import OptionScores, ScoreRequest

Tokens = tuple[int, ...]


async def exact_scores(client: Client, request: ScoreRequest, extra: Mapping[str, Any]) -> OptionScores:
    """Return the log-probability of every option; Unsupported where a border is blurred."""
    split = _Splitter(client, request, extra)
    context = await split.tokens("")
    options = {option: await split.option(context, option) for option in request.options}
    if len(set(options.values())) < len(options):
        raise Unsupported(
            f"Some of the options {list(options)} begin with the same token for {client.endpoint.model}, "
            "so first tokens cannot tell them apart. Score full options, or use letters as options."
        )
    beginnings = sorted({tokens[:i] for tokens in options.values() for i in range(len(tokens))})
    wanted = sorted({token for tokens in options.values() for token in tokens})
    body = await client.post(
        "/completions",
        {
            "model": client.endpoint.model,
            "prompt": [[*context, *beginning] for beginning in beginnings],
            "max_tokens": 1,
            "temperature": 1.0,
            "logprobs": 1,
            "logprob_token_ids": wanted,
            "return_tokens_as_token_ids": True,
            **extra,
        },
    )
    found = choices(body, client.endpoint.host)
    if len(found) != len(beginnings):
        raise _not_vllm(client)
    nexts = dict(zip(beginnings, (_by_id(client, choice) for choice in _in_order(found)), strict=True))
    try:
        logp = {
            option: math.fsum(nexts[tokens[:i]][tokens[i]] for i in range(len(tokens)))
            for option, tokens in options.items()
        }
    except KeyError:
        raise _not_vllm(client) from None
    return OptionScores(
        logp=logp,
        method="exact",
        usage=usage(body),
        latency_ms=body.latency_ms,
        answered_by=answered_by(body),
        raw=body.text,
    )


class _Splitter:
    """Splits the text of one request into tokens, as the server would."""

    def __init__(self, client: Client, request: ScoreRequest, extra: Mapping[str, Any]) -> None:
        self._client = client
        self._request = request
        # The same additions as with the request itself: some change the chat template.
        self._common = {"model": client.endpoint.model, **extra}

    async def tokens(self, option: str) -> Tokens:
        """Return the ids of the context, followed by the option if it is not empty."""
        messages = messages_body(self._request.messages)
        if not messages:
            return await self._ask({"prompt": self._request.prompt + option})
        if not option:
            return await self._ask({"messages": messages})
        messages.append({"role": "assistant", "content": option})
        open_ended = {"add_generation_prompt": False, "continue_final_message": True}
        return await self._ask({"messages": messages, **open_ended})

    async def option(self, context: Tokens, option: str) -> Tokens:
        """Return the tokens of the option that count: the first one, or all."""
        whole = await self.tokens(option)
        tokens = whole[len(context) :]
        if whole[: len(context)] != context or not tokens:
            raise Unsupported(
                f"The option {option!r} melts into the text before it when "
                f"{self._client.endpoint.model} splits it into tokens. End the prompt without a space, "
                "and write the space before the option."
            )
        return tokens[:1] if self._request.mode == "first_token" else tokens

    async def _ask(self, fields: Mapping[str, Any]) -> Tokens:
        body = await self._client.post(self._client.beside("tokenize"), self._common | dict(fields))
        tokens = body.json.get("tokens")
        if not isinstance(tokens, list) or not all(isinstance(token, int) for token in tokens):
            raise _not_vllm(self._client)
        return tuple(tokens)


def _in_order(found: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(found, key=lambda choice: int(choice.get("index", 0)))


def _by_id(client: Client, choice: Mapping[str, Any]) -> dict[int, float]:
    """Return token id to log-probability for the one token generated."""
    try:
        entries = choice["logprobs"]["top_logprobs"][0]
        return {int(token.removeprefix("token_id:")): float(value) for token, value in entries.items()}
    except (TypeError, KeyError, IndexError, ValueError, AttributeError):
        raise _not_vllm(client) from None


def _not_vllm(client: Client) -> UnexpectedShape:
    return UnexpectedShape(
        f"The server at {client.endpoint.host} no longer reports log-probabilities by token id. Probe the model again."
    )
