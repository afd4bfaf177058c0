"""What of the ECHO board is shown: whose judgements, in which study, as one table like those of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.benchmarks.echo.phases import JUDGING, MODEL_JUDGING
from apps.benchmarks.stats import FEW
from apps.leaderboard.echo_cells import CHANCE, OVERALL, POOLED
from apps.leaderboard.filters import ORDERS, order_value, ordered
from apps.leaderboard.models import Entry
from apps.studies.models import Item

# The three tables of the paper: people, then models asked for the person's and for the machine's answer.
PEOPLE, TABLES = "people", {
    "people": gettext_lazy("People"),
    "human": gettext_lazy("Models, asked for the person’s answer"),
    "machine": gettext_lazy("Models, asked for the machine’s answer"),
}  # fmt: skip

RATE = "rate"


@dataclass(frozen=True)
class Choice:
    """What the reader asked for; anything unknown falls back to the first of its kind. `study` is a slug."""

    table: str
    study: str


@dataclass(frozen=True)
class Figure:
    """One rate as it stands in the table; `number` is None where there is none, `rise` is up, down or empty."""

    number: float | None
    ci: tuple[float, float] | None = None
    n: int | None = None
    missing: int | None = None
    judges: int | None = None
    persons: int | None = None
    p: float | None = None
    equivalence_p: float | None = None
    note: str = ""
    rise: str = ""
    alike: bool = False

    @property
    def is_few(self) -> bool:
        return self.n is not None and self.n < FEW


@dataclass(frozen=True)
class Row:
    """A question type, or a judge who is told the profile or not; `kind` is that of the judge's line."""

    code: str
    title: str
    tag: str
    kind: str
    figures: list[Figure]


@dataclass(frozen=True)
class Table:
    """Writers in columns; `tests` are the figures that the tests belong to, by column, where they have a row."""

    columns: list[Entry]
    rows: list[Row]
    tests: list[Figure]

    @property
    def notes(self) -> list[tuple[str, str, str]]:
        """Return row, column and note of every figure that has one."""
        return [
            (" ".join(filter(None, [row.title, row.tag])), column.label, figure.note)
            for row in self.rows
            for column, figure in zip(self.columns, row.figures, strict=True)
            if figure.note
        ]


def groups_of(table: str) -> dict[str, str]:
    """Return the groups of conditions that a table shows, each with what tells its lines apart."""
    if table == PEOPLE:
        return {JUDGING: ""}
    return {
        judging.group: _("with the profile") if judging.with_profile else _("without the profile")
        for judging in MODEL_JUDGING
        if judging.instruction == table
    }


def read_choice(query: Mapping[str, str], entries: list[Entry]) -> Choice:
    """Return what to show: the study that the reader chose, else the newest that has such judgements."""
    table = query.get("judges", "")
    table = table if table in TABLES else PEOPLE
    asked = query.get("study", "")
    if asked in studies_of(entries):
        return Choice(table, asked)
    fitting = list(studies_of([entry for entry in entries if _has(entry, table)]))
    return Choice(table, fitting[-1] if fitting else "")


def studies_of(entries: list[Entry]) -> dict[str, str]:
    """Return slug to title of the studies that these lines come from, oldest first."""
    own = sorted(measured(entries), key=lambda entry: entry.pk)
    return {entry.provenance["study"]: entry.provenance["title"] for entry in own}


def measured(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind != Entry.Kind.PUBLISHED]


def printed(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind == Entry.Kind.PUBLISHED]


def of_study(entries: list[Entry], study: str) -> list[Entry]:
    return [entry for entry in measured(entries) if entry.provenance["study"] == study]


def table_of(entries: list[Entry], table: str, items: list[Item]) -> Table | None:
    """Lay out lines of one origin (a study, or the paper) as one of the three tables; None without any."""
    own = [entry for entry in entries if _has(entry, table)]
    if not own:
        return None
    return _people_table(own, items) if table == PEOPLE else _models_table(own, table)


def in_order(table: Table | None, sort: str, descending: bool) -> Table | None:
    """Return the table with its writers by rate or by what they are; totals stay last."""
    if table is None or sort not in {RATE, *ORDERS}:
        return table
    places = range(len(table.columns))

    def value(place: int) -> Any:
        return _rate(table, place) if sort == RATE else order_value(table.columns[place], sort)

    writers = [place for place in places if not table.columns[place].provenance["total"]]
    totals = [place for place in places if table.columns[place].provenance["total"]]
    turned = [*ordered(writers, lambda place: table.columns[place], value, descending), *totals]
    rows = [replace(row, figures=[row.figures[place] for place in turned]) for row in table.rows]
    tests = [table.tests[place] for place in turned] if table.tests else []
    return Table([table.columns[place] for place in turned], rows, tests)


