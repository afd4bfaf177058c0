"""Which condition does the next person get? The least filled one, also when many arrive at once."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from apps.studies.models import Condition, Sitting, Study
from apps.studies.models.studies import DEFAULT


def cells(study: Study) -> QuerySet[Condition]:
    """Return the study's conditions with `done`, `live` and `expired` sittings of people.

    A seat is live while its person was seen within RESERVATION_MINUTES; someone who comes
    back later still counts once they finish.
    """
    recent = timezone.now() - timedelta(minutes=settings.RESERVATION_MINUTES)
    opened = Q(sitting__state=Sitting.State.OPEN, sitting__respondent__kind="human")
    seen = Q(sitting__respondent__participation__seen_at__gte=recent)
    return study.condition_set.exclude(code=DEFAULT).annotate(
        done=Count("sitting", filter=Q(sitting__state=Sitting.State.COMPLETED, sitting__respondent__kind="human")),
        live=Count("sitting", filter=opened & seen),
        expired=Count("sitting", filter=opened & ~seen),
    )


def assign(study: Study, rng: Random) -> Condition | None:
    """Return a least filled condition below the quota, ties broken by `rng`; None when all are full.

    Call inside the transaction that stores the sitting: the study's row is locked until it
    ends (on SQLite the transaction itself holds the write lock), so arrivals queue up here.
    """
    Study.objects.select_for_update().get(pk=study.pk)
    below = [(count, pk) for pk, count in _filled(study) if count < study.quota]
    if not below:
        return None
    least = min(count for count, _pk in below)
    return study.condition_set.get(pk=rng.choice([pk for count, pk in below if count == least]))


def is_full(study: Study) -> bool:
    """Is every condition filled by people who finished or are at it?"""
    return all(count >= study.quota for _pk, count in _filled(study))


def _filled(study: Study) -> list[tuple[int, int]]:
    """Return each condition's key with the number of people who finished it or are at it."""
    return [(pk, done + live) for pk, done, live in cells(study).values_list("pk", "done", "live")]
