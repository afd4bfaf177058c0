"""The browser of one simulated person: keeps cookies, thinks, sends forms, and notes how long each page took."""

from __future__ import annotations

import ssl
import time
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import httpx2

from apps.turing.simulation.pages import Form, Page

SECONDS_TO_WAIT = 60.0
MOST_REDIRECTS = 5
TRUSTED = ssl.create_default_context()  # made once: it reads all certificates of the machine


class Unexpected(Exception):
    """The site answered otherwise than to a person who does everything right."""


class TurnedAway(Exception):
    """The study wants nobody more, or not yet."""


class Request(NamedTuple):
    """`page` is the last word of the address: the rest is secret."""

    method: str
    page: str
    ms: float


class Browser:
    def __init__(self, base_url: str, think: float = 0.0) -> None:
        self.think = think
        self.requests: list[Request] = []
        self.acknowledged: Counter[str] = Counter()
        self._client = httpx2.Client(base_url=base_url, timeout=SECONDS_TO_WAIT, verify=TRUSTED, trust_env=False)

    def close(self) -> None:
        self._client.close()

    def open(self, address: str) -> Page:
        return self._page(self._ask("GET", address))

    def send(self, form: Form, values: Mapping[str, str]) -> Page:
        """Fill in a form and send it; the page says whether it was taken or came back."""
        sent = form.filled(values)
        time.sleep(self.think)
        answer = self._ask("POST", form.action, sent)
        return self._page(answer, was_taken=answer.has_redirect_location)

    def submit(self, form: Form, values: Mapping[str, str]) -> Page:
        """Send a form that is taken at once; return the page it leads to."""
        page = self.send(form, values)
        if page.was_taken:
            return page
        if page.forms:
            raise Unexpected(f"{_word(form.action)}: what was sent was not taken")
        raise TurnedAway

    def _page(self, answer: httpx2.Response, was_taken: bool = True) -> Page:
        for _redirect in range(MOST_REDIRECTS):
            if not answer.has_redirect_location:
                return Page(answer.url.path, answer.text, was_taken)
            answer = self._ask("GET", answer.headers["Location"])
        raise Unexpected(f"{_word(answer.url.path)}: it leads on and on")

    def _ask(self, method: str, address: str, sent: Mapping[str, str] | None = None) -> httpx2.Response:
        # A site behind HTTPS takes a form only from its own pages
        headers = {"Referer": str(self._client.base_url)} if sent is not None else {}
        word, start = _word(address), time.perf_counter()
        try:
            answer = self._client.request(method, address, data=sent, headers=headers)
        except httpx2.HTTPError as problem:
            raise Unexpected(f"{method} {word}: {type(problem).__name__}") from problem
        self.requests.append(Request(method, word, (time.perf_counter() - start) * 1000))
        if answer.status_code == 410:
            raise TurnedAway
        if answer.is_error:
            raise Unexpected(f"{method} {word}: status {answer.status_code}")
        return answer


def _word(address: str) -> str:
    """Return what may be told of an address: its last word, but never a code."""
    parts = [part for part in httpx2.URL(address).path.split("/") if part]
    if len(parts) == 2 and parts[0] == "me":
        return "home"
    return "start" if len(parts) < 3 else parts[-1]
