"""Which columns a model's file has, against what the design asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from apps.studies.imports import design
from apps.studies.imports.design import EMOTIONS, Situation


class Column(NamedTuple):
    """A column of answers; `situation` is None for the default condition."""

    index: int
    header: str
    situation: Situation | None
    test: int
    order: int

    @property
    def run(self) -> str:
        """The header up to the test's number: what the file calls the condition."""
        return self.header.split("_test-")[0]


class Columns(NamedTuple):
    """So many columns, named for a person: "Jealousy-0_scenario-4 tests 3-9"."""

    count: int
    names: tuple[str, ...]


def missing(columns: Sequence[Column], *, whole: bool) -> list[Column]:
    """Return the columns that the design has and the file lacks.

    `whole` asks for every emotion, as PANAS was given; the other scales went with one emotion each.
    Each situation is asked for as often as the file's most frequent one, in each order that the file has.
    """
    emotions = {design.emotion_of(column.situation.factor) for column in columns if column.situation}
    runs = dict.fromkeys((column.run, column.situation) for column in columns)
    for emotion, factors in EMOTIONS.items():
        if whole or emotion.lower() in emotions:
            for number in range(len(factors)):
                for place in design.given(f"{emotion.lower()}-{number + 1}"):
                    runs[f"{emotion}-{number}_scenario-{place.position - 1}", place] = None
    return [lack for run, situation in runs for lack in _lacks(columns, run, situation)]


def _lacks(columns: Sequence[Column], run: str, situation: Situation | None) -> Iterable[Column]:
    alike = [column for column in columns if (column.situation is None) == (situation is None)]
    for order in sorted({column.order for column in alike}):
        done = {column.test for column in alike if column.order == order and column.situation == situation}
        most = max(column.test for column in alike if column.order == order) + 1
        for test in sorted(set(range(most)) - done):
            yield Column(-1, "", situation, test, order)._replace(header=f"{run}_test-{test}_order-{order}")


def summary(columns: Iterable[Column]) -> Columns:
    """Count the columns and name them by run, with ranges of tests."""
    tests: dict[tuple[str, int], list[int]] = {}
    for column in columns:
        tests.setdefault((column.run, column.order), []).append(column.test)
    names = [
        f"{run} {_ranges(sorted(done))}" + (f" of order {order}" if order else "")
        for (run, order), done in tests.items()
    ]
    return Columns(sum(len(done) for done in tests.values()), tuple(names))


def _ranges(tests: Sequence[int]) -> str:
    """Return "test 3" or "tests 0, 3-9"."""
    parts: list[list[int]] = []
    for test in tests:
        if parts and parts[-1][-1] == test - 1:
            parts[-1].append(test)
        else:
            parts.append([test])
    words = ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)
    return f"test {words}" if len(tests) == 1 else f"tests {words}"
