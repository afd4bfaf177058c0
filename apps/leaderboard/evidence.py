"""From a line down to the sittings and answers it was made of, for whoever may see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from apps.leaderboard.models import Entry
from apps.leaderboard.origin import PEOPLE, sittings_judging, sittings_over
from apps.studies.models import LanguageModel, Respondent, Score, Sitting, Study

PER_PAGE = 50


class Row(NamedTuple):
    """A sitting with the scores that count in the line."""

    sitting: Sitting
    scores: list[Score]


def may_open(user: Any, line: Entry) -> bool:
    return studies_open_to(user, line).exists() if user.is_authenticated else False


def studies_open_to(user: Any, line: Entry) -> QuerySet[Study]:
    """Return the line's study where this person may see its sittings.

    Single people's are their study's owner's alone; what was imported without an owner is the administrators'. Models'
    sittings may be seen by whoever may see the study.
    """
    if "origin" not in line.provenance:  # made before lines told their origin, or printed
        return Study.objects.none()
    studies = Study.objects.filter(slug=line.provenance.get("study", ""))
    if is_of_people(line):
        return studies.filter(Q(owner=user) | Q(owner=None) if user.is_superuser else Q(owner=user))
    return studies if user.is_superuser else studies.filter(Q(owner=user) | Q(kind=Study.Kind.IMPORTED))


def is_of_people(line: Entry) -> bool:
    return line.kind == Entry.Kind.HUMAN or line.provenance.get("judges") == "people"


def sittings_of(study: Study, line: Entry) -> QuerySet[Sitting]:
    """Return the sittings that count in the line, or were excluded; on the ECHO board those of its judge."""
    origin = line.provenance["origin"]
    writer = {"respondent": origin["respondent"]} if "respondent" in origin else {}
    sat = origin.get("judge", writer.get("respondent", PEOPLE))
    found = sittings_judging(study, **writer) if "judge" in origin else sittings_over(study)
    who = {"respondent__kind": Respondent.Kind.HUMAN} if sat == PEOPLE else {"respondent": sat}
    return found.filter(**who).select_related("condition").order_by("condition", "repeat", "pk")


def sittings_page(study: Study, line: Entry, number: str) -> Page[Row]:
    page: Page[Any] = Paginator(sittings_of(study, line), PER_PAGE).get_page(number)
    page.object_list = _rows(list(page.object_list), line)
    return page


def _rows(sittings: Sequence[Sitting], line: Entry) -> list[Row]:
    scores = Score.objects.filter(sitting__in=sittings).select_related("subscale").order_by("subscale__position")
    if "judge" in line.provenance["origin"] and "respondent" in line.provenance["origin"]:
        scores = scores.filter(respondent=line.provenance["origin"]["respondent"])
    found: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        found[score.sitting_id].append(score)
    return [Row(sitting, found[sitting.pk]) for sitting in sittings]


def was_asked_here(line: Entry) -> bool:
    """Did a run make these sittings, so that requests and replies are kept?"""
    return not is_of_people(line) and line.provenance["origin"].get("engine", "") != LanguageModel.IMPORTED
