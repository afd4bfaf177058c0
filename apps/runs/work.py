"""Working through a chunk of a run: claim, ask, store, read, score; again for what could not be read.

Asyncio carries the requests; every database call runs in one thread of its own. Whatever arrives
while a batch is being written makes up the next batch, so replies are stored as they come.
Killing the process at any point costs at most the requests that were under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any, TypeVar

from django.db import close_old_connections, connections

from apps.runs.chunk import Chunk
from inference import ChatReply, Engine, generate
from inference.errors import EngineError

T = TypeVar("T")
HEARTBEAT_SECONDS = 3.0
WAIT_FOR_OTHERS_SECONDS = 0.5


async def work(chunk: Chunk, engine: Engine) -> None:
    """Work until nothing is due in the chunk, or its run is no longer running."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="database") as thread:
        worker = _Work(chunk, engine, thread)
        try:
            await worker.all()
        finally:
            await worker.in_thread(chunk.release)
            await worker.in_thread(_close_connections)


def _close_connections() -> None:
    connections.close_all()


class _Work:
    def __init__(self, chunk: Chunk, engine: Engine, thread: ThreadPoolExecutor) -> None:
        self.chunk, self.engine, self.thread = chunk, engine, thread

    async def in_thread(self, call: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, call, *args)

    async def all(self) -> None:
        await self.in_thread(close_old_connections)
        await self.in_thread(self.chunk.load)
        while keys := await self.in_thread(self.chunk.next_keys):
            asking = asyncio.create_task(self._ask(keys))
            beating = asyncio.create_task(self._beat_until_stopped())
            done, pending = await asyncio.wait({asking, beating}, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
            for task in done:
                task.result()
            if beating in done:
                return
        if self.chunk.waits_for_budget:
            await asyncio.sleep(WAIT_FOR_OTHERS_SECONDS)
            await self.all()

    async def _beat_until_stopped(self) -> None:
        """Keep the claims alive; return when the run was paused or cancelled."""
        while await self.in_thread(self.chunk.beat):
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _ask(self, keys: Sequence[str]) -> None:
        arrived: dict[str, ChatReply | EngineError] = {}
        writing: asyncio.Future[None] | None = None
        requests = [self.chunk.requests[key] for key in keys]
        try:
            async with aclosing(generate(self.engine, requests)) as outcomes:
                async for position, outcome in outcomes:
                    arrived[keys[position]] = outcome  # type: ignore[assignment]
                    if writing is None or writing.done():
                        if writing:
                            writing.result()
                        writing = asyncio.ensure_future(self.in_thread(self.chunk.store, arrived))
                        arrived = {}
        finally:
            # Also when the run was stopped: what has been paid for is kept.
            if writing:
                await writing
            if arrived:
                await self.in_thread(self.chunk.store, arrived)
