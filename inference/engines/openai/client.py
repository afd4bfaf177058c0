"""One POST to the server: JSON there and back, or one error of our tree. No retries here."""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import httpx2  # the openai client's own transport, which its errors carry as their cause
from openai import APIConnectionError, APIStatusError, APITimeoutError, AsyncOpenAI

from inference import errors
from inference.engines.openai.failures import Endpoint, Refusal, error_for, looks_like_html


@dataclass(frozen=True, slots=True)
class Body:
    """A reply that is a JSON object: parsed, as text, its headers, and the milliseconds it took."""

    json: Mapping[str, Any]
    text: str
    headers: Mapping[str, str]
    latency_ms: float


class Client:
    """The openai client, bare: its own retries off, its reading of account settings undone."""

    def __init__(self, base_url: str, endpoint: Endpoint, timeout_s: float) -> None:
        self.endpoint = endpoint
        self._base_url = base_url.rstrip("/") + "/"
        # Servers without keys (Ollama, llama.cpp) ignore it, but the client insists on one.
        self._openai = AsyncOpenAI(
            base_url=base_url,
            api_key=endpoint.key or "none",
            max_retries=0,
            timeout=httpx2.Timeout(timeout_s, connect=10.0),
        )
        # Read from the environment by the client: they would charge another account than intended.
        self._openai.organization = self._openai.project = None

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._openai.close()

    def beside(self, route: str) -> str:
        """Return the whole URL of a route that lies beside /v1, where vLLM and Ollama have their own."""
        return urljoin(self._base_url, f"../{route}")

    async def post(self, path: str, body: Mapping[str, Any]) -> Body:
        """Send ``body`` to ``path`` (below the base URL, or a whole URL) and return the JSON object."""
        return await self._json("post", path, body)

    async def get(self, path: str) -> Body:
        return await self._json("get", path, None)

    async def _json(self, method: str, path: str, body: Mapping[str, Any] | None) -> Body:
        started = time.monotonic()
        response = await self._response(method, path, body)
        latency_ms = (time.monotonic() - started) * 1000
        text = response.text
        try:
            parsed = json.loads(text)
        except ValueError:
            raise self._not_json(text) from None
        if not isinstance(parsed, dict):
            raise errors.UnexpectedShape(
                f"The server at {self.endpoint.host} answered with JSON that is not a reply "
                f"({self.endpoint.quoted(text)}). Check that it speaks OpenAI's protocol."
            )
        # OpenRouter reports failures of the servers behind it inside a 200.
        if parsed.get("error"):
            raise error_for(self.endpoint, _inner_refusal(parsed, text), response.headers)
        return Body(parsed, text, response.headers, latency_ms)

    async def _response(self, method: str, path: str, body: Mapping[str, Any] | None) -> httpx2.Response:
        try:
            if method == "get":
                return await self._openai.get(path, cast_to=httpx2.Response)
            return await self._openai.post(path, cast_to=httpx2.Response, body=body)
        except APIStatusError as error:
            text = error.response.text
            refusal = Refusal.read(error.status_code, error.body, text)
            raise error_for(self.endpoint, refusal, error.response.headers) from None
        except APIConnectionError as error:
            raise self._broken(error) from None

    def _broken(self, error: APIConnectionError) -> errors.EngineError:
        """Return what a connection that failed means; ``error`` carries httpx2's own as its cause."""
        host, cause = self.endpoint.host, error.__cause__
        if isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.UnsupportedProtocol):
            return errors.Unreachable(
                f"Nothing answers at {host} ({self.endpoint.quoted(str(cause)) or 'no connection in time'}). "
                "Check the address and that the server is running."
            )
        if isinstance(error, APITimeoutError):
            return errors.TimedOut(f"The server at {host} did not answer in time. Allow more time or shorter replies.")
        return self._cut_off()

    def _cut_off(self) -> errors.CutOff:
        return errors.CutOff(
            f"The connection to {self.endpoint.host} broke before the reply was complete, so nothing "
            "of it was kept. Retry the failed requests."
        )

    def _not_json(self, text: str) -> errors.EngineError:
        host = self.endpoint.host
        if not text.strip():
            return errors.EmptyReply(f"The server at {host} answered with nothing at all.")
        if text.lstrip().startswith("{"):
            return self._cut_off()
        what = "a web page" if looks_like_html(text) else f"{self.endpoint.quoted(text)!r}"
        return errors.NotJSON(
            f"The server at {host} answered with {what} instead of JSON. "
            "Check the address, which usually ends in /v1, and any proxy or login page before it."
        )


def _inner_refusal(parsed: Mapping[str, Any], text: str) -> Refusal:
    """Read an error inside a 200: its code is the status it should have had, 502 if it names none."""
    code = str(parsed["error"].get("code")) if isinstance(parsed["error"], dict) else ""
    status = int(code) if re.fullmatch(r"[45]\d\d", code) else 502
    return Refusal.read(status, parsed, text)
