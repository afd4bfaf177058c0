"""The times that a browser takes: how long a page was shown before each answer was given."""

from __future__ import annotations

import json

# A page left open over night is no reaction time; more than a day is not stored.
LONGEST_MS = 86_400_000


def read_times(text: str) -> dict[str, int]:
    """Return milliseconds by the name of what was answered; anything odd is no time, never an error."""
    try:
        times = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(times, dict):
        return {}
    return {
        name: int(ms)
        for name, ms in times.items()
        if isinstance(ms, int | float) and not isinstance(ms, bool) and 0 <= ms <= LONGEST_MS
    }
