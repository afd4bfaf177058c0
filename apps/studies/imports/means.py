"""The leaderboard's means: {model: {"Control": {...}, "Overall": {...}, emotion: {factor: {...}}}}.

Means alone, without SD or n: they become norms, not answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from apps.benchmarks import likert
from apps.studies.imports import design
from apps.studies.imports.design import EMOTIONS, FACTORS
from apps.studies.imports.errors import UnreadableFile, listed, quoted
from apps.studies.imports.files import filled, type_name
from apps.studies.imports.scales import PANAS, Scale

WHOLE = {"Control": "default", "Overall": "overall"}
AFFECTS = {"Positive Affect": "positive", "Negative Affect": "negative"}
LONGEST_NAME = 200


class Mean(NamedTuple):
    """One figure; `condition` as on boards: default, overall, anger-1."""

    model: str
    condition: str
    subscale: str
    value: float


@dataclass(frozen=True)
class MeansFile:
    """`missing` names the cells that the design has and the file lacks."""

    path: Path
    means: tuple[Mean, ...]
    missing: tuple[str, ...]

    @property
    def models(self) -> list[str]:
        return list(dict.fromkeys(mean.model for mean in self.means))


def read(path: Path, parsed: Mapping[str, Any], scales: Sequence[Scale]) -> MeansFile:
    """Return every mean; raise UnreadableFile naming model, emotion and factor."""
    scale = next(one for one in scales if one.slug == PANAS)
    bounds = {subscale.code: likert.bounds(scale.items, subscale) for subscale in scale.subscales}
    means: list[Mean] = []
    missing: list[str] = []
    for model, row in parsed.items():
        filled(path, "a model's name", model)
        if len(model) > LONGEST_NAME:
            raise UnreadableFile(path, quoted(model), expected=f"at most {LONGEST_NAME} letters", found=str(len(model)))
        found = _conditions(path, model, row)
        for condition, (place, cell) in found.items():
            means += [Mean(model, condition, s, v) for s, v in _affects(path, place, cell, bounds).items()]
        lacks = [code for code in (*WHOLE.values(), *FACTORS) if code not in found]
        missing += [f"{model}: {listed(lacks)}"] if lacks else []
    return MeansFile(path, tuple(means), tuple(missing))


def _conditions(path: Path, model: str, row: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
    """Return condition to its place in the file and its cell."""
    if not row.keys() & WHOLE.keys():
        expected = '"Control" and "Overall" for each model'
        raise UnreadableFile(
            path, quoted(model), expected=expected, found=listed([quoted(k) for k in row], 4) or "nothing"
        )
    found: dict[str, tuple[str, Any]] = {}
    for name, cell in row.items():
        place = f"{model}.{name}"
        if name in WHOLE:
            found[WHOLE[name]] = (place, cell)
        elif name not in EMOTIONS or not isinstance(cell, dict):
            expected = f"one of {', '.join((*WHOLE, *EMOTIONS))} with its factors"
            raise UnreadableFile(path, quoted(model), expected=expected, found=quoted(name))
        else:
            for title, inner in cell.items():
                found[_factor(path, place, name, title)] = (f"{place}.{title}", inner)
    return found


def _factor(path: Path, place: str, emotion: str, title: str) -> str:
    """Return the factor's code by its title: an object has no order that one may count on."""
    for number, factor in enumerate(EMOTIONS[emotion], 1):
        if design.same_name(factor.title, title):
            return design.factor_code(emotion, number)
    expected = f"a factor of {emotion} ({', '.join(factor.title for factor in EMOTIONS[emotion])})"
    raise UnreadableFile(path, place, expected=expected, found=quoted(title))


def _affects(path: Path, place: str, cell: Any, bounds: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    if not isinstance(cell, dict) or cell.keys() != AFFECTS.keys():
        found = listed([quoted(key) for key in cell], 4) or "nothing" if isinstance(cell, dict) else type_name(cell)
        raise UnreadableFile(path, place, expected='"Positive Affect" and "Negative Affect"', found=found)
    for name, value in cell.items():
        low, high = bounds[AFFECTS[name]]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise UnreadableFile(
                path, f"{place}.{name}", expected=f"a mean from {low:g} to {high:g}", found=quoted(value)
            )
    return {AFFECTS[name]: float(value) for name, value in cell.items()}
