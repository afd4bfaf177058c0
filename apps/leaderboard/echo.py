"""The lines of the ECHO board: one per study, judge and writer. All people who judge are one judge, a model is one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.benchmarks.echo import chance, one_judge, rates
from apps.benchmarks.echo.chance import ChanceTest
from apps.benchmarks.echo.phases import JUDGING
from apps.benchmarks.echo.rates import Judgements, Rate
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.stats import Interval
from apps.leaderboard.echo_cells import OVERALL, POOLED, RateCell
from apps.leaderboard.emotion import kind_of
from apps.leaderboard.models import Entry
from apps.leaderboard.origin import counts_by_writer, counts_of, made_in, origin, sittings_judging, studies_over
from apps.studies.judging import SCORER
from apps.studies.models import Condition, Instrument, Respondent, Score, Sitting, Study

BY_PEOPLE = {"judges": "people", "judge": "People", "judge_kind": Entry.Kind.HUMAN}
# The two lines that take all writers together; the others are told by the writer's primary key.
MEAN_LINE, POOLED_LINE = "mean", "pooled"
TOTALS = {MEAN_LINE: "All writers, mean of cells", POOLED_LINE: "All writers, pooled"}
# Where a study says nothing else: the bounds of chance.BOUNDS, in percent.
LOW, HIGH = 45, 55
Line = int | str


class Verdict(NamedTuple):
    """One judgement; `success` is None where a model's reply named neither answer."""

    success: float | None
    writer: int
    type: str
    group: str
    person: int
    judge: int


@dataclass(frozen=True)
class Figures:
    """The rates of one judge in one group of conditions, by line and column, and the tests of its pooled rates."""

    rates: Mapping[tuple[Line, str], Rate]
    tests: Mapping[Line, ChanceTest | None]
    missing: Mapping[tuple[Line, str], int]


def entries(instrument: Instrument) -> Iterator[Entry]:
    """Yield the measured lines of the board, not yet saved. Rehearsals are on no board."""
    for study in shown_studies(instrument):
        sides = _verdicts(study)
        writers = _respondents(verdict.writer for verdicts in sides.values() for verdict in verdicts)
        judges = _respondents(sides)
        written_by, judged_by = distinct(writers, writer_label), distinct(judges, judge_label)
        counts, by_writer, made = counts_of(sittings_judging(study)), counts_by_writer(study), made_in(study)
        for judge, verdicts in sides.items():
            by = _judge(judges[judge], judged_by[judge]) if judge in judges else BY_PEOPLE
            for line, fields in _lines(study, verdicts, people=judge not in judges).items():
                entry = _entry(study, by, line, fields, writers, written_by)
                counted = by_writer.get((judge, line), {}) if line in writers else counts.get(judge, {})
                both = [("writing", one) for one in made.get(line, [])]
                both += [("judging", one) for one in made.get(judge, []) if judge in judges]
                own = origin(study, writers.get(line), counted, [{**one, "part": part} for part, one in both])
                entry.provenance["origin"] = {**own, "judge": judge}
                yield entry


def shown_studies(instrument: Instrument) -> QuerySet[Study]:
    """Return the studies that are over, and those whose people are all invented.

    While real people are judged, a board that moves with each choice would tell the judges which answer was the
    machine's, and the person who knows them best which friend was taken in.
    """
    real = Condition.objects.filter(study=OuterRef("pk"), persona__source="")
    studies = Study.objects.filter(instrument=instrument, is_rehearsal=False)
    over = studies_over(studies).values("pk")
    return studies.filter(Q(pk__in=over) | ~Exists(real)).order_by("pk")


def _respondents(keys: Iterable[int]) -> dict[int, Respondent]:
    return dict(sorted(Respondent.objects.select_related("language_model").in_bulk(set(keys)).items()))


def _verdicts(study: Study) -> dict[int, list[Verdict]]:
    """Read the study's judgements once: those of people under 0, of each model under its primary key."""
    rows = Score.objects.filter(study=study, scorer=SCORER, condition__group__startswith=JUDGING)
    rows = rows.exclude(sitting__state=Sitting.State.EXCLUDED).order_by("pk")
    sides: dict[int, list[Verdict]] = defaultdict(list)
    for row in rows.values_list(
        "value", "respondent_id", "subscale__code", "condition__group", "condition__persona_id",
        "sitting__respondent_id",
    ).iterator(chunk_size=20_000):  # fmt: skip
        verdict = Verdict(*row)
        sides[0 if verdict.group == JUDGING else verdict.judge].append(verdict)
    return dict(sorted(sides.items()))


def _lines(study: Study, verdicts: list[Verdict], people: bool) -> dict[Line, dict[str, Any]]:
    """Return each line's size and cells; a cell's key is its group of conditions and its column."""
    groups = {
        group: _figures(study, [verdict for verdict in verdicts if verdict.group == group], people)
        for group in dict.fromkeys(verdict.group for verdict in verdicts)
    }
    lines: list[Line] = [*sorted({verdict.writer for verdict in verdicts}), *TOTALS]
    return {
        line: {
            "n": sum(verdict.success is not None for verdict in verdicts if line in (verdict.writer, *TOTALS)),
            "n_missing": sum(verdict.success is None for verdict in verdicts if line in (verdict.writer, *TOTALS)),
            "values": {
                f"{group}.{column}": cell.as_dict()
                for group, figures in groups.items()
                for column, cell in _cells(study, figures, line).items()
            },
        }
        for line in lines
    }


