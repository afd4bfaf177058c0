"""The JSON files of the ECHO release: read as they are, kept as they are, written out unchanged.

    background_info.json        any object with a "Name"; a prompt gets it whole, as JSON
    evaluation_questions.json   {"qa_pairs": [{"question": "..."}, ...]}                    exactly ten
    <model>_<label>.json        {"Baseline": "...", "model": "...",
                                 "Answers": {"qa_pairs": [{"question", "answer"}, ...]}}    exactly ten

The release names no types of questions. By our convention the ten stand in the order of the paper's
Table 1: CR, ED, LG, PH, PS, IP, EM, FP, IS, IT; where a pair has a "type", that one counts.

Whoever stores `content` keeps the order of its keys: as text, not in a jsonb column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from apps.benchmarks.echo.profile import ProfileQuestion
from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.files import ProtocolError, Reader, read_json

# PostgreSQL takes no zero character, which JSON writes as \u0000, and half a surrogate pair has no UTF-8.
_UNSTORABLE = re.compile(r"(?<!\\)(?:\\\\)*\\u0000|[\ud800-\udfff]")


class TypedQuestion(NamedTuple):
    """A question with its type, told or by its place."""

    type: str
    question: str


class Answered(NamedTuple):
    """A question with the answer given to it."""

    question: str
    answer: str


@dataclass(frozen=True)
class Background:
    """What is known about a person: free in form, but for the name."""

    name: str
    content: dict[str, Any]

    @property
    def profile_text(self) -> str:
        """The whole as a prompt gets it."""
        return to_json(self.content)


@dataclass(frozen=True)
class QuestionSet:
    """The ten questions put to one person, in the order of the file."""

    questions: tuple[TypedQuestion, ...]
    content: dict[str, Any]


@dataclass(frozen=True)
class AnswerFile:
    """The ten answers that one method with one model gave as one person."""

    baseline: str
    model: str
    answers: tuple[Answered, ...]
    content: dict[str, Any]


def to_json(content: Mapping[str, Any]) -> str:
    """Return `content` as text: keys in their order, letters as they are."""
    return json.dumps(content, ensure_ascii=False, indent=1)


def load_background(path: Path) -> Background:
    """Read a background_info.json; raise ProtocolError with the file, key and remedy."""
    reader = _reader(path)
    return Background(reader.text("Name"), reader.content)


def load_questions(path: Path) -> QuestionSet:
    """Read an evaluation_questions.json; raise ProtocolError with the file, key and remedy."""
    reader = _reader(path)
    rows = _ten(reader)
    questions = tuple(
        TypedQuestion(row.choice("type", tuple(TYPES)) if "type" in row.content else by_place, row.text("question"))
        for by_place, row in zip(TYPES, rows, strict=True)
    )
    missing = [code for code in TYPES if code not in {question.type for question in questions}]
    if missing:
        raise reader.error(f"has no question of the type {', '.join(missing)}; each type stands once", "qa_pairs")
    return QuestionSet(questions, reader.content)


def load_answers(path: Path) -> AnswerFile:
    """Read the answers of one method and model; raise ProtocolError with the file, key and remedy."""
    reader = _reader(path)
    answers = tuple(Answered(row.text("question"), row.text("answer")) for row in _ten(reader.inner("Answers")))
    return AnswerFile(reader.text("Baseline"), reader.text("model"), answers, reader.content)


def background_content(name: str, answers: Mapping[str, str], questions: Sequence[ProfileQuestion]) -> dict[str, Any]:
    """Return a profile of ours in the layout of background_info.json."""
    pairs = [{"question": question.text, "answer": answers.get(question.code, "")} for question in questions]
    return {"Name": name, "QA": pairs}


def questions_content(questions: Sequence[TypedQuestion]) -> dict[str, Any]:
    """Return questions of ours in the layout of evaluation_questions.json, with their types."""
    return {"qa_pairs": [{"question": text, "type": code} for code, text in questions]}


def answers_content(baseline: str, model: str, answers: Sequence[Answered]) -> dict[str, Any]:
    """Return answers of ours in the layout of the release's results."""
    pairs = [{"question": question, "answer": answer} for question, answer in answers]
    return {"Baseline": baseline, "model": model, "Answers": {"qa_pairs": pairs}}


def _reader(path: Path) -> Reader:
    content = read_json(path)
    if _UNSTORABLE.search(json.dumps(content, ensure_ascii=False)):
        raise ProtocolError(f"{path}: has a character that cannot be stored (zero, or half a pair); take it out")
    return Reader(path, content)


def _ten(reader: Reader) -> list[Reader]:
    rows = reader.rows("qa_pairs")
    if len(rows) != len(TYPES):
        raise reader.error(f"has {len(rows)} questions; ECHO asks exactly {len(TYPES)}, one of each type", "qa_pairs")
    return rows
