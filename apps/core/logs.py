"""What may not stand in a log: participants' addresses, which open their answers."""

from __future__ import annotations

import logging
import re

PARTICIPANT = re.compile(r"/p/[\w-]+[^\s\"']*")


class HideParticipants(logging.Filter):
    """Cut a participant's address to /p/... in every record, in its text and in its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = PARTICIPANT.sub("/p/...", record.getMessage())
        record.args = ()
        return True
