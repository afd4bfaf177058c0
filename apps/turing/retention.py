"""After a study's retention date nobody's words are left; who judged what remains, as numbers."""

from __future__ import annotations

from django.utils import timezone

from apps.benchmarks.echo.phases import QUESTIONS, WRITING
from apps.personas.models import Persona
from apps.studies.models import Condition, Response, Showing
from apps.turing.models import Question


def delete_expired() -> int:
    """Empty profiles, questions, answers and judges' remarks; return the number of people. Safe to repeat.

    Somebody who is in another study that goes on is kept for that one. Invented people stay as they are.
    """
    today = timezone.now().date()
    people = Persona.objects.filter(source="", erased_at=None, condition__study__retention_date__lt=today)
    people = people.exclude(condition__study__retention_date__gte=today).distinct()
    erased = list(people)
    for persona in erased:
        _erase(persona)
    return len(erased)


def _erase(persona: Persona) -> None:
    conditions = Condition.objects.filter(persona=persona)
    texts = Response.objects.filter(sitting__condition__in=conditions, value__isnull=False)
    # Choices of judges are numbers, and stay.
    texts.filter(sitting__condition__group__in=(WRITING, QUESTIONS)).update(raw="", value="")
    Showing.objects.filter(sitting__condition__in=conditions).update(why="")
    Question.objects.filter(persona=persona).delete()
    for condition in conditions:
        condition.parameters.pop("questions", None)
        condition.save(update_fields=["parameters"])
    persona.erase()
