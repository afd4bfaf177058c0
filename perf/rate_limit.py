"""How much of a server's rate limit we use, and that nothing is lost on the way.

A server on 127.0.0.1 lets 50 requests a second through and answers the others with 429 and
Retry-After, in each of its three forms and with each way of counting that servers have: a fixed
window, a sliding window, a token bucket. Nothing is told about the limit beforehand, and learning
it is part of the time measured: by default as long as EmotionBench's 13,510 requests would take.

    python perf/rate_limit.py [--seconds 270] [--json]

Target: no lost item, none answered twice, and at least 90 % of the limit used, in every case.
"""

import argparse
import asyncio
import json
import math
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from email.utils import formatdate
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from inference import ChatReply, ChatRequest, Message, generate, load_engine
from tests.inference.server import Call, ModelServer, Say, chat, error

LIMIT = 50
TARGET = 0.9
LATENCY_S = 0.3
# EmotionBench is 13,510 requests.
STUDY_S = 13_510 / LIMIT


class FixedWindow:
    """Counts anew at every full second."""

    def __init__(self) -> None:
        self._windows: dict[int, int] = {}

    def wait(self, now: float) -> float:
        window = math.floor(now)
        if self._windows.get(window, 0) >= LIMIT:
            return window + 1 - now
        self._windows[window] = self._windows.get(window, 0) + 1
        return 0.0

    def possible(self, first: float, last: float) -> float:
        return LIMIT * (math.floor(last) - math.floor(first) + 1)


class SlidingWindow:
    """Counts the last second before each request."""

    def __init__(self) -> None:
        self._let_through: deque[float] = deque(maxlen=LIMIT)

    def wait(self, now: float) -> float:
        if len(self._let_through) == LIMIT and self._let_through[0] + 1 > now:
            return self._let_through[0] + 1 - now
        self._let_through.append(now)
        return 0.0

    def possible(self, first: float, last: float) -> float:
        return LIMIT * (math.floor(last - first) + 1)


class TokenBucket:
    """Fills at the limit's rate up to one second's worth, full at the start."""

    def __init__(self) -> None:
        self._tokens = float(LIMIT)
        self._at: float | None = None

    def wait(self, now: float) -> float:
        gained = 0.0 if self._at is None else (now - self._at) * LIMIT
        self._tokens, self._at = min(LIMIT, self._tokens + gained), now
        if self._tokens < 1:
            return (1 - self._tokens) / LIMIT
        self._tokens -= 1
        return 0.0

    def possible(self, first: float, last: float) -> float:
        return LIMIT * (last - first + 1)


Limiter = FixedWindow | SlidingWindow | TokenBucket


def in_seconds(wait: float) -> dict[str, str]:
    return {"retry-after": str(math.ceil(wait))}


def as_date(wait: float) -> dict[str, str]:
    now = time.time()
    then = formatdate(math.ceil(now + wait), usegmt=True)
    return {"date": formatdate(now, usegmt=True), "retry-after": then}


def in_milliseconds(wait: float) -> dict[str, str]:
    return {"retry-after-ms": str(math.ceil(wait * 1000))}


COUNTERS: dict[str, Callable[[], Limiter]] = {
    "fixed window": FixedWindow,
    "sliding window": SlidingWindow,
    "token bucket": TokenBucket,
}
FORMS = {"seconds": in_seconds, "date": as_date, "milliseconds": in_milliseconds}


@dataclass(frozen=True)
class Measured:
    """One case: ``used`` is the share (0-1) of what the limiter would have let through."""

    counter: str
    retry_after: str
    items: int
    lost: int
    repeated: int
    refused: int
    seconds: float
    used: float

    def holds(self) -> bool:
        return not self.lost and not self.repeated and self.used >= TARGET


class LimitedServer:
    """Plays the model behind a limiter, and notes what it let through."""

    def __init__(self, counter: str, form: str) -> None:
        self._limiter = COUNTERS[counter]()
        self._headers = FORMS[form]
        self.let_through: list[float] = []
        self.refused = 0

    def __call__(self, call: Call) -> Say:
        wait = self._limiter.wait(call.at)
        if wait > 0:
            self.refused += 1
            return error(429, "Too many requests", headers=self._headers(wait))
        self.let_through.append(call.at)
        return Say(chat("1: 3").body, delay_s=LATENCY_S)

    def used(self) -> float:
        first, last = self.let_through[0], self.let_through[-1]
        return len(self.let_through) / self._limiter.possible(first, last)


async def measure(counter: str, form: str, seconds: float) -> Measured:
    server = LimitedServer(counter, form)
    requests = [ChatRequest((Message("user", f"Item {number}"),)) for number in range(int(LIMIT * seconds))]
    answered: list[int] = []
    started = time.monotonic()
    with ModelServer(server) as running:
        engine = load_engine("openai", base_url=running.url, model="tiny")
        async for finished in generate(engine, requests):
            if isinstance(finished.outcome, ChatReply):
                answered.append(finished.position)
    return Measured(
        counter=counter,
        retry_after=form,
        items=len(requests),
        lost=len(requests) - len(set(answered)),
        repeated=len(server.let_through) - len(requests),
        refused=server.refused,
        seconds=round(time.monotonic() - started, 2),
        used=round(server.used(), 3),
    )


async def measure_forms(counter: str, seconds: float) -> list[Measured]:
    """Measure the cases of one counter side by side: they mostly wait."""
    return await asyncio.gather(*(measure(counter, form, seconds) for form in FORMS))


def measure_counter(counter: str, seconds: float) -> list[Measured]:
    return asyncio.run(measure_forms(counter, seconds))


def measure_all(seconds: float) -> list[Measured]:
    """Measure each counter in a process of its own, so that none waits for another's work."""
    with ProcessPoolExecutor(len(COUNTERS)) as processes:
        found = processes.map(measure_counter, COUNTERS, [seconds] * len(COUNTERS))
        return [one for cases in found for one in cases]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=STUDY_S, help="least duration of each case")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    chosen = parser.parse_args()
    measured = measure_all(chosen.seconds)
    print(f"{'limit counted by':16} {'Retry-After in':14} {'items':>6} {'lost':>5} {'429s':>5} {'used':>6}")
    for one in measured:
        counts = f"{one.items:6} {one.lost:5} {one.refused:5} {one.used:6.1%}"
        print(f"{one.counter:16} {one.retry_after:14} {counts}")
    holds = all(one.holds() for one in measured)
    print(f"Target (nothing lost or repeated, {TARGET:.0%} used): {'reached' if holds else 'MISSED'}")
    if chosen.json:
        print(json.dumps({"holds": holds, "limit": LIMIT, "cases": [asdict(one) for one in measured]}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
