"""A model's answers: one wide CSV, one column for each time the model answered the scale.

    row 1    question-0, order-0, General_test-0_order-0, Anger-0_scenario-0_test-0_order-0, ...
    row 2    the prompt; below a situation's column, the sentence with the situation
    rows 3-  the items as numbered for the model, the items' own numbers (order-0), the answers

Answers stand in the order of the order column that their header ends with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from apps.studies.imports import coverage, design
from apps.studies.imports.answers import Taken, rating
from apps.studies.imports.coverage import Column, Columns
from apps.studies.imports.design import EMOTIONS, Situation
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import storable
from apps.studies.imports.scales import PANAS, SLUGS, Mismatch, Scale, identify

# Two or more digits count: the header of order 10 does not belong to order-0.
ANSWERS = re.compile(
    r"(?:General|(?P<emotion>[A-Za-z]+)-(?P<factor>[0-9]{1,3})_scenario-(?P<scenario>[0-9]{1,3}))"
    r"_test-(?P<test>[0-9]{1,3})_order-(?P<order>[0-9]{1,3})"
)
SIDE = re.compile(r"(?P<kind>question|order)-(?P<order>[0-9]{1,3})")
NAME = re.compile(rf"(?P<label>.+)-(?:{'|'.join(SLUGS)})-testing\.csv", re.IGNORECASE)
FRAME = re.compile(r'\s*Imagine you are the protagonist in the scenario: "(?P<text>.*)"\s*', re.DOTALL)
# A table program may have numbered the rows in a column of its own, which comes first.
INDEX = {"", "Unnamed: 0"}
NUMBER = re.compile(r"[0-9]+\.\s*")
# Tests of another order are other repeats; test numbers have at most three digits.
REPEATS_PER_ORDER = 1000
LONGEST_LABEL = 200


@dataclass(frozen=True)
class ResultsFile:
    """`texts` has the situations as they were told; `retold` those that the file tells in several ways."""

    path: Path
    label: str
    scale: Scale
    taken: tuple[Taken, ...]
    texts: Mapping[Situation, str]
    empty: Columns
    missing: Columns
    retold: tuple[str, ...]


def model_label(path: Path, given: str | None) -> str:
    """Return the model's label: the one given, else the file's name up to its scale."""
    match = NAME.fullmatch(path.name)
    label = " ".join((given if given is not None else match["label"] if match else "").split())
    if not label:
        expected = "a name such as gpt-4-PANAS-testing.csv, or the model's label with --model"
        raise UnreadableFile(path, "", expected=expected, found=quoted(path.name if given is None else given))
    if len(label) > LONGEST_LABEL:
        raise UnreadableFile(path, "", expected=f"a label of at most {LONGEST_LABEL} letters", found=str(len(label)))
    return storable(path, "the model's label", label)


def read(path: Path, rows: list[list[str]], label: str, scales: Sequence[Scale]) -> ResultsFile:
    """Return every column's answers; raise UnreadableFile naming row and column."""
    sides, columns = _columns(path, rows[0])
    scale, orders = _scale(path, rows, sides, scales)
    missing_orders = sorted({column.order for column in columns} - set(orders))
    if missing_orders:
        expected = f'a column "order-{missing_orders[0]}" for the answers that name it'
        raise UnreadableFile(path, "row 1", expected=expected, found="none")
    taken = tuple(_taken(path, rows, column, scale, orders[column.order]) for column in columns)
    texts, retold = _texts(path, rows[1], columns)
    empty = [one for one, its in zip(columns, taken, strict=True) if its.is_empty]
    missing = coverage.missing(columns, whole=scale.slug == PANAS)
    return ResultsFile(path, label, scale, taken, texts, coverage.summary(empty), coverage.summary(missing), retold)


def _columns(path: Path, header: Sequence[str]) -> tuple[dict[tuple[str, int], int], list[Column]]:
    """Return the index of each question and order column, and the columns of answers."""
    sides: dict[tuple[str, int], int] = {}
    columns: list[Column] = []
    seen: set[tuple[object, ...]] = set()
    for index, name in enumerate(cell.strip() for cell in header):
        if index == 0 and name in INDEX:
            continue
        side = SIDE.fullmatch(name)
        if side:
            sides[side["kind"], int(side["order"])] = index
        else:
            columns.append(_column(path, index, name))
        # by meaning, for "test-1" and "test-01" are one place
        key = (side["kind"], int(side["order"])) if side else columns[-1][2:]
        if key in seen:
            raise UnreadableFile(path, f"row 1, column {quoted(name)}", expected="each column once", found="it twice")
        seen.add(key)
    if not columns:
        raise UnreadableFile(path, "row 1", expected='columns of answers ("General_test-0_order-0")', found="none")
    return sides, columns


