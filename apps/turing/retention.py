"""After a study's retention date nobody's words are left; who judged what remains, as numbers without a time."""

from __future__ import annotations

from datetime import date

from django.db.models import Q
from django.utils import timezone

from apps.benchmarks.echo.phases import JUDGING, QUESTIONS, WRITING
from apps.personas.models import Persona
from apps.studies.models import Condition, Invitation, Respondent, Response, Showing, Sitting
from apps.turing.models import Question


def delete_expired() -> int:
    """Empty profiles, questions, answers and judges' remarks; return the number of people. Safe to repeat.

    Somebody who is in another study that goes on is kept for that one. Invented people stay as they are,
    but not what people said who judged them.
    """
    today = timezone.now().date()
    _forget_remarks(today)
    people = Persona.objects.filter(source="", erased_at=None, condition__study__retention_date__lt=today)
    people = people.exclude(condition__study__retention_date__gte=today).distinct()
    erased = list(people)
    for persona in erased:
        _erase(persona)
    return len(erased)


def _forget_remarks(today: date) -> None:
    """Choices and how sure judges were stay; their reasons, the times, and who a link was for go."""
    expired = {"sitting__study__retention_date__lt": today}
    remarks = Showing.objects.filter(~Q(why="") | Q(served_at__isnull=False), **expired)
    remarks.update(why="", served_at=None)
    timed = Response.objects.filter(sitting__condition__group=JUDGING, latency_ms__isnull=False, **expired)
    timed.update(latency_ms=None)
    of_judges = Invitation.objects.filter(persona__isnull=False, study__retention_date__lt=today)
    of_judges.exclude(note="").update(note="")


def _erase(persona: Persona) -> None:
    conditions = Condition.objects.filter(persona=persona)
    texts = Response.objects.filter(sitting__condition__in=conditions)
    written = texts.filter(sitting__condition__group__in=(WRITING, QUESTIONS))
    written.update(raw="")
    written.filter(value__isnull=False).update(value="")
    # What a judging model replied may quote an answer; what it chose is a number, and stays.
    texts.filter(sitting__respondent__kind=Respondent.Kind.MODEL).update(raw="")
    own = Sitting.objects.filter(condition__in=conditions, condition__group=WRITING)
    own.filter(respondent__kind=Respondent.Kind.HUMAN).update(draft={}, served_at=None, completed_at=None)
    Question.objects.filter(persona=persona).delete()
    for condition in conditions:
        condition.parameters.pop("questions", None)
        condition.save(update_fields=["parameters"])
    persona.erase()
