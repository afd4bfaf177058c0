"""Counters that move while you look: a page opens a websocket and is sent what changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

log = logging.getLogger(__name__)

NOT_ALLOWED, NO_SUCH_ADDRESS, BROKEN = 4403, 4404, 1011


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """Sends `snapshot()` on connecting and again whenever it has changed.

    A subclass says who may look (`allowed`) and what there is to see (`snapshot`: a few counters,
    read with one or two cheap queries, because every open page asks twice a second). A visitor
    who may not look is let in and sent away at once with close code 4403: a browser shows a page
    the code of a socket that was open, never that of one that was refused.
    """

    seconds_between_reads = 0.5
    watching: asyncio.Task[None] | None = None

    async def allowed(self) -> bool:
        raise NotImplementedError

    def snapshot(self) -> Mapping[str, Any]:
        """Return what the page shows; runs in a thread and may use the database."""
        raise NotImplementedError

    async def connect(self) -> None:
        await self.accept()
        if await self.allowed():
            self.watching = asyncio.create_task(self.watch())
        else:
            await self.close(NOT_ALLOWED)

    async def disconnect(self, code: int) -> None:
        if self.watching:
            self.watching.cancel()

    async def watch(self) -> None:
        read = database_sync_to_async(self.snapshot)
        sent: Mapping[str, Any] | None = None
        try:
            while True:
                seen = await read()
                if seen != sent:
                    await self.send_json(seen)
                    sent = seen
                await asyncio.sleep(self.seconds_between_reads)
        except Exception:  # nobody awaits this task: say so, and let the page connect again
            log.exception("%s could not go on", type(self).__name__)
            await self.close(BROKEN)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Pages only listen."""


class Nowhere(AsyncJsonWebsocketConsumer):
    """Any address that no page of ours asks for."""

    async def connect(self) -> None:
        await self.close(NO_SUCH_ADDRESS)
