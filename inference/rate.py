"""How fast an endpoint may be asked: learnt from its refusals, never from a wall clock.

Four things hold a request back, and ``Pace`` weighs them all:

* concurrency: starts at 8 and doubles each round trip until the first 429; from then on it shrinks
  to 0.7 of itself at most once per cooldown and grows by one (or 3 %) per second without a 429;
* limits per minute on requests and tokens, given by hand or announced in x-ratelimit headers;
* a rate learnt from 429s: at first what left in the second before the refused request. Concurrency
  alone is too coarse a brake: at 20 ms a reply, one more in flight is 50 a second more;
* a freeze, while the server asks to wait (Retry-After).

Concurrency shrinks and grows only where it was the brake in force: a server that limits the rate
does not cost concurrency as well, which would hold the rate below what the server allows.
A failing or slow server (5xx, time-outs) is not a busy one: concurrency stays, the request waits.
The state holds no event loop and may outlive one: one Pace serves an engine for all its runs,
also those of several threads at once.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock
from typing import Concatenate, ParamSpec, TypeVar

from inference.hints import Hints
from inference.spacing import Spacing
from inference.window import Taken, Window

_START = 8
_SHRINK = 0.7
_GROW = 1.03
_COOLDOWN_S = 2.0
_CLEAN_S = 1.0
_SENDS_KEPT = 4096
_UNASKED_FREEZE_S = 1.0
_NEVER = float("-inf")


@dataclass(frozen=True, slots=True)
class Limits:
    """What the endpoint's owner allows, None where unknown. ``concurrency`` bounds what is in flight."""

    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    concurrency: int = 128


@dataclass(frozen=True, slots=True)
class Sent:
    """A request on its way: when it left, whether it filled the concurrency, its counted tokens."""

    at: float
    filled: bool
    tokens: Taken | None


P = ParamSpec("P")
T = TypeVar("T")


def _one_at_a_time(method: Callable[Concatenate["Pace", P], T]) -> Callable[Concatenate["Pace", P], T]:
    def locked(self: "Pace", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


class Pace:
    """The speed of one endpoint. Times are seconds of a clock that never goes back, passed in."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self._lock = RLock()
        self.most = limits.concurrency
        self.concurrency = float(min(_START, limits.concurrency))
        self.in_flight = 0
        self._given = limits
        self._requests = _per_minute(limits.requests_per_minute)
        self._tokens = _per_minute(limits.tokens_per_minute)
        self._learnt: Spacing | None = None
        self._sends: deque[float] = deque(maxlen=_SENDS_KEPT)
        self._frozen_until = _NEVER
        self._refused_at = _NEVER
        self._shrunk_at = _NEVER
        self._grown_at = _NEVER

    @_one_at_a_time
    def wait(self, now: float, tokens: int) -> float:
        """Return the seconds until a request of about ``tokens`` may be sent, 0 if now."""
        waits = [0.0, self._frozen_until - now]
        if self._learnt:
            waits.append(self._learnt.wait(now))
        if self._requests:
            waits.append(self._requests.wait(now))
        if self._tokens:
            waits.append(self._tokens.wait(now, tokens))
        return max(waits)

    @_one_at_a_time
    def enter(self, now: float, tokens: int) -> Sent | None:
        """Send one more, unless all who share this pace have as many in flight as there may be: then None."""
        if self.in_flight >= int(self.concurrency):
            return None
        self.in_flight += 1
        return self.send(now, tokens, self.in_flight)

    @_one_at_a_time
    def leave(self) -> None:
        """Count a request that came back, however it did."""
        self.in_flight -= 1

    @_one_at_a_time
    def send(self, now: float, tokens: int, in_flight: int) -> Sent:
        """Count a request that leaves now and is the ``in_flight``-th under way."""
        self._sends.append(now)
        if self._learnt:
            self._learnt.take(now)
        if self._requests:
            self._requests.take(now)
        counted = self._tokens.take(now, tokens) if self._tokens else None
        return Sent(now, in_flight >= int(self.concurrency), counted)

    @_one_at_a_time
    def answered(self, sent: Sent, now: float, tokens: int | None, hints: Hints) -> None:
        """Learn from a reply: its headers, its true tokens, and that there is room to grow."""
        if self._tokens and sent.tokens and tokens is not None:
            self._tokens.correct(sent.tokens, tokens)
        self._heed(hints, now)
        if sent.filled:
            self._grow(now)

    @_one_at_a_time
    def failed(self, now: float, retry_after: float | None) -> None:
        """Learn from a 5xx, a time-out or a broken connection: wait if asked, but do not shrink."""
        if retry_after is not None:
            self._freeze(now, retry_after)

    @_one_at_a_time
    def refused(self, sent: Sent, now: float, retry_after: float | None) -> None:
        """Learn from a 429: freeze, and slow down once for all that left before the first of them."""
        self._freeze(now, _UNASKED_FREEZE_S if retry_after is None else retry_after)
        if sent.at <= self._refused_at:
            return
        self._refused_at = now
        let_through = sum(sent.at - 1.0 < at <= sent.at for at in self._sends)
        if self._learnt is None:
            self._learnt = Spacing(let_through, now)
        else:
            self._learnt.refused(now, let_through)
        if sent.filled and now - self._shrunk_at >= _COOLDOWN_S:
            self._shrunk_at = now
            self.concurrency = max(1.0, self.concurrency * _SHRINK)

    def _freeze(self, now: float, seconds: float) -> None:
        self._frozen_until = max(self._frozen_until, now + seconds)

    def _grow(self, now: float) -> None:
        if self._refused_at == _NEVER:
            # One more per reply doubles the number in flight each round trip.
            self.concurrency = min(self.most, self.concurrency + 1)
        elif now - max(self._refused_at, self._grown_at) >= _CLEAN_S:
            self._grown_at = now
            self.concurrency = min(self.most, max(self.concurrency + 1, self.concurrency * _GROW))

    def _heed(self, hints: Hints, now: float) -> None:
        """Take up announced limits where none were given by hand, and pause where nothing is left."""
        if self._given.requests_per_minute is None and hints.requests:
            self._requests = _with_limit(self._requests, hints.requests)
        if self._given.tokens_per_minute is None and hints.tokens:
            self._tokens = _with_limit(self._tokens, hints.tokens)
        if hints.pause is not None:
            self._freeze(now, hints.pause)


def _per_minute(limit: int | None) -> Window | None:
    return None if limit is None else Window(limit, 60.0)


def _with_limit(window: Window | None, limit: int) -> Window:
    if window is None:
        return Window(limit, 60.0)
    window.limit = limit
    return window
