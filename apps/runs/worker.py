"""Who claims a request, and is that worker still alive?"""

from __future__ import annotations

import os
import socket
import uuid
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

# Renewed every few seconds while a chunk is worked on. Only where a process cannot be looked up,
# which is on another machine, must others wait for it to pass.
LEASE = timedelta(minutes=3)
_PROC = Path("/proc")
_at_work: set[str] = set()


def begin_work() -> str:
    """Return a name for one chunk of work in this process: place/process/its start/chunk."""
    worker = f"{place()}/{os.getpid()}/{_start_of(os.getpid())}/{uuid.uuid4().hex[:8]}"
    _at_work.add(worker)
    return worker


def end_work(worker: str) -> None:
    _at_work.discard(worker)


def is_gone(worker: str, lease_until: datetime, now: datetime) -> bool:
    """Has the claim been left behind? Where we share a process table, that says so at once and exactly.

    `now` is the database's, as `lease_until` is: the clocks of two machines may disagree.
    """
    if worker in _at_work:
        return False
    where, pid, start, _chunk = worker.split("/")
    if where != place() or not start:
        return lease_until < now
    return int(pid) == os.getpid() or _start_of(int(pid)) != start


@lru_cache(maxsize=1)
def place() -> str:
    """Return a name for this process table: the host's, and what tells containers and reboots apart."""
    host = socket.gethostname()[:40]
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()[:8]
        table = os.readlink(_PROC / "self/ns/pid").strip("pid:[]")
    except OSError:
        return host
    return f"{host}.{boot}.{table}"


def _start_of(pid: int) -> str:
    """Return when the process began, in clock ticks since the machine did; empty when it is dead.

    A number alone would not do: the next process may get the same one. Empty also where there is
    no /proc; claims then wait for their lease.
    """
    try:
        stat = (_PROC / str(pid) / "stat").read_text()
    except OSError:
        return ""
    state, *fields = stat.rpartition(")")[2].split()
    return "" if state in {"Z", "X"} else fields[18]  # starttime, field 22 of proc(5)
