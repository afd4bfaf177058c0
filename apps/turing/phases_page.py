"""Where a Turing test stands: what each phase has, and whose move it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.benchmarks.echo.phases import JUDGING, WRITING
from apps.benchmarks.echo.questions import TYPES
from apps.personas.models import Persona
from apps.studies.models import Condition, Respondent, Score, Sitting, Study
from apps.turing.models import Question
from apps.turing.names import writer_names

HUMAN, MODEL = Respondent.Kind.HUMAN, Respondent.Kind.MODEL
State = Persona.State


@dataclass
class Row:
    """One person and how far they are."""

    persona: Persona
    asks: str  # what is still to do about the questions; "" once the ten are drawn
    answers: str  # "", or the state of their sitting
    n_judges: int

    @property
    def name(self) -> str:
        return self.persona.name or self.persona.slug

    @property
    def has_sent(self) -> bool:
        return self.persona.state in {State.SENT, State.READY}

    @property
    def is_drawn(self) -> bool:
        return not self.asks

    @property
    def may_answer(self) -> bool:
        return self.is_drawn and self.persona.state == State.READY

    @property
    def has_answered(self) -> bool:
        return self.answers == Sitting.State.COMPLETED


class Waiting(NamedTuple):
    """Whose move it is: what is missing, the people it is about, and the page that says more."""

    missing: str
    rows: list[Row]
    page: str


class Phase(NamedTuple):
    """One step of the study: a figure for the top of the page, a sentence, and who is waited for."""

    code: str
    title: str
    figure: str
    sentence: str
    is_complete: bool
    waiting: list[Waiting]


class Machine(NamedTuple):
    """A configured model, with how many people it has answered for, and its judgements by type of question."""

    label: str
    n_people: int
    judged: list[int]

    @property
    def total(self) -> int:
        return sum(self.judged)


def rows_of(study: Study) -> list[Row]:
    """Everybody whose answers are to be told from a machine's, in the order they were added."""
    conditions = Condition.objects.filter(study=study, group=WRITING, persona__isnull=False)
    conditions = conditions.select_related("persona").order_by("persona_id")
    asked: dict[int, Counter[tuple[str, str]]] = {}
    questions = Question.objects.filter(study=study).order_by()
    for persona, kind, state, n in questions.values_list("persona", "kind", "state").annotate(Count("pk")):
        asked.setdefault(persona, Counter())[kind, state] = n
    people = Sitting.objects.filter(study=study, respondent__kind=HUMAN).order_by()
    answers = dict(people.filter(condition__group=WRITING).values_list("condition__persona", "state"))
    done = people.filter(condition__group=JUDGING, state=Sitting.State.COMPLETED)
    judges = dict(done.values_list("condition__persona").annotate(Count("pk")))
    return [
        Row(
            condition.persona,
            _asks(asked.get(condition.persona_id, Counter()), bool(condition.parameters.get("questions"))),
            answers.get(condition.persona_id, ""),
            judges.get(condition.persona_id, 0),
        )
        for condition in conditions
        if condition.persona
    ]


def _asks(counts: Counter[tuple[str, str]], is_drawn: bool) -> str:
    if is_drawn:
        return ""
    if waiting := sum(n for (_kind, state), n in counts.items() if state == Question.State.PROPOSED):
        return ngettext("%(n)d question to review", "%(n)d questions to review", waiting) % {"n": waiting}
    if lacking := sum(not counts[kind, Question.State.KEPT] for kind in TYPES):
        return ngettext("%(n)d type without a question", "%(n)d types without a question", lacking) % {"n": lacking}
    return _("ten to be drawn")


def machines_of(study: Study) -> list[Machine]:
    """The models that answer as the people, by name."""
    wrote = Sitting.objects.filter(
        study=study, respondent__kind=MODEL, condition__group=WRITING, state=Sitting.State.COMPLETED
    ).order_by()
    answered = dict(wrote.values_list("respondent").annotate(Count("condition__persona", distinct=True)))
    scores = Score.objects.filter(study=study, condition__group=JUDGING, n_missing=0).order_by()
    judged = {
        (respondent, kind): n
        for respondent, kind, n in scores.values_list("respondent", "subscale__code").annotate(Count("pk"))
    }
    return [
        Machine(name, answered[respondent], [judged.get((respondent, kind), 0) for kind in TYPES])
        for respondent, name in writer_names(answered).items()
    ]


