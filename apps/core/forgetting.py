"""After something was deleted that may not be found again."""

from __future__ import annotations

import logging
import time

from django.db import connection

logger = logging.getLogger(__name__)

WAIT_MS = 2000
# Seconds before another attempt, when somebody has read all the while
PAUSES = (0.2, 0.5, 1.0)


def forget_deleted() -> None:
    """Empty SQLite's write-ahead log, in which deleted rows can still be read. Call outside a transaction.

    The database file itself is overwritten as rows go (PRAGMA secure_delete in the settings). Nobody can write
    while this waits for those who read, so it waits briefly and tries again; in vain, the server's log says so.
    """
    if connection.vendor != "sqlite":
        return
    for pause in (*PAUSES, None):
        if _empty_log():
            return
        if pause is not None:
            time.sleep(pause)
    logger.warning(
        "Deleted rows can still be read in SQLite's write-ahead log: somebody reads the database all the time"
    )


def _empty_log() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (before,) = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_pages = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {before}")
    return not is_busy
