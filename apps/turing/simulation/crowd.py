"""Many simulated people at once: who goes how far, who leaves on the way, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from apps.turing.simulation.browser import Browser, Request, TurnedAway, Unexpected
from apps.turing.simulation.pages import NotOnPage
from apps.turing.simulation.visits import WAIT, Steps


class End(StrEnum):
    OPEN = "waiting"
    FINISHED = "finished"
    LEFT = "dropped out"
    TURNED_AWAY = "turned away"
    FAILED = "failed"


@dataclass
class Visitor:
    """One person on their way. They leave after so many steps; 0 is to stay to the end."""

    browser: Browser
    steps: Steps
    leaves_after: int = 0
    taken: int = 0
    end: End = End.OPEN
    error: str = ""

    def go(self) -> None:
        """Go on until the end, or until somebody else has to do something."""
        try:
            for step in self.steps:
                self.taken += 1
                if self.taken == self.leaves_after:
                    self.end = End.LEFT
                    return
                if step == WAIT:
                    return
            self.end = End.FINISHED
        except TurnedAway:
            self.end = End.TURNED_AWAY
        except (Unexpected, NotOnPage) as problem:
            self.end, self.error = End.FAILED, str(problem)


@dataclass
class Crowd:
    """All of one kind: "people", "judges"."""

    kind: str
    visitors: Sequence[Visitor] = field(default_factory=list)

    def go(self, concurrency: int) -> None:
        """Let everybody who has not come to an end go on, so many at once."""
        waiting = [visitor for visitor in self.visitors if visitor.end == End.OPEN]
        with ThreadPoolExecutor(concurrency) as pool:
            list(pool.map(Visitor.go, waiting))

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.browser.close()

    @property
    def ends(self) -> Counter[End]:
        return Counter(visitor.end for visitor in self.visitors)

    @property
    def errors(self) -> list[str]:
        return [f"{self.kind}: {visitor.error}" for visitor in self.visitors if visitor.error]

    @property
    def requests(self) -> list[Request]:
        return [request for visitor in self.visitors for request in visitor.browser.requests]

    @property
    def acknowledged(self) -> Counter[str]:
        return sum((visitor.browser.acknowledged for visitor in self.visitors), Counter())


def gather(
    kind: str, walks: Iterable[Callable[[Browser], Steps]], open_browser: Callable[[], Browser], leaving: Sequence[int]
) -> Crowd:
    """Give everybody a browser and their way; `leaving` says after which step each leaves."""
    visitors = []
    for walk, leaves_after in zip(walks, leaving, strict=True):
        browser = open_browser()
        visitors.append(Visitor(browser, walk(browser), leaves_after))
    return Crowd(kind, visitors)


def who_leaves(n: int, share: float, steps: int, rng: Random) -> list[int]:
    """Return for each of n people after which step they leave, 0 for who stays; one stays in any case."""
    leaving = min(round(n * share), n - 1)
    after = [rng.randint(1, steps) for _person in range(leaving)] + [0] * (n - leaving)
    rng.shuffle(after)
    return after
