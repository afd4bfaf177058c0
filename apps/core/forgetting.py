"""After something was deleted that may not be found again."""

from __future__ import annotations

from django.db import connection


def forget_deleted() -> None:
    """Empty SQLite's write-ahead log, in which deleted rows can still be read. Call outside a transaction.

    The database file itself is overwritten as rows go (PRAGMA secure_delete in the settings). Whoever reads
    at this moment is waited for, as long as for any lock.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
