"""At most so much within any stretch of so many seconds: a limit on requests or on tokens."""

from collections import deque
from dataclasses import dataclass


@dataclass(slots=True)
class Taken:
    """An amount taken from a window, and when; corrected once the true amount is known."""

    at: float
    amount: int


class Window:
    """A sliding window: the sum of what is taken in any ``seconds`` never exceeds ``limit``.

    Exact rather than a leaky bucket, which lets through twice its limit in its first period and so
    meets the very refusals it should prevent. Times are seconds of any clock that never goes back.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        if limit < 1 or seconds <= 0:
            raise ValueError(f"a limit of {limit} per {seconds} s lets nothing through")
        self.limit = limit
        self.seconds = seconds
        self._taken: deque[Taken] = deque()
        self._sum = 0

    def wait(self, now: float, amount: int = 1) -> float:
        """Return the seconds until ``amount`` may be taken, 0 if now.

        An amount above the whole limit waits for an empty window: only the server can refuse it.
        """
        self._forget(now)
        excess = self._sum + min(amount, self.limit) - self.limit
        free_at = now
        for taken in self._taken:
            if excess <= 0:
                break
            excess -= taken.amount
            free_at = taken.at + self.seconds
        return free_at - now

    def take(self, now: float, amount: int = 1) -> Taken:
        """Count ``amount`` from now on, whether or not there was room for it."""
        taken = Taken(now, amount)
        self._taken.append(taken)
        self._sum += amount
        return taken

    def correct(self, taken: Taken, amount: int) -> None:
        """Replace an estimate by the true amount, as long as it still counts."""
        if self._taken and taken.at >= self._taken[0].at:
            self._sum += amount - taken.amount
            taken.amount = amount

    def count(self, now: float) -> int:
        """Return what was taken in the last ``seconds``."""
        self._forget(now)
        return self._sum

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0].at + self.seconds <= now:
            self._sum -= self._taken.popleft().amount