def _column(path: Path, index: int, name: str) -> Column:
    match = ANSWERS.fullmatch(name)
    place = f"row 1, column {index + 1}"
    if not match:
        expected = 'a header such as "Anger-0_scenario-0_test-0_order-0"'
        raise UnreadableFile(path, place, expected=expected, found=quoted(name))
    situation = None
    if match["emotion"]:
        try:
            factor = design.factor_code(match["emotion"], int(match["factor"]) + 1)
        except KeyError:
            expected = f"one of the factors Anger-0 to Embarrassment-{len(EMOTIONS['Embarrassment']) - 1}"
            raise UnreadableFile(path, place, expected=expected, found=quoted(name)) from None
        situation = Situation(factor, int(match["scenario"]) + 1)
    return Column(index, name, situation, int(match["test"]), int(match["order"]))


def _scale(
    path: Path, rows: list[list[str]], sides: Mapping[tuple[str, int], int], scales: Sequence[Scale]
) -> tuple[Scale, dict[int, tuple[str, ...]]]:
    """Return the scale, told by the items' words, and the item codes of each order."""
    questions = sorted(number for kind, number in sides if kind == "question" and ("order", number) in sides)
    if not questions or len(rows) < 3:
        found = f"{len(rows)} rows" if questions else listed([quoted(name) for name in rows[0][:3]])
        raise UnreadableFile(path, "", expected='columns "question-0" and "order-0" with the items below', found=found)
    numbers = {k: _order(path, rows, k, index) for (kind, k), index in sides.items() if kind == "order"}
    identified = {}
    for k in questions:
        index = sides["question", k]
        words = dict(zip(numbers[k], (NUMBER.sub("", row[index].strip(), count=1) for row in rows[2:]), strict=True))
        try:
            scale = identify([words[number] for number in sorted(words)], rows[1][index], scales)
        except Mismatch as error:
            row = f"row {numbers[k].index(error.item) + 3}, " if error.item else ""
            place = f'{row}column "question-{k}"'
            raise UnreadableFile(path, place, expected=error.expected, found=quoted(error.found)) from error
        identified[scale.slug] = scale
    if len(identified) > 1:
        raise UnreadableFile(path, "row 1", expected="one scale", found=listed([s.name for s in identified.values()]))
    return scale, {k: tuple(scale.items[number - 1].code for number in order) for k, order in numbers.items()}


def _order(path: Path, rows: list[list[str]], order: int, index: int) -> list[int]:
    """Return the numbers of the items in the order shown; each of 1 to n must stand there once."""
    n = len(rows) - 2
    numbers: list[int] = []
    for row, cells in enumerate(rows[2:], 3):
        try:
            number = rating(cells[index], 1, n)
        except ValueError:
            number = None
        if number is None or number in numbers:
            expected = f"an item's number from 1 to {n}, each once"
            raise UnreadableFile(
                path, f'row {row}, column "order-{order}"', expected=expected, found=quoted(cells[index])
            )
        numbers.append(number)
    return numbers


def _taken(path: Path, rows: list[list[str]], column: Column, scale: Scale, order: tuple[str, ...]) -> Taken:
    cells = tuple(row[column.index] for row in rows[2:])
    values: list[int | None] = []
    for row, cell in enumerate(cells, 3):
        try:
            values.append(rating(cell, scale.low, scale.high))
        except ValueError as error:
            place = f"row {row}, column {quoted(column.header)}"
            raise UnreadableFile(path, place, expected=str(error), found=quoted(cell)) from error
    return Taken(column.situation, column.order * REPEATS_PER_ORDER + column.test, order, cells, tuple(values))


def _texts(
    path: Path, prompts: Sequence[str], columns: Sequence[Column]
) -> tuple[dict[Situation, str], tuple[str, ...]]:
    """Return each situation's text, and the situations that the file tells in more than one way (the first stands)."""
    texts: dict[Situation, str] = {}
    retold: dict[str, None] = {}
    for column in columns:
        if column.situation:
            cell = storable(path, f"row 2, column {quoted(column.header)}", prompts[column.index])
            match = FRAME.fullmatch(cell)
            text = match["text"] if match else cell.strip()
            if texts.setdefault(column.situation, text) != text:
                retold[column.situation.code] = None
    return texts, tuple(retold)
