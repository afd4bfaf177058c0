"""Success rates laid out for reading: question types by writer for people, judges by writer for models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from apps.benchmarks.echo import chance, one_judge, rates
from apps.benchmarks.echo.chance import CHANCE, ChanceTest
from apps.benchmarks.echo.phases import MODEL_JUDGING, Instruction
from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.echo.rates import Rate
from apps.benchmarks.stats import FEW, Interval
from apps.turing.judgements import Judgement, arrays

KINDS = list(TYPES)


@dataclass(frozen=True)
class Cell:
    """A rate in percent and what it rests on; `missing` judgements named neither answer."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    judges: int
    persons: int
    missing: int

    @property
    def is_few(self) -> bool:
        return self.n < FEW


class Line(NamedTuple):
    """One row of a table; `tag` tells rows of one title apart, or `judging` does."""

    title: str
    tag: str
    cells: list[Cell]


class Verdict(NamedTuple):
    """What the tests of a pooled rate say, in a word; both p are None where there is no spread."""

    p: float | None
    equivalence_p: float | None
    says: str


class PeopleTable(NamedTuple):
    """Columns are the writers and all of them together; the tests stand by column."""

    columns: list[str]
    lines: list[Line]
    verdicts: list[Verdict]


class ModelsTable(NamedTuple):
    """Columns are the writers and the mean over all of them."""

    instruction: Instruction
    columns: list[str]
    lines: list[Line]


def people_table(judgements: Sequence[Judgement], writers: dict[int, str], bounds: Interval) -> PeopleTable:
    """Lay out what people judged, question types in rows; the last column pools the writers."""
    made = [one for one in judgements if one.by_people and one.success is not None]
    order = list(writers)
    judged = arrays(made, order, KINDS)
    table = rates.tabulate(judged)
    columns = range(len(order))
    nothing = Rate(None, 0, 0, 0, None)
    lines = [
        Line(
            title,
            "",
            [
                *(_cell(table.cells.get((column, place), nothing)) for column in columns),
                _cell(table.types[place].pooled if place in table.types else nothing),
            ],
        )
        for place, title in enumerate(TYPES.values())
    ]
    overall = [table.writers.get(column) for column in columns] + [table.overall]
    lines.append(
        Line(_("Overall"), _("mean of cells"), [_cell(one.mean_of_cells if one else nothing) for one in overall])
    )
    lines.append(Line(_("Overall"), _("pooled"), [_cell(one.pooled if one else nothing) for one in overall]))
    tested = [judged.where(judged.writer == column) for column in columns] + [judged]
    verdicts = [_verdict(chance.against_chance(one, bounds)) for one in tested]
    return PeopleTable([*writers.values(), _("All writers")], lines, verdicts)


def models_table(
    judgements: Sequence[Judgement], instruction: Instruction, writers: dict[int, str], judges: dict[int, str]
) -> ModelsTable:
    """Lay out what models judged under one instruction: each model a judge of its own, the mean of its cells."""
    lines = []
    order = list(writers)
    for judging in MODEL_JUDGING:
        own = [one for one in judgements if one.group == judging.group and judging.instruction == instruction]
        told = _("with the profile") if judging.with_profile else _("without the profile")
        for judge, name in judges.items():
            made = [one for one in own if one.judge == judge]
            if not made:
                continue
            table = one_judge.tabulate(arrays([one for one in made if one.success is not None], order, KINDS))
            found = [table.writers.get(place) for place in range(len(order))] + [table.overall]
            lacking = [sum(one.writer == pk and one.success is None for one in made) for pk in order]
            cells = [
                _cell(one.mean_of_cells if one else Rate(None, 0, 0, 0, None), missing)
                for one, missing in zip(found, [*lacking, sum(lacking)], strict=True)
            ]
            lines.append(Line(name, told, cells))
    return ModelsTable(instruction, [*writers.values(), _("All writers")], lines)


def _cell(rate: Rate, missing: int = 0) -> Cell:
    low, high = (100 * rate.ci.low, 100 * rate.ci.high) if rate.ci else (None, None)
    value = None if rate.value is None else 100 * rate.value
    return Cell(value, low, high, rate.n, rate.judges, rate.persons, missing)


def _verdict(test: ChanceTest | None) -> Verdict:
    """Both tests can speak at once: a rate may differ from 50 % and still lie within the bounds."""
    if test is None or test.n < FEW:
        return Verdict(None, None, _("too few"))
    if test.p is None or test.equivalence_p is None:
        return Verdict(None, None, _("no spread"))
    said = []
    if test.p <= settings.ALPHA:
        said.append(_("above chance") if test.rate > CHANCE else _("below chance"))
    if test.equivalence_p <= settings.ALPHA:
        said.append(_("as good as chance"))
    return Verdict(test.p, test.equivalence_p, ", ".join(said) or _("undecided"))
