"""Where a line's answers come from, gathered when its board is rebuilt, so that its page reads the line only."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import BigIntegerField, Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Value, When

from apps.benchmarks.echo.phases import JUDGING
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
    """Count sittings by line, with the days of the first and the last; hours are too near a person."""
    rows = sittings.values_list(line_of("respondent")).order_by()
    found = rows.annotate(
        n=Count("pk"),
        excluded=Count("pk", filter=Q(state=Sitting.State.EXCLUDED)),
        first=Min("completed_at"),
        last=Max("completed_at"),
    )
    return {
        line: {
            "sittings": n,
            "excluded": excluded,
            "first": first.date().isoformat() if first else "",
            "last": last.date().isoformat() if last else "",
        }
        for line, n, excluded, first, last in found
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
