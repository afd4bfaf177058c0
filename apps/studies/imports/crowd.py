"""The crowd workbook: sheet "Raw", one column per person, found by its words and not by its row numbers.

Row 1 has the situation that each person was given ("Angry_F1S1"; labels repeat); then five questions about the
person, the twenty words before and again after the situation, and sums that the authors computed.
Those sums are no items: they are compared with ours, and a difference is an error.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from apps.benchmarks import likert
from apps.studies.imports import crowd_rows, design
from apps.studies.imports.answers import Taken, rating
from apps.studies.imports.crowd_rows import BEFORE, Places
from apps.studies.imports.design import Situation
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import storable
from apps.studies.imports.scales import PANAS, Scale

SHEET = "Raw"
LABEL = re.compile(r"([A-Za-z]+)_F([0-9]{1,3})S([0-9]{1,3})")
# What a damaged workbook makes openpyxl and the zip under it raise.
BROKEN = (zipfile.BadZipFile, zlib.error, ParseError, InvalidFileException, KeyError, ValueError, OSError, EOFError,
          NotImplementedError, TypeError, AttributeError, IndexError)  # fmt: skip
Cells = Sequence[Any]


@dataclass(frozen=True)
class Person:
    """`column` is the letter over the person's answers; demographics as they stand in the file."""

    column: str
    demographics: dict[str, str | int]
    before: Taken
    after: Taken

    @property
    def taken(self) -> tuple[Taken, Taken]:
        return self.before, self.after


@dataclass(frozen=True)
class CrowdFile:
    """`not_read` says which rows and sheets were left out, and why."""

    path: Path
    scale: Scale
    people: tuple[Person, ...]
    not_read: tuple[str, ...]


def read(path: Path, content: bytes, scales: Sequence[Scale]) -> CrowdFile:
    """Read and check every person; raise UnreadableFile naming sheet, row and column."""
    scale = next(one for one in scales if one.slug == PANAS)
    rows, others = _sheet(path, content)
    first = _first_person(path, rows)
    places = crowd_rows.find(path, [_text(row[first - 1]) for row in rows], scale)
    columns = [index for index in range(first, len(rows[0])) if any(_text(row[index]) for row in rows)]
    people = tuple(_person(path, rows, index, places, scale) for index in columns)
    not_read = [*places.not_read]
    if others:
        not_read.append(f"sheet {listed([quoted(name) for name in others])}: derived figures")
    return CrowdFile(path, scale, people, tuple(not_read))


def _sheet(path: Path, content: bytes) -> tuple[list[Cells], list[str]]:
    """Return the rows of the sheet, all of one length, and the names of the other sheets."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # styles and extensions that openpyxl leaves out
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            names = [str(name) for name in book.sheetnames]
            rows = [list(row) for row in book[SHEET].iter_rows(values_only=True)] if SHEET in names else []
    except BROKEN as error:
        expected = "a whole workbook (.xlsx)"
        raise UnreadableFile(
            path, "", expected=expected, found=f"one that cannot be opened ({quoted(error)})"
        ) from error
    if SHEET not in names:
        raise UnreadableFile(path, "", expected=f'a sheet "{SHEET}"', found=f"only {listed(names)}")
    if not rows:
        raise UnreadableFile(path, f'sheet "{SHEET}"', expected="answers of people", found="an empty sheet")
    width = max(len(row) for row in rows)
    return [row + [None] * (width - len(row)) for row in rows], [name for name in names if name != SHEET]


def _first_person(path: Path, rows: Sequence[Cells]) -> int:
    """Return the index of the first person's column; the questions stand to its left."""
    header = [_text(cell) for cell in rows[0]]
    first = next((index for index, cell in enumerate(header) if LABEL.fullmatch(cell)), 0)
    if not first:
        found = listed([quoted(cell) for cell in header if cell], 3) or "nothing"
        if header[0] == "Emotion":
            found += " (situations.xlsx has notes on literature; the situations are in situations.csv and .json)"
        expected = 'situations of people such as "Angry_F1S1"'
        raise UnreadableFile(path, f'sheet "{SHEET}", row 1', expected=expected, found=found)
    return first


def _person(path: Path, rows: Sequence[Cells], index: int, places: Places, scale: Scale) -> Person:
    letter = get_column_letter(index + 1)
    situation = _situation(path, letter, _text(rows[0][index]))
    demographics = {
        key: _fact(path, f'sheet "{SHEET}", row {row + 1}, column {letter}', rows[row][index])
        for key, row in places.about.items()
    }
    sittings = []
    for when, rows_of in places.items.items():
        cells = tuple(_text(rows[row][index]) for row in rows_of)
        values = tuple(_rating(path, letter, row, rows[row][index], scale) for row in rows_of)
        codes = tuple(item.code for item in scale.items)
        sittings.append(Taken(None if when == BEFORE else situation, 0, codes, cells, values))
    person = Person(letter, demographics, sittings[0], sittings[1])
    _check_sums(path, rows, index, places, scale, person)
    return person


def _situation(path: Path, letter: str, label: str) -> Situation:
    match = LABEL.fullmatch(label)
    place = f'sheet "{SHEET}", row 1, column {letter}'
    if not match:
        raise UnreadableFile(path, place, expected='a situation such as "Angry_F1S1"', found=quoted(label))
    try:
        factor = design.factor_code(match[1], int(match[2]))
    except KeyError:
        raise UnreadableFile(path, place, expected="one of the 36 factors", found=quoted(label)) from None
    if int(match[3]) < 1:
        raise UnreadableFile(path, place, expected="a situation counted from 1", found=quoted(label))
    return Situation(factor, int(match[3]))


def _rating(path: Path, letter: str, row: int, cell: Any, scale: Scale) -> int | None:
    try:
        return rating(_text(cell), scale.low, scale.high)
    except ValueError as error:
        place = f'sheet "{SHEET}", row {row + 1}, column {letter}'
        raise UnreadableFile(path, place, expected=str(error), found=quoted(cell)) from error


def _check_sums(path: Path, rows: Sequence[Cells], index: int, places: Places, scale: Scale, person: Person) -> None:
    """Compare the authors' sums with ours; where an answer or a sum is missing there is nothing to compare."""
    scored = [
        {one.subscale: one.value for one in likert.score(taken.answers, scale.items, scale.subscales)}
        for taken in person.taken
    ]
    for row, computed in places.computed.items():
        ours = crowd_rows.expected_sum(computed, scored[0][computed.subscale], scored[1][computed.subscale])
        cell = rows[row][index]
        if ours is not None and _text(cell) and _number(cell) != ours:
            place = f'sheet "{SHEET}", row {row + 1}, column {get_column_letter(index + 1)}'
            expected = f"{ours:g} from this person's answers"
            raise UnreadableFile(path, place, expected=expected, found=quoted(cell))


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()


def _number(cell: Any) -> float | None:
    try:
        return float(cell)
    except (TypeError, ValueError):
        return None


def _fact(path: Path, place: str, cell: Any) -> str | int:
    """Return what a person told, as in the file; "" where nothing is told."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return cell
    return storable(path, place, _text(cell))