def _rate(table: Table, place: int) -> float | None:
    """Return a writer's rate over all question types, or the mean of what the judges gave."""
    rows = [row for row in table.rows if row.code == OVERALL] or table.rows
    numbers = [row.figures[place].number for row in rows if row.figures[place].number is not None]
    return mean(numbers) if numbers else None


def _people_table(entries: list[Entry], items: list[Item]) -> Table:
    """Question types in rows, as in Table 1."""
    columns = sorted(entries, key=_order)
    titles = {**{item.code: item.text for item in items}, OVERALL: _("Overall, mean of cells")}
    if any(f"{JUDGING}.{POOLED}" in entry.values for entry in columns):
        titles[POOLED] = _("Overall, pooled")
    rows = [
        Row(
            code,
            title,
            "",
            Entry.Kind.HUMAN,
            [_figure(entry, f"{JUDGING}.{code}", JUDGING, marked=code == POOLED) for entry in columns],
        )
        for code, title in titles.items()
    ]
    return Table(columns, rows, rows[-1].figures if POOLED in titles else [])


def _models_table(entries: list[Entry], table: str) -> Table:
    """Judges in rows, as in Tables 2 and 3; the same writers in the same columns for each."""
    columns = list({_column(entry): entry for entry in sorted(entries, key=_order)}.values())
    held = {(entry.provenance["judge"], _column(entry)): entry for entry in entries}
    judges = {entry.provenance["judge"]: _judge_kind(entry) for entry in sorted(entries, key=lambda one: one.pk)}
    rows = []
    for group, told in groups_of(table).items():
        for judge in judges:
            lines = [held.get((judge, _column(column))) for column in columns]
            if any(line and any(key.startswith(f"{group}.") for key in line.values) for line in lines):
                rows.append(Row(group, judge, told, judges[judge], [_writer_figure(line, group) for line in lines]))
    return Table(columns, rows, [])


def _writer_figure(entry: Entry | None, group: str) -> Figure:
    """A writer's rate over all question types; the column of pooled totals has the pooled one."""
    if entry is None:
        return Figure(None)
    code = POOLED if entry.provenance["total"] == POOLED else OVERALL
    return _figure(entry, f"{group}.{code}", group, marked=True)


def _figure(entry: Entry, key: str, group: str, marked: bool) -> Figure:
    """`marked`: carry the tests, which are those of the pooled rate."""
    cell: dict[str, Any] = entry.values.get(key) or {}
    pooled = (entry.values.get(f"{group}.{POOLED}") or {}) if marked else {}
    alpha, p, alike = entry.provenance.get("alpha", 0.0), pooled.get("p"), pooled.get("equivalence_p")
    differs = p is not None and p <= alpha
    return Figure(
        number=cell.get("value"),
        ci=cell.get("ci"),
        n=cell.get("n"),
        missing=cell.get("missing"),
        judges=cell.get("judges"),
        persons=cell.get("persons"),
        p=p,
        equivalence_p=alike,
        note=cell.get("note", ""),
        rise=("up" if pooled["value"] > CHANCE else "down") if differs else "",
        alike=alike is not None and alike <= alpha,
    )


def _has(entry: Entry, table: str) -> bool:
    return any(key.startswith(f"{group}.") for group in groups_of(table) for key in entry.values)


def _column(entry: Entry) -> tuple[str, str, str]:
    """What makes two judges' lines one column: model, method and label, or which total it is."""
    return (entry.provenance["total"], entry.label, entry.kind)


def _order(entry: Entry) -> tuple[bool, str, str, int]:
    """Writers by name, or as printed; then the mean of cells, which is the paper's total, and the pooled rate."""
    total, name = entry.provenance["total"], entry.label.casefold()
    return (total != "", total, "" if entry.kind == Entry.Kind.PUBLISHED else name, entry.pk)


def _judge_kind(entry: Entry) -> str:
    return str(entry.kind if entry.kind == Entry.Kind.PUBLISHED else entry.provenance["judge_kind"])
