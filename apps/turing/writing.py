"""The ten answers that a person writes: drafts, and the sitting that keeps them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.db import transaction

from apps.personas.forms import as_draft
from apps.studies.characters import as_judged
from apps.studies.models import Condition, Respondent, Sitting
from apps.studies.recording import Answer, record


def sitting_of(condition: Condition) -> Sitting | None:
    """Return the person's own sitting; none before they have typed anything."""
    return Sitting.objects.filter(condition=condition, respondent__kind=Respondent.Kind.HUMAN).first()


def questions_of(condition: Condition) -> dict[str, str]:
    """Return the drawn questions by type, in the instrument's order; none before the draw."""
    drawn = condition.parameters.get("questions", {})
    return {code: drawn[code] for code in condition.study.instrument.items_by_code() if code in drawn}


def keep_draft(condition: Condition, texts: Mapping[str, str]) -> None:
    """Remember what is typed and not sent; what another tab has typed elsewhere stays."""
    sitting = _begun(condition)
    sitting.draft = {**sitting.draft, **as_draft(texts)}
    sitting.save(update_fields=["draft"])


@transaction.atomic
def answer(condition: Condition, texts: Mapping[str, str]) -> None:
    """Store the ten answers for good: as typed, and as judges see them.

    Raises ValueError when they were stored before: the first answers stand.
    """
    study = condition.study
    answers = {code: Answer(raw=text, value=as_judged(study, condition, text)) for code, text in texts.items()}
    record(_begun(condition), study.instrument, answers)


def _begun(condition: Condition) -> Sitting:
    study = condition.study
    return sitting_of(condition) or Sitting.objects.create(
        study=study,
        condition=condition,
        respondent=Respondent.objects.create(kind=Respondent.Kind.HUMAN),
        seed=secrets.randbits(53),
        item_order=list(questions_of(condition)),
        protocol_sha256=study.protocol_sha256,
    )
