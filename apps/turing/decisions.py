"""What a researcher decides about a text: judges see it, or it is withheld."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.studies.models import Condition, Pair, Response, Showing, Sitting, Study
from apps.turing.assignment import seat
from apps.turing.models import Decision


class TooLate(ValueError):
    """Somebody has been shown the text in a pair, so the decision on it stands."""


@transaction.atomic
def let_through(response: Response, by: AbstractBaseUser | AnonymousUser) -> None:
    """Judges may see this text; its pairs are made by pairing.prepare. Raises TooLate."""
    Study.objects.select_for_update().get(pk=response.sitting.study_id)
    if was_shown([response]):
        raise TooLate
    _decide(response, True, by)


@transaction.atomic
def withhold(response: Response, by: AbstractBaseUser | AnonymousUser) -> tuple[int, int]:
    """Keep a text from judges; return how many pairs went, and how many stay because somebody was shown them."""
    study = Study.objects.select_for_update().get(pk=response.sitting.study_id)
    persona = response.sitting.condition.persona
    assert persona is not None
    # A judge who begins at this moment was first, or waits and meets the pairs that are left
    seat(study, persona)
    _decide(response, False, by)
    pairs = _pairs_of([response])
    free = set(pairs.filter(~Exists(Showing.objects.filter(pair=OuterRef("pk")))).values_list("pk", flat=True))
    free -= _in_runs(study)
    _take_from_forms(study, free)
    Pair.objects.filter(pk__in=free).delete()
    return len(free), pairs.count()


def was_shown(responses: Iterable[Response]) -> set[int]:
    """Return the responses that stand in a pair which a judge was shown or is about to be."""
    pairs = _pairs_of(list(responses)).filter(Exists(Showing.objects.filter(pair=OuterRef("pk"))))
    return {pk for pair in pairs.values_list("human_response", "model_response") for pk in pair}


def _pairs_of(responses: list[Response]) -> QuerySet[Pair]:
    return Pair.objects.filter(Q(human_response__in=responses) | Q(model_response__in=responses))


def _in_runs(study: Study) -> set[int]:
    """Return the pairs in forms that a run has been planned with: its models are shown them when it starts."""
    planned = _forms(study).filter(Exists(Sitting.objects.filter(condition=OuterRef("pk"))))
    return {pk for form in planned for pk in form.parameters["pairs"].values()}


def _take_from_forms(study: Study, pairs: set[int]) -> None:
    for form in _forms(study):
        left = {code: pk for code, pk in form.parameters["pairs"].items() if pk not in pairs}
        if not left:
            form.delete()
        elif left != form.parameters["pairs"]:
            form.parameters["pairs"] = left
            form.save(update_fields=["parameters"])


def _forms(study: Study) -> QuerySet[Condition]:
    return Condition.objects.filter(study=study, parameters__has_key="pairs")


def _decide(response: Response, is_shown: bool, by: AbstractBaseUser | AnonymousUser) -> None:
    Decision.objects.update_or_create(response=response, defaults={"is_shown": is_shown, "decided_by": by})
