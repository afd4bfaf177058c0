"""What may not stand in a log: the private addresses that people are given, which open what they told us."""

from __future__ import annotations

import logging
import re

# /p/ for participants, /me/ for who is imitated, /j/ for who judges
PRIVATE = re.compile(r"/(p|me|j)/[\w-]+[^\s\"']*")


class HideParticipants(logging.Filter):
    """Cut a private address to /p/... in every record, in its text and in its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = PRIVATE.sub(r"/\1/...", record.getMessage())
        record.args = ()
        return True
