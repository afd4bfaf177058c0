"""A Turing test with people who have written their answers, and machines that have answered as them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.studies.models import Instrument, LanguageModel, Respondent, Sitting, Study
from apps.studies.opening import open_study
from apps.studies.recording import Answer, record
from apps.turing.models import Question
from apps.turing.pairing import prepare
from apps.turing.people import add_person, draw_questions, writing_condition

PROFILE = {
    "education-and-work": "I learnt bookbinding in Ghent and now I mend the old books of two libraries there.",
    "interests": "On Sundays I row with my brother, in winter I carve spoons and give them away to people.",
}


def plan_a_turing_test(owner: Any, **fields: Any) -> Study:
    return Study.objects.create(
        **{
            "slug": f"who-wrote-this-{Study.objects.count()}",
            "title": "Who wrote this?",
            "instrument": Instrument.objects.get(slug="echo"),
            "consent_text": "You judge who wrote what.",
            "retention_date": timezone.now().date() + timedelta(days=90),
            "parameters": {"judges": "acquaintances", "feedback": False, "low": 45, "high": 55},
            "owner": owner,
            **fields,
        }
    )


def open_a_turing_test(owner: Any, **fields: Any) -> Study:
    study = plan_a_turing_test(owner, **fields)
    open_study(study)
    return study


def add_a_person(study: Study, name: str = "Noor Vandamme", **fields: Any) -> Persona:
    """Add somebody who has sent their profile, had it accepted, and allows everything."""
    now = timezone.now()
    allowed = {"may_store_at": now, "may_imitate_locally_at": now, "may_imitate_remotely_at": now}
    return add_person(study, name, study.owner, profile=PROFILE, state="ready", **{**allowed, **fields})


def draw_ten(study: Study, persona: Persona) -> dict[str, str]:
    Question.objects.bulk_create(
        Question(study=study, persona=persona, kind=kind, source="written", state="kept", text=f"What of {title}?")
        for kind, title in TYPES.items()
    )
    return draw_questions(study, persona, seed=1)


def write(study: Study, persona: Persona, respondent: Respondent, mark: str) -> Sitting:
    """Let somebody answer the ten questions; each answer is a sentence with the mark in it."""
    sitting = Sitting.objects.create(
        study=study, condition=writing_condition(study, persona), respondent=respondent, seed=1,
        item_order=list(TYPES), protocol_sha256=study.protocol_sha256,
    )  # fmt: skip
    said = {kind: f"I would say {mark} about {title.lower()}." for kind, title in TYPES.items()}
    record(sitting, study.instrument, {kind: Answer(text, text) for kind, text in said.items()})
    return sitting


def a_machine(name: str = "Parrot") -> Respondent:
    model, _new = LanguageModel.objects.get_or_create(
        slug=name.lower(), defaults={"label": name, "name": name, "engine": "imported"}
    )
    return Respondent.objects.create(kind="model", language_model=model, label=name, method="echo/rpp/v1")


def with_pairs(owner: Any, people: int = 1, machines: int = 2, **fields: Any) -> Study:
    """Return an open study in which everything is written and the pairs are made."""
    study = open_a_turing_test(owner, **fields)
    writers = [a_machine(f"Parrot {number}") for number in range(machines)]
    for number in range(people):
        persona = add_a_person(study, name=f"Noor{number} Vandamme")
        draw_ten(study, persona)
        write(study, persona, Respondent.objects.create(kind="human"), f"human-{number}")
        for place, writer in enumerate(writers):
            write(study, persona, writer, f"machine-{place}")
    prepare(study)
    return study
