"""Persons who are imitated: what a method is told of them, and our ten invented ones as files.

One person is one JSON file, `fixtures/personas/<slug>.json`:

    slug, name, source, licence     texts
    profile     {topic: text} for each of the ten topics of the questionnaire (profile.py)
    questions   {"IP": [five texts], "EM", "FP", "IS", "IT"}: written for this person
    answers     [{"type", "question", "answer"}, ...] one for each of the ten types
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import SPECIFIC, TYPES
from apps.benchmarks.files import Reader, read_json

QUESTIONS_PER_TYPE = 5


@dataclass(frozen=True)
class Character:
    """Whom a method plays: the name and all that it is told about them."""

    name: str
    profile_text: str


class Answer(NamedTuple):
    """What a person wrote to the question of one type."""

    type: str
    question: str
    answer: str


@dataclass(frozen=True)
class Person:
    """One of our invented persons, whole."""

    slug: str
    name: str
    source: str
    licence: str
    profile: Mapping[str, str]
    questions: Mapping[str, tuple[str, ...]]
    answers: tuple[Answer, ...]


def load_person(path: Path) -> Person:
    """Read and check one file; raise ProtocolError with the file, key and remedy."""
    reader = Reader(path, read_json(path))
    reader.only("slug", "name", "source", "licence", "profile", "questions", "answers")
    if reader.text("slug") != path.stem:
        raise reader.error(f'is "{reader.text("slug")}"; write {path.stem}, as the file is called', "slug")
    profile, questions = reader.inner("profile"), reader.inner("questions")
    profile.only(*TOPICS)
    questions.only(*SPECIFIC)
    person = Person(
        slug=path.stem,
        name=reader.text("name"),
        source=reader.text("source"),
        licence=reader.text("licence"),
        profile={code: profile.text(code) for code in TOPICS},
        questions={code: _five(questions, code) for code in SPECIFIC},
        answers=tuple(_answer(row) for row in reader.rows("answers")),
    )
    if sorted(answer.type for answer in person.answers) != sorted(TYPES):
        raise reader.error(f"must have each of {', '.join(TYPES)} once", "answers")
    for number, answer in enumerate(person.answers):
        if answer.type in SPECIFIC and answer.question not in person.questions[answer.type]:
            raise reader.error(f"is none of questions.{answer.type}; copy one of them", f"answers[{number}].question")
    return person


def _five(questions: Reader, code: str) -> tuple[str, ...]:
    texts = questions.texts(code)
    if len(set(texts)) != QUESTIONS_PER_TYPE:
        raise questions.error(f"has {len(set(texts))} different questions; write {QUESTIONS_PER_TYPE}", code)
    return tuple(texts)


def _answer(row: Reader) -> Answer:
    row.only("type", "question", "answer")
    return Answer(row.choice("type", tuple(TYPES)), row.text("question"), row.text("answer"))
