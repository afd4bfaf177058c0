"""Invented and published people from files into a study: a file of ours, or a folder of the ECHO release.

Whoever comes in this way is taken to have allowed everything; real people get a private link instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from apps.benchmarks.echo.people import load_person
from apps.benchmarks.echo.release import load_background, load_questions
from apps.benchmarks.files import ProtocolError
from apps.personas.models import Persona
from apps.studies.characters import BACKGROUND
from apps.studies.models import Study
from apps.turing import writing
from apps.turing.models import Question
from apps.turing.people import add_person, people, writing_condition
from apps.turing.reviewing import keep_general

EVALUATION = "evaluation_questions.json"
RELEASE = "ECHO release (arXiv 2404.13957)"


@transaction.atomic
def import_person(study: Study, path: Path, owner: User | None) -> Persona:
    """Add the person of a file or folder to the study; raise ProtocolError with file, key and remedy."""
    return _import_folder(study, path, owner) if path.is_dir() else _import_file(study, path, owner)


def _import_file(study: Study, path: Path, owner: User | None) -> Persona:
    person = load_person(path)
    persona = _add(
        study, person.name, owner, path, source=person.source, licence=person.licence, profile=dict(person.profile)
    )
    keep_general(study, persona)
    Question.objects.bulk_create(
        _question(study, persona, kind, text) for kind, texts in person.questions.items() for text in texts
    )
    _draw(study, persona, {answer.type: answer.question for answer in person.answers})
    writing.answer(writing_condition(study, persona), {answer.type: answer.answer for answer in person.answers})
    return persona


def _import_folder(study: Study, path: Path, owner: User | None) -> Persona:
    background, asked = load_background(path / BACKGROUND), load_questions(path / EVALUATION)
    files = {name: (path / name).read_bytes().decode() for name in (BACKGROUND, EVALUATION)}
    persona = _add(
        study, background.name, owner, path / BACKGROUND,
        source=RELEASE, shape=Persona.Shape.RELEASE, profile=files,
    )  # fmt: skip
    _draw(study, persona, {question.type: question.question for question in asked.questions})
    return persona


def _add(study: Study, name: str, owner: User | None, path: Path, **fields: Any) -> Persona:
    longest = Persona._meta.get_field("name").max_length
    if longest and len(name) > longest:
        raise ProtocolError(f"{path}: the name has {len(name)} characters; shorten it to {longest}")
    if people(study).filter(name=name).exclude(source="").exists():
        raise ProtocolError(f"{path}: {name} is in the study {study.slug} already; leave the file out")
    now = timezone.now()
    return add_person(study, name, owner, state=Persona.State.READY, sent_at=now, reviewed_at=now, **fields)


def _question(study: Study, persona: Persona, kind: str, text: str) -> Question:
    return Question(
        study=study,
        persona=persona,
        kind=kind,
        text=text,
        source=Question.Source.IMPORTED,
        state=Question.State.KEPT,
    )


def _draw(study: Study, persona: Persona, chosen: Mapping[str, str]) -> None:
    """Let the ten that the file asks be the drawn ones; no seed drew them."""
    here = Question.objects.filter(study=study, persona=persona)
    for kind, text in chosen.items():
        question = here.filter(kind=kind, text=text).first() or _question(study, persona, kind, text)
        question.is_drawn = True
        question.save()
    condition = writing_condition(study, persona)
    condition.parameters = {"questions": dict(chosen)}
    condition.save(update_fields=["parameters"])
