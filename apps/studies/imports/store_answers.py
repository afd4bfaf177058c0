"""Answers to rows: respondents, sittings, responses and scores, as a live study would leave them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from django.db.models import Model, QuerySet

from apps.studies.imports.answers import Taken
from apps.studies.imports.crowd import CrowdFile, Person
from apps.studies.imports.errors import Conflict, listed
from apps.studies.imports.report import Report, plural
from apps.studies.imports.results import ResultsFile
from apps.studies.imports.store_design import conditions, given_vignettes, imported_study
from apps.studies.models import Condition, LanguageModel, Provenance, Respondent, Response, Score, Sitting, Study

Advance = Callable[[int], object]
# (source key, condition, repeat) to item code to rating
Stored = dict[tuple[str, str, int], dict[str, int | None]]
Row = TypeVar("Row")
EMPTY = "no answers in the file"
# Where a respondent's answers stand: people by their column, "crowd/AB".
CROWD, MODELS = "crowd/", "emotionbench"
BATCH = 250  # sittings, with some 5,000 responses: bounds what is in memory


def store_results(file: ResultsFile, report: Report, advance: Advance) -> None:
    """Write a model's answers, once; raise Conflict when the model has given other answers to the scale."""
    study = imported_study(file.scale)
    rows, others = given_vignettes(file.texts)
    _note_texts(report, [*file.retold, *others])
    report.skip(file.empty.count, "column", "without an answer", file.empty.names)
    report.skip(file.missing.count, "column", "that the design has and the file lacks", file.missing.names)
    respondent = _model_respondent(file.label)
    here = _stored(study, Sitting.objects.filter(study=study, respondent=respondent))
    if here:
        there = {(MODELS, taken.condition, taken.repeat): dict(taken.answers) for taken in file.taken}
        if here != there:
            raise Conflict(
                file.path,
                f"{file.label} has other answers to {file.scale.name} here; give --model another label to keep both",
            )
        report.state = "already imported"
        advance(len(file.taken))
    else:
        pairs = [(respondent, taken) for taken in file.taken]
        report.counts = write(study, conditions(study, rows), pairs, advance)
    _note_file(study, respondent, file.path)


def store_crowd(file: CrowdFile, report: Report, advance: Advance) -> None:
    """Write every person with two sittings, once; raise Conflict when another crowd is here."""
    study = imported_study(file.scale)
    rows, _others = given_vignettes({person.after.situation: "" for person in file.people if person.after.situation})
    report.skipped += file.not_read
    _note_file(study, None, file.path)
    known = list(Respondent.objects.filter(source_key__startswith=CROWD, sitting__study=study).distinct())
    if known:
        _refuse_other_crowd(file, study, known)
        report.state = "already imported"
        advance(2 * len(file.people))
        return
    people = Respondent.objects.bulk_create([_person(person) for person in file.people])
    pairs = [(row, taken) for row, person in zip(people, file.people, strict=True) for taken in person.taken]
    report.counts = {"person": len(people)} | write(study, conditions(study, rows), pairs, advance)


