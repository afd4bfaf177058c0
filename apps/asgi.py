"""Websockets, in a process of their own: see "Why two processes" in docs/server.md."""

from __future__ import annotations

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.settings")
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402 - these need the settings
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from apps.core.live import Nowhere  # noqa: E402
from apps.runs.consumers import RunConsumer  # noqa: E402

LIVE: list[Any] = [path("ws/runs/<int:pk>/", RunConsumer.as_asgi())]


async def http(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The pages are elsewhere; this process only says that it is alive."""
    alive = scope["path"] == "/healthz"
    headers = [(b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 200 if alive else 404, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok\n" if alive else b"only websockets live here\n"})


# The origin's host must be one of ALLOWED_HOSTS; its port is not compared, because without
# a proxy the pages and the sockets have the same host and different ports.
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*LIVE, re_path(r"", Nowhere.as_asgi())]))
        ),
    }
)
