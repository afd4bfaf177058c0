"""A rate learnt from refusals, kept by sending at an even distance."""

from dataclasses import dataclass

# A refusal takes this share off the rate, and it takes this long to come back to where it was.
_DROP = 0.05
_RECOVERY_S = 30.0
# Refusals nearer to the last one than this are its aftershocks, or say that the rate is far off.
_AFTERSHOCK_S = 1.5
_SOON_S = 5.0
_FAR_OFF = 0.96
# Below this the rate is not the reason for a refusal, and creeping up again would take minutes.
_LEAST_PER_SECOND = 2.0
# How far a late request may be made up for. Timers wake a millisecond or two late; without this the
# lateness of each would add up, with much more of it requests would leave in bursts.
_TOLERANCE_S = 0.02


@dataclass(slots=True)
class Spacing:
    """Requests at an even distance, at a rate that was refused at ``since``.

    Even, because a burst at the edge of a server's window is refused when the network makes it a
    few milliseconds denser. The rate drops at a refusal, comes back fast, lingers about where it
    was refused and only then probes beyond: a cubic of the time since, as in TCP CUBIC (RFC 9438).
    Times are seconds of any clock that never goes back.
    """

    refused_per_second: float
    since: float
    next_at: float = float("-inf")

    def per_second(self, now: float) -> float:
        """Return the rate to send at."""
        gone = (now - self.since) / _RECOVERY_S - 1
        return max(_LEAST_PER_SECOND, self.refused_per_second * (1 + _DROP * gone**3))

    def refused(self, now: float, let_through: int) -> None:
        """Take for the new ceiling what left in the last second, if that is less than the rate.

        A second refusal soon after another means that the ceiling was far off: it drops further. One
        sooner still is an aftershock, the server counting what left before the first. At most halved:
        after a pause, little is known about a whole second.
        """
        ago = now - self.since
        if ago < _AFTERSHOCK_S:
            return
        rate = self.per_second(now)
        ceiling = min(rate, max(let_through, rate / 2))
        self.refused_per_second = ceiling * (_FAR_OFF if ago < _SOON_S else 1.0)
        self.since = now

    def wait(self, now: float) -> float:
        """Return the seconds until the next request may leave, 0 if now."""
        return max(0.0, self.next_at - now)

    def take(self, now: float) -> None:
        """Count a request that leaves now."""
        self.next_at = max(self.next_at, now - _TOLERANCE_S) + 1 / self.per_second(now)
