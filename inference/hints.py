"""What a server's headers say about waiting and limits, turned into seconds and counts.

No clock is read: a Retry-After date is measured against the server's own Date header, so neither
a wrong nor a jumping clock on our side turns a short wait into a long one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Hints:
    """Limits a reply announces; None where it says nothing.

    ``requests`` and ``tokens`` are limits per minute; ``pause`` is the wait in seconds until
    anything is allowed again, given only when nothing is left now.
    """

    requests: int | None = None
    tokens: int | None = None
    pause: float | None = None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the wait in seconds the server asks for: milliseconds, seconds or a date; None if none.

    ``headers`` must find names whatever their case. A date without a Date header says nothing.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after")
    if said is None:
        return None
    seconds = _number(said)
    return seconds if seconds is not None else _until(said, headers.get("date"))


def hints(headers: Mapping[str, str]) -> Hints:
    """Return what the x-ratelimit headers announce (the names OpenAI, Groq and OpenRouter send)."""
    return Hints(
        requests=_limit(headers.get("x-ratelimit-limit-requests")),
        tokens=_limit(headers.get("x-ratelimit-limit-tokens")),
        pause=max(_pauses(headers), default=None),
    )


def _pauses(headers: Mapping[str, str]) -> list[float]:
    """Return the waits until each used-up limit is fresh again."""
    waits = (
        _span(headers.get(f"x-ratelimit-reset-{what}"))
        for what in ("requests", "tokens")
        if _number(headers.get(f"x-ratelimit-remaining-{what}")) == 0
    )
    return [wait for wait in waits if wait is not None]


def _number(text: str | None) -> float | None:
    """Return a count or a decimal of at least 0, None for anything else ("nan" and "inf" included)."""
    return float(text) if text and re.fullmatch(r"\s*\d+(\.\d+)?\s*", text) else None


def _limit(text: str | None) -> int | None:
    number = _number(text)
    return int(number) if number is not None and number >= 1 else None


def _span(text: str | None) -> float | None:
    """Return the seconds of a span such as "6m0s", "12ms" or "1.5"."""
    if text is None:
        return None
    parts = _SPAN.findall(text)
    if parts:
        return sum(float(amount) * _SECONDS[unit] for amount, unit in parts)
    return _number(text)


def _until(date: str, servers_now: str | None) -> float | None:
    then, now = _moment(date), _moment(servers_now)
    return None if then is None or now is None else max(0.0, (then - now).total_seconds())


def _moment(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text) if text else None
    except ValueError:
        return None
    # A date without a zone cannot be subtracted from one with a zone; HTTP dates are in GMT.
    return moment if moment is None or moment.tzinfo else None
