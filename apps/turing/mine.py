"""What the lab holds about one person, for that person's own eyes.

Never who judged what, and not what machines wrote as them: shown around, it would give the answers away.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from apps.benchmarks.echo.phases import JUDGING, WRITING
from apps.personas import steps
from apps.personas.models import Persona
from apps.studies.models import Pair, Respondent, Response
from apps.turing.me import Me


@dataclass(frozen=True)
class Holdings:
    """How much hangs on a person; all of it goes when they withdraw."""

    answers: int
    machine_answers: int
    pairs: int
    judgements: int
    requests: int


def holdings_of(persona: Persona) -> Holdings:
    written = Response.objects.filter(sitting__condition__persona=persona, sitting__condition__group=WRITING)
    judged = Response.objects.filter(sitting__condition__persona=persona, sitting__condition__group__startswith=JUDGING)
    return Holdings(
        answers=written.filter(sitting__respondent__kind=Respondent.Kind.HUMAN).count(),
        machine_answers=written.filter(sitting__respondent__kind=Respondent.Kind.MODEL).count(),
        pairs=Pair.objects.filter(human_response__sitting__condition__persona=persona).count(),
        judgements=judged.count(),
        requests=persona.completion_set.count(),
    )


def record_of(me: Me) -> dict[str, Any]:
    """Return everything stored about the person in plain values, for the download."""
    persona, study = me.persona, me.study
    return {
        "study": study.title,
        "kept_until": study.retention_date,
        "name": persona.name,
        "handle": persona.slug,
        "permissions": {name: getattr(persona, field) for name, field in steps.PERMISSIONS.items()},
        "consent_version": persona.consent_version,
        "created_at": persona.created_at,
        "profile_sent_at": persona.sent_at,
        "profile": persona.profile,
        "profile_not_sent": persona.draft,
        "note_to_you": persona.note,
        "answers": answers_of(me),
        "answers_not_sent": me.sitting.draft if me.sitting else {},
        "numbers": asdict(holdings_of(persona)),
    }


def answers_of(me: Me) -> list[dict[str, str]]:
    """Return question, answer as typed and answer as judges see it, in the order they were asked."""
    rows = Response.objects.filter(sitting=me.sitting).select_related("item").order_by("position")
    return [{"question": me.questions[row.item.code], "typed": row.raw, "as_judges_see_it": row.value} for row in rows]
