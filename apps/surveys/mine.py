"""What the lab holds about one person, for that person's own eyes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from apps.studies.models import Identifier, Participation, Response, Sitting
from apps.studies.recording import Answer


def record_of(visit: Participation) -> dict[str, Any]:
    """Return everything stored about the visit, in plain values, for page and download."""
    sittings = Sitting.objects.filter(respondent=visit.respondent_id).select_related("condition__vignette")
    return {
        **visit.record(),
        "external_ids": _external_ids(visit),
        "ratings": [_ratings(sitting) for sitting in sittings.order_by("pk")],
    }


def _external_ids(visit: Participation) -> dict[str, str] | None:
    return Identifier.objects.filter(participation=visit).values("person", "study", "session").first()


def _ratings(sitting: Sitting) -> dict[str, Any]:
    responses = Response.objects.filter(sitting=sitting).select_related("item").order_by("position")
    vignette = sitting.condition.vignette
    return {
        "when": "before" if sitting.condition.is_default else "after",
        "situation": vignette.text if vignette else None,
        "answers": [
            {"item": str(response.item), "rating": response.value, "milliseconds": response.latency_ms}
            for response in responses
        ],
        "not_sent": sitting.draft,
    }


def keep_draft(visit: Participation, sitting: Sitting, answers: dict[str, Answer]) -> None:
    """Remember the choices of a page that was not sent yet, and that the person is still there.

    What another tab has chosen stays: a radio button can be changed, never emptied.
    """
    sitting.draft = {**sitting.draft, **{code: answer.value for code, answer in answers.items()}}
    sitting.save(update_fields=["draft"])
    visit.seen_at = timezone.now()
    visit.save(update_fields=["seen_at"])
