"""From what a server says went wrong to the error tree, in sentences a researcher can act on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from inference import errors
from inference.hints import retry_after

_TOO_LONG = re.compile(
    r"context.?(length|window|size)|maximum context|max_model_len|too many tokens|prompt is too long"
    r"|input is too long|reduce the length|exceeds? the (model|available context)",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content.?(filter|management|policy)|moderation|flagged|safety system", re.IGNORECASE)
_NO_CREDIT = re.compile(
    r"insufficient.?(quota|credit|balance|funds)|exceeded your current quota|billing", re.IGNORECASE
)
_NO_MODEL = re.compile(r"model.{0,80}(not (found|exist)|does not exist|unknown|not a valid)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Whom we talk to, as sentences name it. The key is here only to be blanked from quotations."""

    host: str
    model: str
    key: str

    def quoted(self, said: str) -> str:
        """Return the server's words on one line, at most 300 characters, with the key blanked."""
        text = " ".join(said.split())
        if self.key:
            text = text.replace(self.key, "[key]")
        return text if len(text) <= 300 else text[:297] + "..."


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error reply: its HTTP status, the server's code or type ("" if none) and its words."""

    status: int
    code: str
    said: str

    @classmethod
    def read(cls, status: int, body: object, text: str) -> "Refusal":
        """Find code and words in the shapes servers use; a web page is not quoted."""
        error = body.get("error", body) if isinstance(body, Mapping) else body
        if isinstance(error, Mapping):
            code = f"{error.get('code') or ''} {error.get('type') or ''}"
            return cls(status, code.strip(), str(error.get("message") or error.get("detail") or error))
        said = error if isinstance(error, str) else text
        return cls(status, "", "a web page" if looks_like_html(said) else said or "nothing")

    def says(self, pattern: re.Pattern[str]) -> bool:
        return bool(pattern.search(f"{self.code} {self.said}"))


def looks_like_html(text: str) -> bool:
    return text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<head", "<body", "<?xml"))


def error_for(endpoint: Endpoint, refusal: Refusal, headers: Mapping[str, str]) -> errors.EngineError:
    """Return the error an error reply means. 4xx are told apart by their words too, because servers
    share few codes: vLLM, Ollama and llama.cpp each name a too long prompt in their own way."""
    status, said = refusal.status, endpoint.quoted(refusal.said)
    who = f"The server at {endpoint.host}"
    if status == 401 or (status == 403 and not refusal.says(_FILTERED)):
        return errors.AuthenticationFailed(
            f"{who} does not accept the API key ({status}: {said}). Enter a valid key for this model.",
            status=status,
        )
    if status == 402 or (status == 429 and refusal.says(_NO_CREDIT)):
        return errors.QuotaExhausted(
            f"The account at {endpoint.host} has no credit left ({status}: {said}). Top it up, then resume.",
            status=status,
        )
    if status == 429:
        return errors.RateLimited(
            f"{who} still refused after many tries because of too many requests ({said}). "
            "Retry the failed requests later or enter the account's limits.",
            status=status,
            retry_after=retry_after(headers),
        )
    if refusal.says(_TOO_LONG):
        return errors.ContextTooLong(
            f"The messages and the reply do not fit the model {endpoint.model} ({said}). "
            "Shorten the prompt, lower the reply's length, or use a model with a longer context.",
            status=status,
        )
    if status in (408, 409, 425) or status >= 500:
        return errors.ServerFailed(
            f"{who} failed ({status}: {said}). Retry the failed requests when it is well again.",
            status=status,
            retry_after=retry_after(headers),
        )
    return _rejected(endpoint, refusal, said)


def _rejected(endpoint: Endpoint, refusal: Refusal, said: str) -> errors.EngineError:
    """Return the error for a 4xx (or stranger) reply that neither waiting nor paying mends."""
    status = refusal.status
    if refusal.says(_FILTERED):
        return errors.ContentFiltered(
            f"A content filter at {endpoint.host} turned the messages away ({said}).", status=status
        )
    if status == 404 or refusal.says(_NO_MODEL):
        return errors.UnknownModel(
            f"The server at {endpoint.host} does not know the model {endpoint.model} ({status}: {said}). "
            "Check the model's name and the address, which usually ends in /v1.",
            status=status,
        )
    return errors.BadRequest(
        f"The server at {endpoint.host} rejects the request ({status}: {said}). Change the setting it names.",
        status=status,
    )
