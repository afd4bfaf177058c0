"""Which questions a person may be asked: where they come from, and what a researcher decides about each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from apps.benchmarks.echo.phases import QUESTIONS, WRITING
from apps.benchmarks.echo.questions import SPECIFIC, load_bank
from apps.personas.models import Persona
from apps.studies.models import Condition, Response, Sitting, Study
from apps.turing.models import Question


class HasBegun(ValueError):
    """Somebody has begun to answer this person's questions, so they stand."""


class Word(NamedTuple):
    """What a researcher decided about one question."""

    state: str
    text: str


def has_begun(study: Study, persona: Persona) -> bool:
    """Has anybody, the person or a model, begun to answer?"""
    return Sitting.objects.filter(study=study, condition__persona=persona, condition__group=WRITING).exists()


@transaction.atomic
def keep_general(study: Study, persona: Persona) -> int:
    """Give a person our general questions, kept from the start; how many are new."""
    here = Question.objects.filter(study=study, persona=persona, source=Question.Source.BANK)
    if here.exists():
        return 0
    new = [
        Question(study=study, persona=persona, kind=kind, text=text,
                 source=Question.Source.BANK, state=Question.State.KEPT)
        for kind, texts in load_bank(settings.FIXTURES / "instruments" / "echo" / "questions.json").general.items()
        for text in texts
    ]  # fmt: skip
    return len(Question.objects.bulk_create(new))


@transaction.atomic
def take_in(study: Study, persona: Persona) -> int:
    """Put what models wrote for a person before the researcher; how many questions are new.

    A question that was here before, even one that was dropped, is not proposed again.
    """
    known = set(Question.objects.filter(study=study, persona=persona).values_list("kind", "text"))
    written = Response.objects.filter(
        sitting__study=study, sitting__condition__persona=persona, sitting__condition__group=QUESTIONS, missing=""
    )
    new = []
    for kind, texts in written.order_by("pk").values_list("item__code", "value"):
        for text in [" ".join(text.split()) for text in texts] if kind in SPECIFIC else []:
            if text and (kind, text) not in known:
                known.add((kind, text))
                new.append(Question(study=study, persona=persona, kind=kind, text=text, source=Question.Source.MODEL))
    return len(Question.objects.bulk_create(new))


@transaction.atomic
def decide(study: Study, persona: Persona, words: Mapping[int, Word], written: Mapping[str, str]) -> bool:
    """Store a researcher's words on questions, by key, and their own new ones, by kind.

    Another wording of what the bank or a model wrote becomes a question of the researcher's, and the
    original is dropped: nothing that comes from elsewhere is ever rewritten. Returns whether the ten
    have to be drawn anew, because one of them has changed. Raises HasBegun.
    """
    condition = Condition.objects.select_for_update().get(study=study, persona=persona, group=WRITING)
    if has_begun(study, persona):
        raise HasBegun
    drawn_changed = False
    for question in Question.objects.filter(study=study, persona=persona, pk__in=words):
        word = words[question.pk]
        if word == (question.state, question.text):
            continue
        drawn_changed |= question.is_drawn
        if word.state == Question.State.DROPPED or word.text == question.text:
            question.state = word.state
        elif question.source == Question.Source.WRITTEN:
            question.state, question.text = word
        else:
            question.state = Question.State.DROPPED
            _write(study, persona, question.kind, word.text, word.state)
        question.save(update_fields=["state", "text"])
    for kind, text in written.items():
        _write(study, persona, kind, text, Question.State.KEPT)
    if drawn_changed:
        Question.objects.filter(study=study, persona=persona).update(is_drawn=False)
        condition.parameters.pop("questions", None)
        condition.save(update_fields=["parameters"])
    return drawn_changed


def _write(study: Study, persona: Persona, kind: str, text: str, state: str) -> None:
    Question.objects.create(
        study=study, persona=persona, kind=kind, text=text, state=state, source=Question.Source.WRITTEN
    )
