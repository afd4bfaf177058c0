"""A small OpenAI-compatible server around any engine: ``python -m inference.serving FOLDER --port 9000``.

It lets one machine lend its model to another lab, and gives tests and the demo a real server to talk
to. Chat completions only, one process; for many users put vLLM or the like in its place.
"""

import argparse
import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from inference import ChatReply, ChatRequest, Engine, Message, generate, load_engine
from inference.errors import EngineError

_LONGEST_BODY = 4_000_000


class _Handler(BaseHTTPRequestHandler):
    """Answers two routes: the list of models, and chat completions."""

    protocol_version = "HTTP/1.1"
    engine: Engine

    def do_GET(self) -> None:
        if self.path.rstrip("/").endswith("/models"):
            self._send(200, {"object": "list", "data": [{"id": self._model(), "object": "model"}]})
        else:
            self._fail(404, "There is nothing at this address; the routes are /v1/models and /v1/chat/completions.")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > _LONGEST_BODY:
            return self._fail(413, "The request is too long.")
        body = self.rfile.read(length)
        if not self.path.rstrip("/").endswith("/chat/completions"):
            return self._fail(404, "There is nothing at this address; post to /v1/chat/completions.")
        try:
            request = _request(json.loads(body))
        except (ValueError, KeyError, TypeError) as error:
            return self._fail(400, f"The request cannot be read: {error}")
        outcome = asyncio.run(_first(self.engine, request))
        if isinstance(outcome, EngineError):
            return self._fail(400, outcome.sentence)
        self._send(200, _body(outcome, self._model()))

    def _model(self) -> str:
        return self.engine.identity().model

    def _fail(self, status: int, sentence: str) -> None:
        self._send(status, {"error": {"message": sentence, "type": "invalid_request_error"}})

    def _send(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what is asked may be personal."""


def _request(body: dict[str, Any]) -> ChatRequest:
    return ChatRequest(
        messages=tuple(Message(turn["role"], turn["content"]) for turn in body["messages"]),
        temperature=float(body.get("temperature") or 0),
        top_p=float(body.get("top_p") or 1),
        max_tokens=int(body.get("max_completion_tokens") or body.get("max_tokens") or 1024),
        seed=body.get("seed"),
    )


async def _first(engine: Engine, request: ChatRequest) -> ChatReply | EngineError:
    async for finished in generate(engine, [request]):
        assert not hasattr(finished.outcome, "logp")  # a chat request has no option scores
        return finished.outcome
    raise AssertionError("generate yields every request's outcome")


def _body(reply: ChatReply, model: str) -> dict[str, Any]:
    read, written = reply.usage.input or 0, reply.usage.output or 0
    return {
        "id": "chatcmpl-likeness",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": reply.text, "refusal": reply.refusal},
                "finish_reason": reply.finish_reason if reply.finish_reason != "unknown" else "stop",
            }
        ],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }


def make_server(engine: Engine, port: int = 0, host: str = "127.0.0.1") -> ThreadingHTTPServer:
    """Return a server that is bound and not running yet; port 0 takes a free one."""
    handler = type("Handler", (_Handler,), {"engine": engine})
    return ThreadingHTTPServer((host, port), handler)


@contextmanager
def served(engine: Engine) -> Iterator[str]:
    """Serve the engine on a free port of this machine while the block runs; give its base URL."""
    server = make_server(engine)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="checkpoint folder or hub id")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9000)
    args = parser.parse_args()
    server = make_server(load_engine("transformers", model=args.model), args.port, args.host)
    print(f"http://{args.host}:{args.port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
