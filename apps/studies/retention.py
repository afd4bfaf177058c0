"""After a study's retention date, whatever could lead to a person is deleted."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from apps.studies.models import Participation, Respondent, Sitting


@transaction.atomic
def delete_expired() -> int:
    """Delete visits (codes, external ids), all times, answers about persons and what was never sent.

    Ratings that were sent stay, unlinked: a recruiting site knows to the second when somebody
    finished. Returns the number of persons. Safe to repeat.
    """
    visits = Participation.objects.filter(study__retention_date__lt=timezone.now().date())
    people = list(visits.values_list("respondent_id", flat=True))
    sittings = Sitting.objects.filter(respondent__in=people)
    sittings.filter(state=Sitting.State.OPEN).delete()
    sittings.update(served_at=None, completed_at=None)
    visits.delete()
    Respondent.objects.filter(pk__in=people).update(demographics={})
    return len(people)
