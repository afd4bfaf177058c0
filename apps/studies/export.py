"""A study's answers as CSV that needs no reshaping: one row per answer, streamed."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from apps.studies.models import Participation, Response, Score, Study

RESPONSES = (
    "study", "protocol_sha256", "respondent", "kind", "label", "condition", "repeat", "sitting", "item",
    "position", "raw", "value", "missing", "latency_ms", "served_at", "completed_at",
)  # fmt: skip
SCORES = ("study", "respondent", "kind", "label", "condition", "repeat", "subscale", "value", "n_missing", "scorer")
VISITS = (
    "respondent", "source", "external_person", "external_study", "external_session", "stage",
    "completion_code", "started_at", "completed_at",
)  # fmt: skip


class Line:
    """A file that hands back what is written to it, so that rows can be streamed."""

    def write(self, text: str) -> str:
        return text


def responses_csv(study: Study) -> Iterator[str]:
    """Yield the header and one line per answer; respondents are numbers, never names or external ids."""
    writer = csv.writer(Line())
    yield writer.writerow(RESPONSES)
    rows = Response.objects.filter(sitting__study=study).order_by("sitting", "position").values_list(
        "sitting__study__slug", "sitting__protocol_sha256", "sitting__respondent_id", "sitting__respondent__kind",
        "sitting__respondent__label", "sitting__condition__code", "sitting__repeat", "sitting__code", "item__code",
        "position", "raw", "value", "missing", "latency_ms", "sitting__served_at", "sitting__completed_at",
    )  # fmt: skip
    for row in rows.iterator(chunk_size=5000):
        yield writer.writerow(_iso(row))


def scores_csv(study: Study) -> Iterator[str]:
    """Yield the header and one line per score; an empty value means that answers were missing."""
    writer = csv.writer(Line())
    yield writer.writerow(SCORES)
    rows = Score.objects.filter(study=study).order_by("sitting", "subscale").values_list(
        "study__slug", "respondent_id", "respondent__kind", "respondent__label", "condition__code", "sitting__repeat",
        "subscale__code", "value", "n_missing", "scorer",
    )  # fmt: skip
    for row in rows.iterator(chunk_size=5000):
        yield writer.writerow(_iso(row))


def visits_csv(study: Study) -> Iterator[str]:
    """Yield one line per visit with its external ids: what is needed to pay people, and no answer."""
    writer = csv.writer(Line())
    yield writer.writerow(VISITS)
    rows = Participation.objects.filter(study=study).order_by("pk").values_list(
        "respondent_id", "source", "identifier__person", "identifier__study", "identifier__session", "stage",
        "completion_code", "started_at", "completed_at",
    )  # fmt: skip
    for row in rows.iterator(chunk_size=5000):
        yield writer.writerow(_iso(row))


def _iso(row: tuple[object, ...]) -> list[object]:
    return [value.isoformat() if hasattr(value, "isoformat") else "" if value is None else value for value in row]
