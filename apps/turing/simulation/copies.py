"""Copies of a study to rehearse with: marked, on no board, and gone in one step."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.forgetting import forget_deleted
from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.models import Respondent, Study
from apps.studies.opening import open_study
from apps.turing.people import withdraw

COPIED = (
    "instrument", "vignette_set", "factors", "with_positive", "local_only", "consent_text", "consent_version",
    "order_rule", "quota", "owner",
)  # fmt: skip
DAYS_TO_KEEP = 30


def rehearsals_of(study: Study) -> QuerySet[Study]:
    return Study.objects.filter(is_rehearsal=True, parameters__rehearsal_of=study.slug)


def open_copy(study: Study) -> Study:
    """Make a copy of the study's settings, without its people, and open it. Raises CannotOpen.

    The address that paid people return to is left out: nobody is to be sent there.
    """
    with writing():
        copy = Study.objects.create(
            **{name: getattr(study, name) for name in COPIED},
            slug=_free_slug(study.slug),
            title=(_("Rehearsal: %(title)s") % {"title": study.title})[: Study._meta.get_field("title").max_length],
            parameters={**study.parameters, "rehearsal_of": study.slug},
            is_rehearsal=True,
            retention_date=timezone.now().date() + timedelta(days=DAYS_TO_KEEP),
        )
        open_study(copy)
    return copy


def _free_slug(slug: str) -> str:
    taken = set(Study.objects.filter(slug__contains="-rehearsal-").values_list("slug", flat=True))
    number = 1
    while (found := f"{slug[:35]}-rehearsal-{number}") in taken:
        number += 1
    return found


def delete(rehearsal: Study) -> None:
    """Delete a rehearsal with everybody in it and all that they and models have answered."""
    assert rehearsal.is_rehearsal, "real data is never deleted here"
    with writing():
        people = Persona.objects.filter(condition__study=rehearsal)
        for persona in people.exclude(condition__study__is_rehearsal=False).distinct():
            withdraw(persona)
        here = Q(participation__study=rehearsal) | Q(sitting__study=rehearsal)
        answered = Respondent.objects.filter(here, kind=Respondent.Kind.HUMAN).values_list("pk", flat=True)
        Respondent.objects.filter(pk__in=list(answered)).delete()
        rehearsal.delete()
        transaction.on_commit(forget_deleted, robust=True)
