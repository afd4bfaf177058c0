"""What a model server was asked in a Turing test, and a script that answers it."""

from __future__ import annotations

from tests.inference.server import chat

ROLE, QUESTION = "my feedback on the role", "an answer in words"


def messages(call):
    return [(turn["role"], turn["content"]) for turn in call.body["messages"]]


def reply_as_asked(call):
    return chat(QUESTION if len(messages(call)) > 1 else ROLE)


def chats(server):
    return [call for call in server.calls if "messages" in call.body]