def phases(study: Study, rows: list[Row], machines: list[Machine]) -> dict[str, Phase]:
    """The seven phases by code, in their order."""
    found = [
        _people(rows), _profiles(rows), _questions(rows), _answers(rows),
        _machines(rows, machines), _judges(study, rows), _results(machines),
    ]  # fmt: skip
    return {phase.code: phase for phase in found}


def next_phase(found: dict[str, Phase]) -> Phase:
    """Where there is something to do: the first phase that is not complete."""
    return next((phase for phase in found.values() if not phase.is_complete), found["results"])


def _people(rows: list[Row]) -> Phase:
    n = len(rows)
    sentence = ngettext("%(n)d person takes part.", "%(n)d people take part.", n) % {"n": n}
    return Phase("people", _("People"), str(n), sentence if n else _("Nobody takes part yet."), n > 0, [])


def _profiles(rows: list[Row]) -> Phase:
    n, sent = len(rows), sum(row.has_sent for row in rows)
    accepted = sum(row.persona.state == State.READY for row in rows)
    sentence = _("%(sent)d of %(n)d have sent their profile; accepted: %(accepted)d.")
    return Phase(
        "profiles", _("Profiles"), f"{accepted} / {n}", sentence % {"sent": sent, "n": n, "accepted": accepted},
        accepted == n > 0,
        _groups([
            (_("To be read by you"), [row for row in rows if row.persona.state == State.SENT], "person"),
            (_("Not sent yet"), [row for row in rows if row.persona.state == State.INVITED], "person"),
            (_("Returned for changes"), [row for row in rows if row.persona.state == State.RETURNED], "person"),
        ]),
    )  # fmt: skip


def _questions(rows: list[Row]) -> Phase:
    n, drawn = len(rows), sum(row.is_drawn for row in rows)
    to_do = dict.fromkeys(row.asks for row in rows if row.asks)
    return Phase(
        "questions", _("Questions"), f"{drawn} / {n}",
        _("%(drawn)d of %(n)d have their ten questions.") % {"drawn": drawn, "n": n},
        drawn == n > 0,
        _groups([(capfirst(text), [row for row in rows if row.asks == text], "questions") for text in to_do]),
    )  # fmt: skip


def _answers(rows: list[Row]) -> Phase:
    n, answered = len(rows), sum(row.has_answered for row in rows)
    return Phase(
        "answers", _("Answers"), f"{answered} / {n}",
        _("%(answered)d of %(n)d have answered their questions.") % {"answered": answered, "n": n},
        answered == n > 0,
        _groups([
            (_("Have begun"), [row for row in rows if row.answers == Sitting.State.OPEN], "person"),
            (_("Have not begun"), [row for row in rows if row.may_answer and not row.answers], "person"),
        ]),
    )  # fmt: skip


def _machines(rows: list[Row], machines: list[Machine]) -> Phase:
    n, whole = len(machines), sum(machine.n_people >= len(rows) for machine in machines)
    sentence = ngettext(
        "%(n)d machine has answered, %(whole)d of them for everybody.",
        "%(n)d machines have answered, %(whole)d of them for everybody.", n,
    )  # fmt: skip
    sentence = sentence % {"n": n, "whole": whole} if n else _("No machine has answered yet.")
    return Phase("machines", _("Machine answers"), str(n), sentence, n == whole > 0, [])


def _judges(study: Study, rows: list[Row]) -> Phase:
    done, wanted = sum(row.n_judges for row in rows), study.quota * len(rows)
    too_few = [row for row in rows if row.n_judges < study.quota]
    return Phase(
        "judges", _("Judges"), f"{done} / {wanted}",
        _("%(done)d of %(wanted)d judges have finished.") % {"done": done, "wanted": wanted},
        len(rows) > 0 == len(too_few),
        _groups([(_("Fewer than %(n)d judges so far") % {"n": study.quota}, too_few, "person")]),
    )  # fmt: skip


def _results(machines: list[Machine]) -> Phase:
    n = sum(machine.total for machine in machines)
    sentence = ngettext("%(n)d judgement is here.", "%(n)d judgements are here.", n) % {"n": n}
    return Phase("results", _("Results"), str(n), sentence if n else _("Nobody has judged yet."), False, [])


def _groups(groups: list[tuple[str, list[Row], str]]) -> list[Waiting]:
    return [Waiting(*group) for group in groups if group[1]]
