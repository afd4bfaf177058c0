"""Who claims a request, and is that worker still alive?"""

from __future__ import annotations

import os
import socket
import uuid
from datetime import datetime, timedelta

from django.utils import timezone

# Renewed while a chunk is worked on; only a worker on another machine must wait for it to pass.
LEASE = timedelta(minutes=3)
_START = uuid.uuid4().hex[:8]


def new_worker() -> str:
    """Return a name for one chunk of work in this process: host/process/start of the process/chunk."""
    return f"{socket.gethostname()}/{os.getpid()}/{_START}/{uuid.uuid4().hex[:8]}"


def lease_end() -> datetime:
    return timezone.now() + LEASE


def is_gone(worker: str, lease_until: datetime) -> bool:
    """Has the claim been left behind? At once when its process on this host is dead, else by its lease."""
    host, pid, start, _chunk = worker.split("/")
    if host == socket.gethostname():
        return not _process_lives(int(pid), start)
    return lease_until < timezone.now()


def _process_lives(pid: int, start: str) -> bool:
    if pid == os.getpid():
        return start == _START  # an earlier process had the same number
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
