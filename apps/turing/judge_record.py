"""What the lab holds about one judge, for that judge's own eyes, and how many they had right."""

from __future__ import annotations

from typing import Any

from apps.studies.models import Participation, Response, Score, Showing
from apps.turing.judging_visits import person_judged


def record_of(visit: Participation) -> dict[str, Any]:
    """Return everything stored about the visit, in plain values, for page and download.

    Which answer was the machine's is not told: judges talk to each other.
    """
    return {
        **visit.record(),
        "answers_by": person_judged(visit).name,
        "judgements": _judgements(visit),
    }


def _judgements(visit: Participation) -> list[dict[str, Any]]:
    chosen = {row.item_id: row for row in Response.objects.filter(sitting__respondent=visit.respondent_id)}
    rows = Showing.objects.filter(sitting__respondent=visit.respondent_id).order_by("position")
    rows = rows.select_related("item", "pair__human_response__sitting__condition")
    return [
        {
            "question": showing.pair.human_response.sitting.condition.parameters["questions"][showing.item.code],
            "chosen": chosen[showing.item_id].raw,
            "how_sure": showing.sureness,
            "why": showing.why,
            "milliseconds": chosen[showing.item_id].latency_ms,
        }
        for showing in rows
        if showing.item_id in chosen
    ]


def number_right(visit: Participation) -> tuple[int, int]:
    """Return how often the judge found the person's own answer, and of how many pairs."""
    scores = Score.objects.filter(sitting__respondent=visit.respondent_id)
    return scores.filter(value=0).count(), scores.count()