def _figures(study: Study, verdicts: list[Verdict], people: bool) -> Figures:
    types = list(study.instrument.items_by_code())
    writers = sorted({verdict.writer for verdict in verdicts})
    judged = _judgements([verdict for verdict in verdicts if verdict.success is not None], writers, types)
    table = rates.tabulate(judged) if people else one_judge.tabulate(judged)
    test = chance.against_chance if people else one_judge.against_chance
    low, high = bounds_of(study)
    bounds = Interval(low / 100, high / 100)
    found: dict[tuple[Line, str], Rate] = {
        (writers[writer], types[kind]): rate for (writer, kind), rate in table.cells.items()
    }
    for writer, overall in table.writers.items():
        found[writers[writer], OVERALL] = overall.mean_of_cells
        found[writers[writer], POOLED] = overall.pooled
    for kind, overall in table.types.items():
        found[MEAN_LINE, types[kind]], found[POOLED_LINE, types[kind]] = overall.mean_of_cells, overall.pooled
    found[MEAN_LINE, OVERALL], found[POOLED_LINE, POOLED] = table.overall.mean_of_cells, table.overall.pooled
    tests: dict[Line, ChanceTest | None] = {
        writers[writer]: test(judged.where(judged.writer == writer), bounds) for writer in table.writers
    }
    return Figures(found, {**tests, POOLED_LINE: test(judged, bounds)}, _missing(verdicts))


def _judgements(verdicts: list[Verdict], writers: list[int], types: list[str]) -> Judgements:
    """Code the verdicts. A question is one of a person: asked of two, the same words are two questions."""
    writer_code = {pk: code for code, pk in enumerate(writers)}
    type_code = {kind: code for code, kind in enumerate(types)}
    return Judgements(
        success=np.array([verdict.success == 1 for verdict in verdicts], dtype=np.bool_),
        judge=_codes(verdict.judge for verdict in verdicts),
        question=_codes((verdict.person, verdict.type) for verdict in verdicts),
        writer=np.array([writer_code[verdict.writer] for verdict in verdicts], dtype=np.int64),
        type=np.array([type_code[verdict.type] for verdict in verdicts], dtype=np.int64),
        person=_codes(verdict.person for verdict in verdicts),
    )


def _codes(values: Iterable[Any]) -> rates.IntArray:
    known: dict[Any, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.int64)


def _missing(verdicts: list[Verdict]) -> Counter[tuple[Line, str]]:
    counts: Counter[tuple[Line, str]] = Counter()
    for verdict in verdicts:
        if verdict.success is None:
            lines: list[Line] = [verdict.writer, *TOTALS]
            counts.update((line, column) for line in lines for column in (verdict.type, OVERALL, POOLED))
    return counts


def _cells(study: Study, figures: Figures, line: Line) -> dict[str, RateCell]:
    """Return one line's cells, in the order of the instrument's types, then overall and pooled."""
    cells = {}
    for column in [*study.instrument.items_by_code(), OVERALL, POOLED]:
        rate, missing = figures.rates.get((line, column)), figures.missing.get((line, column), 0)
        test = figures.tests.get(line) if column == POOLED else None
        if rate is not None:
            cells[column] = RateCell.of(rate, missing, test)
        elif missing and line not in TOTALS:
            cells[column] = RateCell(n=0, missing=missing)
    return cells


def bounds_of(study: Study) -> tuple[float, float]:
    """Return between which rates, in percent, a success rate counts as that of chance."""
    low, high = study.parameters.get("low"), study.parameters.get("high")
    return (LOW, HIGH) if low is None or high is None else (low, high)


def writer_label(respondent: Respondent) -> str:
    """Name the model and how it was made to answer: gpt-4, RoleGPT."""
    title = method_title(respondent.method)
    return respondent.label if title in respondent.label else f"{respondent.label}, {title}"


def judge_label(respondent: Respondent) -> str:
    """Judges are asked in one way, so the model is enough of a name."""
    return respondent.language_model.label if respondent.language_model else respondent.label


def method_title(method: str) -> str:
    """Return the title of echo/rpp/v1; of a method that is not ours, its own name."""
    code = method.removeprefix("echo/").rpartition("/")[0]
    return METHODS[code].TITLE if code in METHODS else code


def distinct(respondents: Mapping[int, Respondent], label: Callable[[Respondent], str]) -> dict[int, str]:
    """Return each one's label; configurations of one label are numbered, so that no two share a column or row."""
    seen: Counter[str] = Counter()
    found = {}
    for pk, respondent in respondents.items():
        name = label(respondent)
        seen[name] += 1
        found[pk] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return found


def _judge(respondent: Respondent, name: str) -> dict[str, str]:
    return {"judges": "model", "judge": name, "judge_kind": kind_of(respondent.language_model)}


def _entry(
    study: Study,
    by: Mapping[str, str],
    line: Line,
    fields: Mapping[str, Any],
    writers: Mapping[int, Respondent],
    names: Mapping[int, str],
) -> Entry:
    """`fields` are the line's size and cells, `by` its judge; `names` are the writers' labels."""
    writer = writers[line] if isinstance(line, int) else None
    return Entry(
        label=names[line] if isinstance(line, int) else TOTALS[line],
        kind=kind_of(writer.language_model) if writer else Entry.Kind.MEASURED,
        **fields,
        provenance={
            "study": study.slug,
            "title": study.title,
            **by,
            "acquaintance": study.parameters.get("judges", ""),
            "model": judge_label(writer) if writer else "",
            "method": method_title(writer.method) if writer else "",
            "total": "" if writer else line,
            "unit": "judgement",
            "protocol_sha256": study.protocol_sha256,
            "source": study.source,
            "alpha": settings.ALPHA,
            "bounds": list(bounds_of(study)),
        },
    )
