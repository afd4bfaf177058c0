"""From a chat completion's JSON to a ChatReply, or the reason it is none."""

from collections.abc import Mapping
from typing import Any

from inference import errors
from inference.engines.openai.client import Body
from inference.types import AnsweredBy, ChatReply, FinishReason, Usage

_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
}


def chat_reply(body: Body, host: str) -> ChatReply:
    """Return the first choice. No choice, or one without text that nothing explains, is EmptyReply.

    A reply that a filter emptied or that declines is a reply; one that ran out of tokens before its
    first visible word is not, and the sentence says what to raise.
    """
    choice = first_choice(body, host)
    message = _mapping(choice.get("message"))
    text, refusal = text_of(message), _words(message.get("refusal"))
    finish = _FINISH.get(str(choice.get("finish_reason")), "unknown")
    if not text.strip() and refusal is None and finish != "content_filter":
        raise errors.EmptyReply(_why_empty(finish, host))
    return ChatReply(
        text=text,
        finish_reason=finish,
        refusal=refusal,
        usage=usage(body),
        latency_ms=body.latency_ms,
        answered_by=answered_by(body),
        raw=body.text,
    )


def first_choice(body: Body, host: str) -> Mapping[str, Any]:
    return choices(body, host)[0]


def choices(body: Body, host: str) -> list[Mapping[str, Any]]:
    """Return the choices, at least one; raise EmptyReply or UnexpectedShape otherwise."""
    found = body.json.get("choices")
    if found is None or found == []:
        raise errors.EmptyReply(f"The server at {host} answered without any choice. Retry the request.")
    if not isinstance(found, list) or not all(isinstance(choice, dict) for choice in found):
        raise errors.UnexpectedShape(
            f"The server at {host} answered with choices that are not a list of objects. "
            "Check that it speaks OpenAI's protocol."
        )
    return found


def text_of(message: Mapping[str, Any]) -> str:
    """Return the text of a message, joined if it comes in parts; "" if it has none."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def usage(body: Body) -> Usage:
    """Return the tokens the server counted, None for what it did not."""
    counts = _mapping(body.json.get("usage"))
    prompt = _mapping(counts.get("prompt_tokens_details"))
    completion = _mapping(counts.get("completion_tokens_details"))
    return Usage(
        input=_count(counts.get("prompt_tokens")),
        cached=_count(prompt.get("cached_tokens")),
        output=_count(counts.get("completion_tokens")),
        reasoning=_count(completion.get("reasoning_tokens")),
    )


def answered_by(body: Body) -> AnsweredBy:
    return AnsweredBy(
        model=_words(body.json.get("model")),
        fingerprint=_words(body.json.get("system_fingerprint")),
        provider=_words(body.json.get("provider")),
    )


def _why_empty(finish: FinishReason, host: str) -> str:
    if finish == "length":
        return (
            f"The model at {host} used up its tokens before the first visible word. "
            "Allow longer replies (a reasoning model thinks within the same limit)."
        )
    return f"The model at {host} answered with an empty text. Retry the request or check the prompt."


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _words(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None
