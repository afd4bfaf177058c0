"""A web server of our own for as long as a rehearsal lasts, on this lab's data."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

from django.conf import settings

HOST = "127.0.0.1"
SECONDS_TO_START = 30.0
SECONDS_TO_STOP = 10.0


class NoServer(RuntimeError):
    """The server did not come up."""


@contextmanager
def served() -> Iterator[str]:
    """Start gunicorn as `make run` does; yield its address; stop it at the end. Raises NoServer."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        address = f"{HOST}:{probe.getsockname()[1]}"
    # Nothing leaves this machine, so HTTPS is not asked for
    command = ["-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "--bind", address, "--env", "HTTPS=0"]
    server = subprocess.Popen([sys.executable, *command, "apps.wsgi"], cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL)
    try:
        _wait(server, f"http://{address}/healthz")
        yield f"http://{address}"
    finally:
        server.terminate()
        try:
            server.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            server.kill()


def _wait(server: subprocess.Popen[bytes], address: str) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and server.poll() is None:
        try:
            urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise NoServer("The web server for the rehearsal did not start.")
