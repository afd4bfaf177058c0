"""Where a line's answers come from, gathered when its board is rebuilt, so that its page reads the line only."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from apps.benchmarks.echo.phases import JUDGING
from apps.benchmarks.stats import FEW
from apps.studies.models import Provenance, Respondent, Score, Sitting, Study

# All people are one line, models are told apart by their primary key.
PEOPLE = 0
Origin = dict[str, Any]


def line_of(respondent: str) -> Case:
    """Return the line to which a row belongs, for grouping; `respondent` is the way from the row to who answered."""
    return Case(
        When(**{f"{respondent}__kind": Respondent.Kind.HUMAN}, then=Value(PEOPLE)),
        default=F(f"{respondent}_id"),
        output_field=BigIntegerField(),
    )


def studies_over(studies: QuerySet[Study]) -> QuerySet[Study]:
    """Return those that were closed, or in which nothing may be collected any more."""
    return studies.filter(Q(closed_at__isnull=False) | Q(retention_date__lt=timezone.now().date()))


def origin(study: Study, model: Respondent | None, counts: Origin, made: list[Origin]) -> Origin:
    """Return what is told of a line: its study, the model that answered, its sittings, and how answers were made."""
    told = {"title": study.title, "instrument": [study.instrument.slug, study.instrument.version]}
    return {**told, **(_model(model) if model else {}), **counts, "made": made}


def made_in(study: Study) -> dict[int, list[Origin]]:
    """Return by line what its answers depend on: code, engine and prompt, or the imported file."""
    found: dict[int, list[Origin]] = defaultdict(list)
    for one in Provenance.objects.filter(study=study):
        since = one.noted_at.date().isoformat()
        found[one.respondent_id or PEOPLE].append({**one.told, "completions": one.completions, "since": since})
    return found


def sittings_over(study: Study) -> QuerySet[Sitting]:
    """Return the sittings that are complete or excluded."""
    return Sitting.objects.filter(study=study).exclude(state=Sitting.State.OPEN)


def sittings_judging(study: Study, **writer: Any) -> QuerySet[Sitting]:
    """Return those in which somebody has judged, finished or not; with `respondent` those that judged this writer."""
    judgements = Score.objects.filter(sitting=OuterRef("pk"), **writer)
    return Sitting.objects.filter(Exists(judgements), study=study, condition__group__startswith=JUDGING)


def counts_of(sittings: QuerySet[Sitting]) -> dict[int, Origin]:
    """Count sittings by line, with the days of the first and the last."""
    found = (
        sittings.values_list(line_of("respondent"))
        .order_by()
        .annotate(
            n=Count("pk"),
            excluded=Count("pk", filter=Q(state=Sitting.State.EXCLUDED)),
            first=Min("completed_at"),
            last=Max("completed_at"),
        )
    )
    return {line: _counted(line, *row) for line, *row in found}


def counts_by_writer(study: Study) -> dict[tuple[int, int], Origin]:
    """Count the sittings in which a judge judged a writer, by judge (people are one) and writer."""
    judged = Score.objects.filter(study=study, condition__group__startswith=JUDGING)
    found = (
        judged.values_list(line_of("sitting__respondent"), "respondent_id")
        .order_by()
        .annotate(
            n=Count("sitting", distinct=True),
            excluded=Count("sitting", filter=Q(sitting__state=Sitting.State.EXCLUDED), distinct=True),
            first=Min("sitting__completed_at"),
            last=Max("sitting__completed_at"),
        )
    )
    return {(judge, writer): _counted(judge, *row) for judge, writer, *row in found}


def _counted(line: int, n: int, excluded: int, first: datetime | None, last: datetime | None) -> Origin:
    """Return days, not hours, which are too near a person; of a few people not even days."""
    is_told = line != PEOPLE or n >= FEW
    return {
        "sittings": n,
        "excluded": excluded,
        "first": first.date().isoformat() if first and is_told else "",
        "last": last.date().isoformat() if last and is_told else "",
    }


def _model(respondent: Respondent) -> Origin:
    model = respondent.language_model
    return {
        "respondent": respondent.pk,
        "model": model.label if model else "",
        "engine": model.engine if model else "",
        "revision": model.revision if model else "",
        "method": respondent.method,
        "sampling": respondent.sampling,
    }
