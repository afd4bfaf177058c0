"""A rate learnt from refusals, kept by sending at an even distance."""

from dataclasses import dataclass, field

from inference.window import Window

# Found by simulating servers that count by fixed and sliding windows and ask to wait whole seconds,
# over runs of 60 and 270 s; perf/rate_limit.py measures what they achieve.
# A refusal takes this share off the rate; it comes back to where it was within the recovery, which
# is short while little is known and doubles with each refusal that confirms the ceiling.
_DROP = 0.05
_FIRST_RECOVERY_S = 15.0
_LAST_RECOVERY_S = 60.0
# Refusals nearer to the last one than this are its aftershocks, or say that the rate is far off.
_AFTERSHOCK_S = 1.5
_SOON_S = 5.0
_FAR_OFF = 0.96
_LEAST_GUESS = 0.8
# Below this the rate is not the reason for a refusal, and creeping up again would take minutes.
_LEAST_PER_SECOND = 8.0
# How far late requests are made up for: on a busy machine timers wake tens of milliseconds late, and
# their lateness would add up. What is made up leaves in a burst, so the window below counts as the
# server would; it is a little longer than a second, because the network shifts requests about.
_TOLERANCE_S = 0.25
_WINDOW_S = 1.01


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
    recovery_s: float = _FIRST_RECOVERY_S
    next_at: float = float("-inf")
    last_second: Window = field(default_factory=lambda: Window(1, _WINDOW_S))

    def per_second(self, now: float) -> float:
        """Return the rate to send at."""
        gone = (now - self.since) / self.recovery_s - 1
        return max(_LEAST_PER_SECOND, self.refused_per_second * (1 + _DROP * gone**3))

    def refused(self, now: float, let_through: int) -> None:
        """Take the rate for the new ceiling, or less if it was refused soon before as well.

        Then the ceiling was far off, and what left in the last second is a better guess. A refusal
        sooner still is an aftershock: the server counts what left before the first one. A refusal
        late after another moves the ceiling little, because requests held up on the way and
        arriving together are refused at any rate.
        """
        ago, rate = now - self.since, self.per_second(now)
        if ago < _AFTERSHOCK_S:
            return
        if ago < _SOON_S:
            self.refused_per_second = _FAR_OFF * min(rate, max(let_through, _LEAST_GUESS * rate))
        else:
            self.refused_per_second = rate
            self.recovery_s = min(_LAST_RECOVERY_S, 2 * self.recovery_s)
        self.since = now

    def wait(self, now: float) -> float:
        """Return the seconds until the next request may leave, 0 if now."""
        self.last_second.limit = round(self.per_second(now))
        return max(0.0, self.next_at - now, self.last_second.wait(now))

    def take(self, now: float) -> None:
        """Count a request that leaves now."""
        self.last_second.take(now)
        self.next_at = max(self.next_at, now - _TOLERANCE_S) + 1 / self.per_second(now)
