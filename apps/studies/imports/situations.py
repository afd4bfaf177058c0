"""The release's list of 428 situations, as CSV or as JSON: either file gives the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.studies.imports import design
from apps.studies.imports.design import EMOTIONS, FACTORS, Situation
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import filled, type_name

COLUMN = re.compile(rf"({'|'.join(EMOTIONS)})-([0-9]{{1,2}})")


@dataclass(frozen=True)
class SituationsFile:
    """Every situation in the order of the design; texts as they stand in the file."""

    path: Path
    texts: Mapping[Situation, str]


def read_csv(path: Path, rows: list[list[str]]) -> SituationsFile:
    """Read columns headed "Anger-0", with the factor's name below and then its situations."""
    found: dict[str, list[str]] = {}
    for index, header in enumerate(rows[0]):
        place = f"column {quoted(header)}"
        code = _column_code(path, place, header)
        if code in found:
            raise UnreadableFile(path, place, expected="each factor once", found="it twice")
        if len(rows) < 2:
            raise UnreadableFile(path, "row 2", expected="the factors' names", found="no such row")
        _check_name(path, f"row 2, {place}", code, rows[1][index])
        found[code] = _texts_of(path, place, [row[index] for row in rows[2:]])
    return _complete(path, found)


def read_json(path: Path, parsed: Any) -> SituationsFile:
    """Read {"emotions": [{"name", "factors": [{"name", "scenarios": [text]}]}]}."""
    found: dict[str, list[str]] = {}
    for i, emotion in enumerate(_list(path, "emotions", parsed["emotions"])):
        place = f"emotions[{i}]"
        name = filled(path, f"{place}.name", _get(path, place, emotion, "name"))
        for j, factor in enumerate(_list(path, f"{place}.factors", _get(path, place, emotion, "factors"))):
            at = f"{place}.factors[{j}]"
            code = _code(path, f"{place}.name", name, j + 1)
            if code in found:
                raise UnreadableFile(path, place, expected="each emotion once", found=f"{quoted(name)} twice")
            _check_name(path, f"{at}.name", code, filled(path, f"{at}.name", _get(path, at, factor, "name")))
            scenarios = _list(path, f"{at}.scenarios", _get(path, at, factor, "scenarios"))
            found[code] = [filled(path, f"{at}.scenarios[{k}]", text) for k, text in enumerate(scenarios)]
    return _complete(path, found)


def _column_code(path: Path, place: str, header: str) -> str:
    match = COLUMN.fullmatch(header.strip())
    if not match:
        raise UnreadableFile(path, f"row 1, {place}", expected='a factor such as "Anger-0"', found=quoted(header))
    return _code(path, f"row 1, {place}", match[1], int(match[2]) + 1)


def _code(path: Path, place: str, emotion: str, number: int) -> str:
    try:
        return design.factor_code(emotion, number)
    except KeyError:
        known = EMOTIONS.get(emotion.strip().capitalize())
        expected = f"one of {len(known)} factors of {emotion}" if known else f"one of {', '.join(EMOTIONS)}"
        raise UnreadableFile(
            path, place, expected=expected, found=f"factor {number}" if known else quoted(emotion)
        ) from None


def _check_name(path: Path, place: str, code: str, name: str) -> None:
    if not design.same_name(name, FACTORS[code].title):
        raise UnreadableFile(path, place, expected=quoted(FACTORS[code].title), found=quoted(name))


def _texts_of(path: Path, place: str, cells: list[str]) -> list[str]:
    """Return the filled cells of a column, which is padded with empty ones at its end only."""
    last = max((i for i, cell in enumerate(cells) if cell.strip()), default=-1)
    return [filled(path, f"row {i + 3}, {place}", cell) for i, cell in enumerate(cells[: last + 1])]


def _complete(path: Path, found: Mapping[str, list[str]]) -> SituationsFile:
    """Refuse a part of the list: it would stand as the whole one ever after."""
    missing = [factor.title for code, factor in FACTORS.items() if code not in found]
    if missing:
        raise UnreadableFile(path, "", expected=f"{len(FACTORS)} factors", found=f"none called {listed(missing, 3)}")
    for code, factor in FACTORS.items():
        if len(found[code]) < factor.published:
            expected = f"the {factor.published} situations of the release"
            raise UnreadableFile(path, f'factor "{factor.title}"', expected=expected, found=str(len(found[code])))
    return SituationsFile(path, {Situation(code, i): text for code in FACTORS for i, text in enumerate(found[code], 1)})


def _get(path: Path, place: str, row: Any, key: str) -> Any:
    if not isinstance(row, dict):
        raise UnreadableFile(path, place, expected="an object", found=type_name(row))
    if key not in row:
        raise UnreadableFile(path, place, expected=f'"{key}"', found=listed([quoted(k) for k in row], 4) or "nothing")
    return row[key]


def _list(path: Path, place: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise UnreadableFile(path, place, expected="a list with something in it", found=type_name(value))
    return value
