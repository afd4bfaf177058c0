"""From our requests to the JSON the protocol wants."""

from typing import Any

from inference.types import ChatRequest, Message


def chat_body(request: ChatRequest, model: str, limit_field: str) -> dict[str, Any]:
    """Return the body of a chat completion. What is at its default and optional is left out,
    because many servers reject fields they do not know."""
    body: dict[str, Any] = {
        "model": model,
        "messages": messages_body(request.messages),
        "temperature": request.temperature,
        limit_field: request.max_tokens,
    }
    if request.top_p != 1.0:
        body["top_p"] = request.top_p
    if request.seed is not None:
        body["seed"] = request.seed
    if request.stop:
        body["stop"] = list(request.stop)
    if request.schema is not None:
        body["response_format"] = schema_body(dict(request.schema))
    return body


def schema_body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}


def messages_body(messages: tuple[Message, ...]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in messages]
