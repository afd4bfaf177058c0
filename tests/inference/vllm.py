"""The routes of vLLM that exact scores need, over a vocabulary of a few letters.

Played from vLLM's documented behaviour (``/tokenize``; ``logprob_token_ids`` of ``/completions``,
pull request 43463), not from its code. Every token is drawn from the same distribution.
"""

import math
from collections.abc import Mapping
from typing import Any

from tests.inference.server import Call, Say, chat, error, likeliest, reply_json


class SmallVLLM:
    """A script for ModelServer; ``shares`` maps each token to its probability. Longest match splits."""

    def __init__(self, shares: Mapping[str, float]) -> None:
        self._shares = shares
        self._tokens = sorted(shares, key=len, reverse=True)

    def __call__(self, call: Call) -> Say:
        if call.path == "/tokenize":
            return reply_json({"tokens": self._split(call.body)})
        if call.path == "/v1/completions":
            return self._complete(call.body)
        if call.path == "/v1/models":
            return reply_json({"data": [{"id": "tiny", "max_model_len": 4096}]})
        if call.path == "/version":
            return reply_json({"version": "0.33.0"})
        if call.path == "/v1/chat/completions":
            return self._chat(call.body)
        return error(404, "Not Found")

    def _split(self, body: Mapping[str, Any]) -> list[int]:
        if "prompt" in body:
            return self._ids(body["prompt"])
        *context, last = body["messages"]
        if body.get("continue_final_message"):
            return [90 + len(context), *self._ids(last["content"])]
        return [90 + len(body["messages"])]

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = []
        while text:
            token = next(token for token in self._tokens if text.startswith(token))
            ids.append(self._tokens.index(token))
            text = text.removeprefix(token)
        return ids

    def _complete(self, body: Mapping[str, Any]) -> Say:
        assert body["logprobs"] and body["return_tokens_as_token_ids"] and body["max_tokens"] == 1
        values = {f"token_id:{i}": math.log(self._shares[self._tokens[i]]) for i in body["logprob_token_ids"]}
        choices = [{"index": i, "logprobs": {"top_logprobs": [values]}} for i, _ in enumerate(body["prompt"])]
        return reply_json({"choices": choices, "usage": {"prompt_tokens": 9, "completion_tokens": 1}})

    def _chat(self, body: Mapping[str, Any]) -> Say:
        if "response_format" in body:
            return chat('{"colour": "red"}')
        return likeliest(("a", -0.5), ("b", -1.0))
