"""A browser's side of a websocket. (The one in channels.testing cannot be imported without daphne.)"""

import json

from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator


class Socket(ApplicationCommunicator):
    def __init__(self, application, path, user=None, headers=()):
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": list(headers), "subprotocols": []}
        super().__init__(application, scope | ({"user": user} if user else {}))

    async def connect(self):
        """Return what the server says to a newcomer: accepted, or the code of its refusal."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(timeout=3)
        return "accepted" if answer["type"] == "websocket.accept" else answer.get("code", 1000)

    async def message(self):
        return json.loads((await self.receive_output(timeout=3))["text"])

    async def closed(self):
        return (await self.receive_output(timeout=3))["code"]

    async def say(self, content):
        await self.send_input({"type": "websocket.receive", "text": json.dumps(content)})

    async def leave(self):
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait()


def visit(application, walk, path="/ws/test/", user=None):
    """Connect as `user`, let the coroutine `walk(socket)` look around, go, and return what it returned."""

    async def go():
        socket = Socket(application, path, user)
        assert await socket.connect() == "accepted"
        try:
            return await walk(socket)
        finally:
            await socket.leave()

    return async_to_sync(go)()
