"""What arrived, question by question: each text as it came and as judges see it, and what may give it away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from apps.benchmarks.echo.cleaning import Change, changes
from apps.benchmarks.echo.give_aways import Flag
from apps.benchmarks.echo.phases import WRITING
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.studies.models import Condition, Respondent, Response, Sitting, Study
from apps.turing import flags
from apps.turing.decisions import was_shown
from apps.turing.names import writer_names
from apps.turing.pairing import names_of

SHOWN, WAITING, WITHHELD, MISSING = "shown", "waiting", "withheld", "missing"


@dataclass(frozen=True)
class Answer:
    """One text; `writer` is "" for the person, `is_final` when somebody was shown it in a pair."""

    response: Response
    writer: str
    state: str
    flags: list[Flag]
    is_decided: bool
    is_final: bool
    run: int | None

    @property
    def changes(self) -> list[Change]:
        return changes(self.response.raw, str(self.response.value))

    @property
    def is_changed(self) -> bool:
        return any(change.op != "equal" for change in self.changes)

    @property
    def marked(self) -> list[tuple[Flag, bool]]:
        """Each flag, and whether it holds the text back."""
        return [(flag, flags.holds_back(flag)) for flag in self.flags]

    @property
    def may_show(self) -> bool:
        return self.state == WAITING or (self.state == WITHHELD and not self.is_final)

    @property
    def may_withhold(self) -> bool:
        return self.state in {WAITING, SHOWN}


class Asked(NamedTuple):
    """One question with the answers to it, the person's first."""

    kind: str
    title: str
    question: str
    answers: list[Answer]


@dataclass
class Person:
    """One person with their ten questions; `waiting` counts the texts that wait for a decision."""

    persona: Persona
    asked: list[Asked] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.persona.name or self.persona.slug

    @property
    def waiting(self) -> int:
        return sum(answer.state == WAITING for asked in self.asked for answer in asked.answers)

    def only(self, state: str) -> Person:
        """Return the questions that have answers in this state, with those alone; all of them for ""."""
        if not state:
            return self
        kept = [
            asked._replace(answers=[answer for answer in asked.answers if answer.state == state])
            for asked in self.asked
        ]
        return Person(self.persona, [asked for asked in kept if asked.answers])


def people_of(study: Study) -> list[Person]:
    """Return everybody in the study, in the order they were added, with what arrived."""
    conditions = Condition.objects.filter(study=study, group=WRITING, persona__isnull=False).select_related("persona")
    responses = list(_responses(study))
    decisions, final = flags.decisions_on(responses), was_shown(responses)
    names = writer_names(one.sitting.respondent_id for one in responses if _is_machine(one))
    order = {pk: place for place, pk in enumerate(names)}
    runs = _runs_of(one.sitting_id for one in responses if _is_machine(one))
    by_question: dict[tuple[int, str], list[Response]] = {}
    for one in sorted(responses, key=lambda one: order.get(one.sitting.respondent_id, -1)):
        by_question.setdefault((one.sitting.condition_id, one.item.code), []).append(one)
    people = []
    for condition in conditions.order_by("persona_id"):
        assert condition.persona is not None
        known, questions = names_of(condition.persona), condition.parameters.get("questions", {})
        asked = [
            Asked(
                kind,
                title,
                questions.get(kind, ""),
                [
                    _answer(
                        one, names.get(one.sitting.respondent_id, ""), known, decisions.get(one.pk), one.pk in final,
                        runs.get(one.sitting_id),
                    )
                    for one in by_question.get((condition.pk, kind), [])
                ],
            )
            for kind, title in TYPES.items()
        ]  # fmt: skip
        people.append(Person(condition.persona, asked))
    return people


def _responses(study: Study) -> Iterable[Response]:
    """The answers that pairs are made of: each writer's first complete set."""
    rows = Response.objects.filter(
        sitting__study=study, sitting__condition__group=WRITING, sitting__repeat=0,
        sitting__state=Sitting.State.COMPLETED,
    )  # fmt: skip
    return rows.select_related("sitting__respondent", "item").order_by("pk")


def _is_machine(response: Response) -> bool:
    return response.sitting.respondent.kind == Respondent.Kind.MODEL


def _runs_of(sittings: Iterable[int]) -> dict[int, int]:
    """Return each sitting's run, where its steps are kept; imported answers have none."""
    return dict(Sitting.objects.filter(pk__in=set(sittings), step__isnull=False).values_list("pk", "step__run"))


def _answer(
    response: Response, writer: str, names: list[str], decision: bool | None, is_final: bool, run: int | None
) -> Answer:
    found = flags.flags_of(response, names)
    if not response.value:
        state = MISSING
    elif decision is None:
        state = WAITING if any(map(flags.holds_back, found)) else SHOWN
    else:
        state = SHOWN if decision else WITHHELD
    return Answer(response, writer, state, found, decision is not None, is_final, run)
