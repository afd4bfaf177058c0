"""After a study's retention date, whatever could lead to a person is deleted."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from apps.studies.models import Participation, Respondent, Study


@transaction.atomic
def delete_expired() -> int:
    """Delete visits (codes, times, external ids) and answers about persons; ratings stay, unlinked.

    Returns the number of persons. Safe to repeat.
    """
    expired = Study.objects.filter(retention_date__lt=timezone.now().date())
    visits = Participation.objects.filter(study__in=expired)
    people = list(visits.values_list("respondent_id", flat=True))
    visits.delete()
    Respondent.objects.filter(pk__in=people).update(demographics={})
    return len(people)
