"""Requests to outcomes over the network: many at once, paced, retried, each answered once."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from random import Random

from inference.errors import EngineError, QuotaExhausted, RateLimited, Retried, StopsRun
from inference.hints import Hints
from inference.rate import Pace, Sent
from inference.types import Finished, Request, Result, Stopped, never

_SLICE_S = 1.0
_OTHERS_S = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to go on with one request.

    ``attempts`` bounds failures (5xx, time-outs, broken connections), ``refusals`` bounds 429s,
    which in a storm say nothing about the request itself. Waits between failures are drawn evenly
    from 0 to ``first_wait_s`` doubled at each (full jitter), at most ``longest_wait_s``. A server
    that asks to wait longer than ``longest_freeze_s`` stops the run.
    """

    attempts: int = 5
    refusals: int = 30
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    longest_freeze_s: float = 600.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request: its result, the tokens to count, what the headers announce."""

    result: Result
    tokens: int | None
    hints: Hints


Send = Callable[[Request], Awaitable[Answer]]


@dataclass(slots=True)
class Sender:
    """Sends requests at a pace. ``send`` makes one attempt and raises an EngineError if it fails."""

    send: Send
    estimate: Callable[[Request], int]
    pace: Pace
    patience: Patience = Patience()
    random: Random = field(default_factory=Random)
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def all(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        """Yield every outcome as it comes; raise a StopsRun after those already under way."""
        run = _Run(self, stopped)
        waiting = iter(enumerate(requests))
        count = min(len(requests), self.pace.most)
        tasks = [asyncio.create_task(run.work(waiting)) for _ in range(count)]
        try:
            async with aclosing(run.outcomes(count)) as outcomes:
                async for finished in outcomes:
                    yield finished
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


class _Run:
    """One call of ``Sender.all``: its gate and its outcomes live in one event loop."""

    def __init__(self, sender: Sender, called_off: Stopped) -> None:
        self._sender = sender
        self._called_off = called_off
        self._turn = asyncio.Lock()
        self._came_back = asyncio.Event()
        self._done: asyncio.Queue[Finished | Exception | None] = asyncio.Queue()
        self._stopped: StopsRun | None = None
        self._in_flight = 0

    async def outcomes(self, workers: int) -> AsyncGenerator[Finished, None]:
        while workers:
            done = await self._done.get()
            if isinstance(done, Finished):
                yield done
            elif done is None:
                workers -= 1
            else:
                raise done
        if self._stopped:
            raise self._stopped

    async def work(self, waiting: Iterator[tuple[int, Request]]) -> None:
        """Answer one request after another until none is left or the run has stopped."""
        try:
            for position, request in waiting:
                outcome = await self._outcome(request)
                if isinstance(outcome, StopsRun):
                    self._stop(outcome)
                elif outcome is not None:
                    self._done.put_nowait(Finished(position, outcome))
                if self._over:
                    break
        except Exception as error:
            # A fault of our own must reach the caller, not wait in a task nobody looks at.
            self._done.put_nowait(error)
        else:
            self._done.put_nowait(None)

    @property
    def _over(self) -> bool:
        """Is nothing more to be sent, because of an error or because the caller says so?"""
        return self._stopped is not None or self._called_off()

    def _stop(self, error: StopsRun) -> None:
        self._stopped = self._stopped or error
        self._came_back.set()

    async def _outcome(self, request: Request) -> Result | EngineError | None:
        """Return the result or the error that is left after all attempts; None if not begun."""
        patience = self._sender.patience
        failures = refusals = 0
        while True:
            try:
                return await self._attempt(request)
            except RateLimited as error:
                refusals += 1
                if refusals >= patience.refusals:
                    return error
            except Retried as error:
                failures += 1
                if failures >= patience.attempts:
                    return error
                await self._sender.sleep(self._jitter(failures))
            except EngineError as error:
                return error
            if self._over:
                return None

    def _jitter(self, failures: int) -> float:
        patience = self._sender.patience
        longest = min(patience.longest_wait_s, patience.first_wait_s * 2 ** (failures - 1))
        return self._sender.random.uniform(0, longest)

    async def _attempt(self, request: Request) -> Result | None:
        """Send once, when the pace allows; None if the run stopped before that."""
        sender = self._sender
        sent = await self._enter(sender.estimate(request))
        if sent is None:
            return None
        try:
            answer = await sender.send(request)
        except RateLimited as error:
            sender.pace.refused(sent, sender.clock(), self._bearable(error))
            raise
        except Retried as error:
            sender.pace.failed(sender.clock(), self._bearable(error))
            raise
        finally:
            sender.pace.leave()
            self._in_flight -= 1
            self._came_back.set()
        sender.pace.answered(sent, sender.clock(), answer.tokens, answer.hints)
        return answer.result

    async def _enter(self, tokens: int) -> Sent | None:
        """Wait, in the order of coming, until the pace lets a request through."""
        sender = self._sender
        async with self._turn:
            while not self._over:
                wait = sender.pace.wait(sender.clock(), tokens)
                if wait > 0:
                    # In slices, so that a run that has stopped does not sleep through a long freeze.
                    await sender.sleep(min(wait, _SLICE_S))
                elif sent := sender.pace.enter(sender.clock(), tokens):
                    self._in_flight += 1
                    return sent
                elif self._in_flight:
                    self._came_back.clear()
                    await self._came_back.wait()
                else:  # another thread that asks the same endpoint has all there is
                    await sender.sleep(_OTHERS_S)
        return None

    def _bearable(self, error: Retried) -> float | None:
        """Return the wait asked for; raise QuotaExhausted if nobody would sit through it."""
        wait = error.retry_after
        if wait is not None and wait > self._sender.patience.longest_freeze_s:
            raise QuotaExhausted(
                f"The server asks to wait {wait / 60:.0f} minutes before the next request; "
                "resume the run after that, or raise the limit of the account.",
                status=error.status,
            ) from None
        return wait
