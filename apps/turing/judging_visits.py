"""A judge's way through the pairs, one call per step; what every visit shares is on its row.

A pair that has been judged cannot be judged again, like a step that has been taken: the first choice stands.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.judging import judge, show
from apps.studies.models import Invitation, Participation, Response, Showing, Sitting, Study
from apps.studies.ordering import shown_order
from apps.turing.assignment import choose_pairs, seat

Stage = Participation.Stage
STRANGERS = "strangers"


class LinkUsedUp(Exception):
    """As many people as the link was made for have begun."""


class ShownPair(NamedTuple):
    """A pair as a judge sees it: nothing in it tells which of the two texts is whose."""

    number: int
    of: int
    question: str
    texts: tuple[str, str]


def begin(invitation: Invitation) -> Participation:
    """Start a visit, in a transaction of its own. Raises LinkUsedUp, also when two press Start at once."""
    with writing():
        invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
        if invitation.is_used_up:
            raise LinkUsedUp
        return invitation.new_visit()


# Hardly a step reads these, and to decode them would be half of what it costs to read a visit.
LARGE = ("study__protocol", "study__instrument__content", "invitation__persona__profile", "invitation__persona__draft")


def of_judges() -> QuerySet[Participation]:
    """The visits of judges, with what every step needs."""
    rows = Participation.objects.filter(invitation__persona__isnull=False)
    return rows.select_related("study__instrument", "respondent", "invitation__persona").defer(*LARGE)


def person_judged(visit: Participation) -> Persona:
    persona = visit.invitation.persona
    assert persona is not None
    return persona


def are_strangers(study: Study) -> bool:
    """Do the judges not know the person, and are shown the profile instead?"""
    return bool(study.parameters.get("judges") == STRANGERS)


def consent(visit: Participation) -> None:
    """Record consent; who does not know the person has nothing to tell about knowing them."""
    visit.agree()
    if are_strangers(visit.study):
        describe(visit, {"relation": "stranger"})
    else:
        visit.go_on(Stage.ABOUT)


def describe(visit: Participation, demographics: dict[str, str]) -> None:
    """Keep how the judge knows the person, and go on to the instruction."""
    visit.respondent.describe(demographics)
    visit.go_on(Stage.INSTRUCTION)


def start(visit: Participation) -> None:
    """Choose the pairs and show the first. Raises NotReady."""
    study, persona, seed = visit.study, person_judged(visit), secrets.randbits(53)
    condition = seat(study, persona)
    pairs = choose_pairs(condition, study, persona, seed)
    sitting = Sitting.objects.create(
        study=study,
        condition=condition,
        respondent=visit.respondent,
        seed=seed,
        item_order=[code for code in shown_order(study, seed) if code in pairs],
        protocol_sha256=study.protocol_sha256,
        served_at=timezone.now(),
    )
    show(sitting, pairs)
    _serve_next(visit)
    visit.go_on(Stage.JUDGE)


def pair_shown(visit: Participation) -> ShownPair | None:
    """Return what the judge sees now; one query, the same whichever answer comes first.

    None where the pairs that were left have gone since the sitting began.
    """
    row = _to_judge(visit).values_list(
        "position", "machine_first", "item__code", "sitting__item_order",
        "pair__human_response__sitting__condition__parameters",
        "pair__human_response__value", "pair__model_response__value",
    ).first()  # fmt: skip
    if row is None:
        return None
    number, machine_first, code, order, parameters, human, machine = row
    texts = (machine, human) if machine_first else (human, machine)
    return ShownPair(number, len(order), parameters["questions"][code], texts)


def choose(
    visit: Participation,
    number: str,
    *,
    chose_first: bool,
    sureness: int | None = None,
    why: str = "",
    latency_ms: int | None = None,
) -> None:
    """Store the choice between the two answers; after the last pair the visit is complete.

    `number` is the pair's on the page that was sent: an old page changes nothing.
    """
    showing = _to_judge(visit).select_related("sitting__condition").first()
    if showing is None:
        finish(visit)
        return
    if number != str(showing.position):
        return
    showing.sitting.study = visit.study  # read already, without its large protocol
    if judge(showing, chose_first=chose_first, latency_ms=latency_ms):
        showing.sureness, showing.why = sureness, why
        showing.save(update_fields=["sureness", "why"])
    if showing.sitting.state == Sitting.State.COMPLETED:
        visit.complete()
    else:
        _serve_next(visit)
        visit.go_on(Stage.JUDGE)


def finish(visit: Participation) -> None:
    """End a sitting whose last pairs have gone, with what was judged before."""
    now = timezone.now()
    mine = Sitting.objects.filter(respondent=visit.respondent_id)
    mine.update(state=Sitting.State.COMPLETED, completed_at=now)
    visit.complete()


def _to_judge(visit: Participation) -> QuerySet[Showing]:
    """The pairs not judged yet, the one that the judge is at first; a pair that has gone meanwhile is passed over."""
    judged = Response.objects.filter(sitting=OuterRef("sitting"), item=OuterRef("item"))
    rows = Showing.objects.filter(~Exists(judged), sitting__respondent=visit.respondent_id)
    return rows.order_by("position")


def _serve_next(visit: Participation) -> None:
    position = _to_judge(visit).values("position")[:1]
    mine = Showing.objects.filter(sitting__respondent=visit.respondent_id, position=Subquery(position))
    mine.update(served_at=timezone.now())
