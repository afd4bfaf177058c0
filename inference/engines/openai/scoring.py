"""Log-probabilities of options from a server: the best way it has, and how good that way is.

1. ``exact``, where the server reports tokens by id (vLLM's ``logprob_token_ids``).
2. ``topk``, where it reports only its likeliest first tokens: an option not among them is missing,
   and lies at or below the least of those reported.
3. ``sampled``: shares of replies drawn at temperature 1.

vLLM's ``/generative_scoring`` is not used: it returns probabilities already normalised over the
labels, so the mass is lost, and it cuts prompts that are too long without saying so.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from inference.engines.openai.bodies import messages_body
from inference.engines.openai.client import Body, Client
from inference.engines.openai.exact import exact_scores
from inference.engines.openai.replies import answered_by, choices, first_choice, text_of, usage
from inference.errors import UnexpectedShape, Unsupported
from inference.hints import Hints, hints
from inference.types import Capabilities, OptionScores, ScoreRequest, Usage

_REPLY_TOKENS_BESIDES_OPTION = 8


class Scorer:
    """Scores one request. ``hints`` are those of the last reply, for the pace."""

    def __init__(self, client: Client, capabilities: Capabilities, samples: int, extra: Mapping[str, Any]) -> None:
        self._client = client
        self._can = capabilities
        self._samples = samples
        self._extra = extra
        self.hints = Hints()

    async def scores(self, request: ScoreRequest) -> OptionScores:
        """Return the scores by the best way for this request; Unsupported if there is none."""
        if self._can.token_id_logprobs:
            return await exact_scores(self._client, request, self._extra)
        if request.mode == "first_token" and self._can.top_logprobs:
            return await self._topk(request)
        if self._can.scoring is None:
            raise Unsupported(
                f"{self._client.endpoint.model} at {self._client.endpoint.host} reports no "
                "log-probabilities. Ask for replies in text, or run the model locally."
            )
        return await self._sampled(request)

    async def _topk(self, request: ScoreRequest) -> OptionScores:
        body = await self._post(request, _topk_fields(request, self._can.top_logprobs))
        choice = first_choice(body, self._client.endpoint.host)
        tokens = _likeliest(choice, self._client.endpoint.host)
        logp = _by_option(request.options, tokens)
        return OptionScores(
            logp=logp,
            method="topk",
            missing=_missing(request.options, logp),
            bound=min(value for _, value in tokens),
            usage=usage(body),
            latency_ms=body.latency_ms,
            answered_by=answered_by(body),
            raw=body.text,
        )

    async def _sampled(self, request: ScoreRequest) -> OptionScores:
        """Draw replies until there are enough: many servers return one whatever ``n`` asks for."""
        bodies: list[Body] = []
        replies: list[str] = []
        length = max(len(option) for option in request.options) + _REPLY_TOKENS_BESIDES_OPTION
        while len(replies) < self._samples:
            fields = {"max_tokens": length, "n": self._samples - len(replies)}
            bodies.append(await self._post(request, fields))
            found = choices(bodies[-1], self._client.endpoint.host)
            replies += [_reply_text(choice) for choice in found]
        replies = replies[: self._samples]
        counts = {option: sum(_is(reply, option) for reply in replies) for option in request.options}
        logp = {option: math.log(n / len(replies)) for option, n in counts.items() if n}
        return OptionScores(
            logp=logp,
            method="sampled",
            missing=_missing(request.options, logp),
            samples=len(replies),
            usage=_added(usage(body) for body in bodies),
            latency_ms=sum(body.latency_ms for body in bodies),
            answered_by=answered_by(bodies[-1]),
            raw="\n".join(body.text for body in bodies),
        )

    async def _post(self, request: ScoreRequest, fields: Mapping[str, Any]) -> Body:
        """Ask at temperature 1, under which a server's log-probabilities are the model's own."""
        common = {"model": self._client.endpoint.model, "temperature": 1.0, **fields, **self._extra}
        if request.messages:
            path, context = "/chat/completions", {"messages": messages_body(request.messages)}
        else:
            path, context = "/completions", {"prompt": request.prompt}  # type: ignore[dict-item]
        body = await self._client.post(path, common | context)
        self.hints = hints(body.headers)
        return body


def _topk_fields(request: ScoreRequest, top: int) -> dict[str, Any]:
    if request.messages:
        return {"max_tokens": 1, "logprobs": True, "top_logprobs": top}
    return {"max_tokens": 1, "logprobs": top}


def _likeliest(choice: Mapping[str, Any], host: str) -> list[tuple[str, float]]:
    """Return the reported first tokens with their log-probabilities, in either protocol's shape."""
    logprobs = choice.get("logprobs")
    try:
        if "content" in logprobs:  # type: ignore[operator]
            first = logprobs["content"][0]  # type: ignore[index]
            entries = [first, *first["top_logprobs"]]
            found = {entry["token"]: float(entry["logprob"]) for entry in entries}
        else:
            found = {
                token: float(value)
                for token, value in logprobs["top_logprobs"][0].items()  # type: ignore[index]
            }
    except (TypeError, KeyError, IndexError, ValueError):
        raise UnexpectedShape(
            f"The server at {host} sent no log-probabilities although it can. Probe the model again."
        ) from None
    return [(token, value) for token, value in found.items() if math.isfinite(value)]


def _by_option(options: tuple[str, ...], tokens: list[tuple[str, float]]) -> dict[str, float]:
    """Return the log-probability of each option seen as a token, with or without space around it.

    Whole tokens only: a token that is the beginning of an option is the beginning of other words too.
    """
    found = {option: [value for token, value in tokens if token.strip() == option.strip()] for option in options}
    return {option: _log_sum(values) for option, values in found.items() if values}


def _log_sum(values: list[float]) -> float:
    return math.log(math.fsum(math.exp(value) for value in values))


def _missing(options: tuple[str, ...], logp: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(option for option in options if option not in logp)


def _reply_text(choice: Mapping[str, Any]) -> str:
    message = choice.get("message")
    return text_of(message) if isinstance(message, dict) else str(choice.get("text", ""))


def _is(reply: str, option: str) -> bool:
    """Return whether the whole reply is the option, save for space and a final full stop."""
    return reply.strip().removesuffix(".") == option.strip().removesuffix(".")


def _added(usages: Iterable[Usage]) -> Usage:
    every = list(usages)

    def total(name: str) -> int | None:
        counts = [getattr(one, name) for one in every]
        return None if None in counts else sum(counts)

    return Usage(total("input"), total("cached"), total("output"), total("reasoning"))
