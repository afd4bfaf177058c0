"""A real HTTP server on 127.0.0.1 that plays a language model, as a script tells it to.

    with ModelServer(lambda call: chat("1: 3")) as server:
        ...  # server.url, server.calls

It runs in a thread with an event loop of its own and speaks HTTP/1.1 with connections kept open.
"""

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """A request as the server got it; ``number`` counts from 0, ``at`` is monotonic seconds."""

    number: int
    method: str
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    at: float


@dataclass(frozen=True)
class Say:
    """What to answer. ``cut_after`` bytes of the body the connection is dropped, if given."""

    body: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut_after: int | None = None


Script = Callable[[Call], Say]


def chat(text: str | None, *, headers: Mapping[str, str] | None = None, **changes: Any) -> Say:
    """Return an ordinary chat completion; ``changes`` replace fields of its choice."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    reply = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "tiny-0425",
        "system_fingerprint": "fp_1",
        "choices": [choice | changes],
        "usage": {
            "prompt_tokens": 12,
            "completion_tokens": 3,
            "prompt_tokens_details": {"cached_tokens": 8},
            "completion_tokens_details": {"reasoning_tokens": 1},
        },
    }
    return Say(json.dumps(reply), headers=headers or {})


def likeliest(*tokens: tuple[str, float]) -> Say:
    """Return a chat completion of one token with the log-probabilities of the likeliest tokens."""
    entries = [{"token": token, "logprob": value} for token, value in tokens]
    return chat(tokens[0][0], logprobs={"content": [entries[0] | {"top_logprobs": entries}]})


def error(status: int, message: str, *, code: str = "", headers: Mapping[str, str] | None = None) -> Say:
    """Return an error in OpenAI's shape."""
    return Say(json.dumps({"error": {"message": message, "code": code}}), status, headers or {})


def reply_json(value: Any) -> Say:
    return Say(json.dumps(value))


def in_turn(*says: Say) -> Script:
    """Return a script that gives each answer once, in turn, and then the last one for ever."""
    return lambda call: says[min(call.number, len(says) - 1)]


class ModelServer:
    """A server to use as a context; ``calls`` are the requests so far, in the order they came."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._numbers = itertools.count()
        self.calls: list[Call] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> "ModelServer":
        self._thread.start()
        start = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(start, self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (call := await self._read(reader)) is not None:
                self.calls.append(call)
                if not await self._answer(writer, self.script(call)):
                    break
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Call | None:
        try:
            return await self._call(reader)
        except asyncio.IncompleteReadError:  # the client is gone
            return None

    async def _call(self, reader: asyncio.StreamReader) -> Call:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        at = time.monotonic()
        return Call(next(self._numbers), method, path, headers, json.loads(body or b"{}"), at)

    async def _answer(self, writer: asyncio.StreamWriter, say: Say) -> bool:
        """Send the answer; return whether the connection stays open."""
        if say.delay_s:
            await asyncio.sleep(say.delay_s)
        body = say.body.encode()
        headers = {"content-type": "application/json", "content-length": str(len(body)), **say.headers}
        lines = [f"HTTP/1.1 {say.status} .", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body[: say.cut_after])
        await writer.drain()
        return say.cut_after is None
