"""Our ten invented persons, and what is refused of such a file."""

import json
from pathlib import Path

import pytest

from apps.benchmarks.echo.cleaning import normalise
from apps.benchmarks.echo.people import load_person
from apps.benchmarks.echo.questions import GENERAL, SPECIFIC, TYPES, load_bank
from apps.benchmarks.files import ProtocolError

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
PATHS = sorted((FIXTURES / "personas").glob("*.json"))

every_person = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def test_there_are_ten():
    assert len(PATHS) == 10


@every_person
def test_a_person_is_whole(path):
    person = load_person(path)

    assert len(person.profile) == 10
    assert {code: len(questions) for code, questions in person.questions.items()} == dict.fromkeys(SPECIFIC, 5)
    assert {answer.type for answer in person.answers} == set(TYPES)


@every_person
def test_a_person_answers_general_questions_of_the_bank(path):
    bank = load_bank(FIXTURES / "instruments" / "echo" / "questions.json").general

    general = [answer for answer in load_person(path).answers if answer.type in GENERAL]

    assert [answer.question for answer in general if answer.question not in bank[answer.type]] == []


@every_person
def test_cleaning_an_answer_twice_changes_nothing_more(path):
    person = load_person(path)

    for answer in person.answers:
        once = normalise(answer.answer, [person.name])
        assert normalise(once, [person.name]) == once


def test_a_file_is_called_as_its_person(tmp_path):
    path = tmp_path / "somebody.json"
    path.write_bytes(PATHS[0].read_bytes())

    with pytest.raises(ProtocolError, match=r"slug is .*; write somebody"):
        load_person(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c["profile"].pop("values"), r"profile\.values is missing"),
        (lambda c: c["profile"].update(hobby="x"), r"profile\.hobby is not known"),
        (lambda c: c["questions"]["IT"].pop(), r"questions\.IT has 4 different questions; write 5"),
        (lambda c: c["answers"].pop(), r"answers must have each of CR, "),
        (lambda c: c["answers"][0].update(type="XX"), r'answers\[0\]\.type is "XX"'),
        (lambda c: c["answers"][9].update(question="Why?"), r"answers\[9\]\.question is none of questions\."),
        (lambda c: c["answers"][2].update(answer=" "), r"answers\[2\]\.answer is empty"),
        (lambda c: c.pop("licence"), r"licence is missing"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path, change, message):
    path, content = tmp_path / PATHS[0].name, json.loads(PATHS[0].read_text())
    content["answers"].sort(key=lambda answer: list(TYPES).index(answer["type"]))
    change(content)
    path.write_text(json.dumps(content))

    with pytest.raises(ProtocolError, match=message):
        load_person(path)
