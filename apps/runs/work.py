"""Working through a chunk of a run: claim, ask, store, read, score; again for what could not be read.

Asyncio carries the requests; every database call runs in one thread of its own. Replies are stored
as they come, a tenth of a second's worth in one transaction.
Killing the process at any point costs at most the requests that were under way; pausing costs none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from typing import Any, TypeVar

from django.db import close_old_connections, connections

from apps.runs.chunk import Chunk
from inference import ChatReply, Engine, generate
from inference.errors import EngineError

T = TypeVar("T")
Arrived = tuple[str, ChatReply | EngineError]
HEARTBEAT_SECONDS = 3.0
WAIT_FOR_OTHERS_SECONDS = 0.5
# Replies that come close together are stored together: a transaction costs more than a row.
GATHER_SECONDS = 0.1
FULL_BATCH = 100


async def work(chunk: Chunk, load_engine: Callable[[], Engine]) -> None:
    """Work until nothing is due in the chunk, or its run is no longer running.

    Raises what the engine raises when no request can be answered.
    """
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="database") as thread:
        worker = _Work(chunk, thread)
        try:
            await worker.all(load_engine)
        finally:
            await worker.in_thread(chunk.release)
            await worker.in_thread(connections.close_all)


class _Work:
    def __init__(self, chunk: Chunk, thread: ThreadPoolExecutor) -> None:
        self.chunk, self.thread = chunk, thread
        self.running = True

    async def in_thread(self, call: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, call, *args)

    async def all(self, load_engine: Callable[[], Engine]) -> None:
        await self.in_thread(close_old_connections)
        asking = asyncio.create_task(self._ask_all(load_engine))
        beating = asyncio.create_task(self._beat())
        try:
            await asyncio.wait({asking, beating}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Here also when this task is cancelled, or no sign of life can be given.
            for task in (asking, beating):
                task.cancel()
            await asyncio.gather(asking, beating, return_exceptions=True)
        for task in (asking, beating):
            with suppress(asyncio.CancelledError):
                task.result()

    async def _beat(self) -> None:
        """Keep the claims alive and see whether the run was paused or cancelled."""
        while True:
            self.running = await self.in_thread(self.chunk.beat)
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _ask_all(self, load_engine: Callable[[], Engine]) -> None:
        # Loading a local model may take minutes, in which the heart goes on beating.
        engine = await asyncio.to_thread(load_engine)
        await self.in_thread(self.chunk.load, engine)
        while self.running:
            if keys := await self.in_thread(self.chunk.next_keys):
                await self._ask(engine, keys)
                if self.chunk.somebody_left:
                    await self.in_thread(self.chunk.start_over)
            elif self.chunk.waits_for_budget:
                await asyncio.sleep(WAIT_FOR_OTHERS_SECONDS)
            else:
                return

    async def _ask(self, engine: Engine, keys: Sequence[str]) -> None:
        arrived: asyncio.Queue[Arrived | None] = asyncio.Queue()
        writing = asyncio.create_task(self._write(arrived))
        requests = [self.chunk.requests[key] for key in keys]
        paused = False

        def stopped() -> bool:
            # For good, also when the run is resumed while the last replies come in.
            nonlocal paused
            paused = paused or not self.running or self.chunk.somebody_left
            return paused

        try:
            async with aclosing(generate(engine, requests, stopped)) as outcomes:
                async for position, outcome in outcomes:
                    if writing.done():
                        break
                    arrived.put_nowait((keys[position], outcome))  # type: ignore[arg-type]
        finally:
            # Also when the worker was asked to end: what has been paid for is kept.
            arrived.put_nowait(None)
            await writing

    async def _write(self, arrived: asyncio.Queue[Arrived | None]) -> None:
        """Store what arrives, a batch at a time, until None does."""
        more = True
        while more:
            first = await arrived.get()
            if first is not None and arrived.qsize() < FULL_BATCH:
                await asyncio.sleep(GATHER_SECONDS)
            batch = [first, *(arrived.get_nowait() for _ in range(arrived.qsize()))]
            more = batch[-1] is not None
            if outcomes := dict(filter(None, batch)):
                await self.in_thread(self.chunk.store, outcomes)
