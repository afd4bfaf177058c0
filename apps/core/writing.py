"""Write transactions that queue up instead of polling."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_QUEUE = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction. On SQLite, which has one writer, this process's threads wait for each other here.

    Without the queue each of them would poll for the file's lock with growing pauses: at 64
    people at once most of a request's time would be spent asleep.
    """
    with _QUEUE if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield
