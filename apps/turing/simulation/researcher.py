"""What the researcher does between the visits: accepts, draws, lets machines answer, sends links."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from apps.benchmarks.echo.people import Person
from apps.benchmarks.echo.phases import WRITING
from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.models import Invitation, Respondent, Response, Study
from apps.turing import flags, pairing
from apps.turing.models import Decision, Question
from apps.turing.people import add_person, draw_questions, people

# A baseline answers at once and needs no model; by two methods, so that there is something to balance.
MACHINE, WAYS = "profile-retrieval", ("echo/retrieval", "echo/zero-shot")


def add(study: Study, person: Person) -> Persona:
    """Add an invented person as if they were a real one, who has to be asked for permission."""
    with writing():
        persona = add_person(study, person.name, study.owner)
        Question.objects.bulk_create(
            Question(
                study=study,
                persona=persona,
                kind=answer.type,
                text=answer.question,
                source=Question.Source.WRITTEN,
                state=Question.State.KEPT,
            )
            for answer in person.answers
        )
    return persona


def accept(study: Study, seed: int) -> None:
    """Accept every profile that was sent, and draw the ten questions."""
    with writing():
        for persona in people(study).filter(state=Persona.State.SENT):
            persona.state, persona.reviewed_at = Persona.State.READY, timezone.now()
            persona.save(update_fields=["state", "reviewed_at"])
            draw_questions(study, persona, seed)


def let_machines_answer(study: Study) -> int:
    """Let a baseline answer as everybody, and make the pairs; return their number."""
    for way in WAYS:
        call_command("run_study", study.slug, model=MACHINE, way=way, verbosity=0, stdout=StringIO())
    with writing():
        _show_all(study)
        return pairing.prepare(study)


def _show_all(study: Study) -> None:
    """Let through what waits for a researcher's eye: in a rehearsal nobody is given away."""
    written = Response.objects.filter(sitting__study=study, sitting__condition__group=WRITING)
    Decision.objects.bulk_create(
        Decision(response=response, is_shown=True)
        for response in written.select_related("sitting__condition__persona")
        if (persona := response.sitting.condition.persona)
        and any(map(flags.holds_back, flags.flags_of(response, pairing.names_of(persona))))
    )


def link_for_judges(study: Study, persona: Persona) -> str:
    return f"/j/{Invitation.objects.create(study=study, persona=persona).code}/"


def written_by(study: Study, persona: Persona) -> set[str]:
    """Return the person's own answers as judges see them."""
    texts = Response.objects.filter(
        sitting__study=study,
        sitting__condition__persona=persona,
        sitting__condition__group=WRITING,
        sitting__respondent__kind=Respondent.Kind.HUMAN,
    )
    return {text.strip() for text in texts.values_list("value", flat=True)}
