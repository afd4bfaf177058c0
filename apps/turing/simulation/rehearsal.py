"""A whole study from the first link to the last answer: a Turing test, or a survey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from apps.benchmarks.echo.people import Person, load_person
from apps.personas.models import Persona
from apps.studies.models import Invitation, Study
from apps.turing.invented import paths
from apps.turing.simulation import researcher, visits
from apps.turing.simulation.browser import Browser
from apps.turing.simulation.crowd import Crowd, End, gather, who_leaves


@dataclass(frozen=True)
class Plan:
    """`n` judge, or take part in a survey; `people` are imitated. `dropout` and `accuracy` are shares."""

    base_url: str
    n: int = 20
    people: int = 4
    accuracy: float = 0.7
    dropout: float = 0.15
    concurrency: int = 8
    think: float = 0.0
    seed: int = 1

    def browser(self) -> Browser:
        return Browser(self.base_url, self.think)


def rehearse(study: Study, plan: Plan) -> list[Crowd]:
    """Let everybody go through an open rehearsal study; return how each fared."""
    crowds = _turing_test(study, plan) if study.is_turing_test else [_survey(study, plan)]
    for crowd in crowds:
        crowd.close()
    return crowds


def _survey(study: Study, plan: Plan) -> Crowd:
    link = f"/p/{Invitation.objects.filter(study=study).earliest('pk').code}/"
    walks = [partial(visits.take_part, address=link, rng=Random(f"{plan.seed}/{number}")) for number in range(plan.n)]
    leaving = who_leaves(plan.n, plan.dropout, visits.PARTICIPANT_STEPS, Random(plan.seed))
    crowd = gather("participants", walks, plan.browser, leaving)
    crowd.go(plan.concurrency)
    return crowd


def _turing_test(study: Study, plan: Plan) -> list[Crowd]:
    invented = [load_person(path) for path in paths()[: plan.people]]
    personas = [researcher.add(study, person) for person in invented]
    people = _people(personas, invented, plan)
    people.go(plan.concurrency)
    researcher.accept(study, plan.seed)
    people.go(plan.concurrency)
    done = [persona for persona, visitor in zip(personas, people.visitors, strict=True) if visitor.end == End.FINISHED]
    if not done:
        return [people]
    researcher.let_machines_answer(study)
    judges = _judges(study, done, plan)
    judges.go(plan.concurrency)
    return [people, judges]


def _people(personas: Sequence[Persona], invented: Sequence[Person], plan: Plan) -> Crowd:
    walks = [
        partial(visits.be_imitated, address=f"/me/{persona.code}/", profile=person.profile, answers=_answers(person))
        for persona, person in zip(personas, invented, strict=True)
    ]
    leaving = who_leaves(len(personas), plan.dropout, visits.PERSON_STEPS, Random(plan.seed))
    return gather("people", walks, plan.browser, leaving)


def _answers(person: Person) -> Mapping[str, str]:
    return {answer.type: answer.answer for answer in person.answers}


def _judges(study: Study, personas: Sequence[Persona], plan: Plan) -> Crowd:
    """Give the judges to the people in turn."""
    of_persona = [(researcher.link_for_judges(study, one), researcher.written_by(study, one)) for one in personas]
    walks = [
        partial(
            visits.judge, address=link, written=written, accuracy=plan.accuracy, rng=Random(f"{plan.seed}/{number}")
        )
        for number in range(plan.n)
        for link, written in [of_persona[number % len(of_persona)]]
    ]
    leaving = who_leaves(plan.n, plan.dropout, visits.JUDGE_STEPS, Random(plan.seed))
    return gather("judges", walks, plan.browser, leaving)
