"""Requests hold the profiles and answers of the people who are imitated; they go when those go."""

from __future__ import annotations

from django.utils import timezone

from apps.personas.models import Persona
from apps.runs.models import Completion, Run, Step


def delete_expired() -> int:
    """Delete the requests that held the words of people whose studies have all expired; return their number.

    The evidence of their scores goes with them, as the consent promised; invented people stay. What a run
    says of itself may quote a reply.
    """
    people = Persona.objects.filter(source="", condition__study__retention_date__lt=timezone.now().date())
    people = people.exclude(condition__study__retention_date__gte=timezone.now().date())
    Run.objects.filter(study__condition__persona__in=people).exclude(reason="").update(reason="")
    completions = Completion.objects.filter(persona__in=list(people.values_list("pk", flat=True).distinct()))
    Step.objects.filter(completion__in=completions).delete()
    return completions.delete()[0]