def _note_file(study: Study, respondent: Respondent | None, path: Path) -> None:
    """Keep the name and hash of the file that answers came from first; the same answers may stand in another one."""
    if not Provenance.objects.filter(study=study, respondent=respondent).exists():
        told = {"file": path.name, "file_sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        Provenance.objects.note(study, respondent, told)


def write(
    study: Study, by_code: dict[str, Condition], pairs: Sequence[tuple[Respondent, Taken]], advance: Advance
) -> dict[str, int]:
    """Write sittings with their responses and scores, in batches; return how many of each."""
    items = {item.code: item.pk for item in study.instrument.item_set.all()}
    subscales = dict(study.instrument.subscale_set.values_list("code", "pk"))
    counts = {"sitting": 0, "response": 0, "score": 0}
    for batch in _batches(pairs):
        sittings = Sitting.objects.bulk_create(_sitting(study, by_code, *pair) for pair in batch)
        given = [(row, taken) for row, (_who, taken) in zip(sittings, batch, strict=True) if not taken.is_empty]
        responses = Response.objects.bulk_create(one for row, taken in given for one in _responses(row, taken, items))
        scores = Score.objects.bulk_create(one for row, taken in given for one in _scores(study, row, taken, subscales))
        written: list[tuple[str, Sequence[Model]]] = [("sitting", sittings), ("response", responses), ("score", scores)]
        for thing, rows in written:
            counts[thing] += len(rows)
        advance(len(batch))
    return counts


def _batches(whole: Sequence[Row]) -> Iterator[list[Row]]:
    rest = iter(whole)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _sitting(study: Study, by_code: dict[str, Condition], respondent: Respondent, taken: Taken) -> Sitting:
    """When it was answered is not in the file, so `completed_at` stays empty."""
    return Sitting(
        study=study,
        condition=by_code[taken.condition],
        respondent=respondent,
        repeat=taken.repeat,
        seed=0,
        item_order=list(taken.order),
        protocol_sha256=study.protocol_sha256,
        state=Sitting.State.EXCLUDED if taken.is_empty else Sitting.State.COMPLETED,
        exclusion_reason=EMPTY if taken.is_empty else "",
    )


def _responses(sitting: Sitting, taken: Taken, items: dict[str, int]) -> Iterator[Response]:
    shown = zip(taken.order, taken.cells, taken.values, strict=True)
    for position, (code, cell, value) in enumerate(shown, 1):
        yield Response(
            sitting_id=sitting.pk,
            item_id=items[code],
            position=position,
            raw=cell,
            value=value,
            missing="" if value is not None else Response.Missing.SKIPPED,
        )


def _scores(study: Study, sitting: Sitting, taken: Taken, subscales: dict[str, int]) -> Iterator[Score]:
    for one in study.instrument.score(taken.answers):
        yield Score(
            respondent_id=sitting.respondent_id,
            study_id=sitting.study_id,
            condition_id=sitting.condition_id,
            subscale_id=subscales[one.subscale],
            sitting_id=sitting.pk,
            value=one.value,
            n_items=one.n_items,
            n_missing=one.n_missing,
        )


def _stored(study: Study, sittings: QuerySet[Sitting]) -> Stored:
    """Return what the database has of these sittings.

    One table at a time, by short lists of keys: right after an import PostgreSQL has counted nothing yet,
    and may choose to join a million rows the slow way.
    """
    rows = sittings.values_list("pk", "respondent__source_key", "condition__code", "repeat")
    keys = {pk: (source, code, repeat) for pk, source, code, repeat in rows}
    codes = dict(study.instrument.item_set.values_list("pk", "code"))
    stored: Stored = {key: {} for key in keys.values()}
    for batch in _batches(list(keys)):
        responses = Response.objects.filter(sitting__in=batch)
        for sitting, item, value in responses.values_list("sitting_id", "item_id", "value"):
            stored[keys[sitting]][codes[item]] = value
    return stored


def _refuse_other_crowd(file: CrowdFile, study: Study, known: Sequence[Respondent]) -> None:
    there = {
        (_source_key(person), taken.condition, taken.repeat): dict(taken.answers)
        for person in file.people
        for taken in person.taken
    }
    told = {_source_key(person): person.demographics for person in file.people}
    sittings = Sitting.objects.filter(study=study, respondent__source_key__startswith=CROWD)
    if {row.source_key: row.demographics for row in known} != told or _stored(study, sittings) != there:
        raise Conflict(
            file.path, f'the study "{study.slug}" has another crowd of {len(known)} people; delete that one first'
        )


def _model_respondent(label: str) -> Respondent:
    """Return the respondent that stands for a model's imported answers, whatever the scale."""
    model = LanguageModel.objects.filter(engine=LanguageModel.IMPORTED, label=label).first()
    if model is None:
        model = LanguageModel.objects.create(
            slug=_free_slug(label), label=label, engine=LanguageModel.IMPORTED, name=label
        )
    return Respondent.objects.get_or_create(
        kind=Respondent.Kind.MODEL, language_model=model, source_key=MODELS, defaults={"label": label}
    )[0]


def _free_slug(label: str) -> str:
    """Return "gpt-3-5-turbo" for "gpt-3.5-turbo"; a number follows where another model has the slug."""
    start = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")[:90] or "model"
    taken = set(LanguageModel.objects.filter(slug__startswith=start).values_list("slug", flat=True))
    return next(slug for n in range(1, len(taken) + 2) if (slug := start if n == 1 else f"{start}-{n}") not in taken)


def _person(person: Person) -> Respondent:
    return Respondent(kind=Respondent.Kind.HUMAN, demographics=person.demographics, source_key=_source_key(person))


def _source_key(person: Person) -> str:
    return f"{CROWD}{person.column}"


def _note_texts(report: Report, others: Sequence[str]) -> None:
    if others:
        count = f"{len(others)} {plural('situation', len(others))}"
        report.notes.append(f"{count} with another text than the one kept: {listed(list(others))}")
