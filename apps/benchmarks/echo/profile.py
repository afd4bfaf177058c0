"""The questionnaire that a person describes themselves with: ten topics in four groups.

Topics and groups: ECHO (arXiv 2404.13957), Section 3.1 and Table 4. One JSON file,
`fixtures/instruments/echo/profile.json`:

    version, source     texts
    groups              [{"code", "title"}, ...]
    questions           [{"code", "group", "title", "text", "hint"}, ...] one for each of TOPICS
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from apps.benchmarks.echo.words import count_words
from apps.benchmarks.files import Reader, read_json

TOPICS = (
    "education-and-work",
    "interests",
    "personality",
    "values",
    "memorable-experience",
    "books-films-music",
    "problem-solving",
    "communication",
    "writing-and-speaking",
    "current-events",
)
FEWEST_WORDS, MOST_WORDS = 15, 300


@dataclass(frozen=True)
class ProfileQuestion:
    """One of the ten; `hint` tells how long and how concrete an answer helps."""

    code: str
    group: str
    title: str
    text: str
    hint: str


@dataclass(frozen=True)
class ProfileForm:
    """The questions in the order they are asked; `groups` maps codes to titles."""

    version: str
    source: str
    groups: Mapping[str, str]
    questions: tuple[ProfileQuestion, ...]


def load_profile_questions(path: Path) -> ProfileForm:
    """Read and check one questionnaire; raise ProtocolError with the file, key and remedy."""
    reader = Reader(path, read_json(path))
    reader.only("version", "source", "groups", "questions")
    groups = {row.text("code"): row.text("title") for row in reader.rows("groups")}
    questions = tuple(_question(row, tuple(groups)) for row in reader.rows("questions"))
    codes = [question.code for question in questions]
    if sorted(codes) != sorted(TOPICS):
        raise reader.error(f"must have each of {', '.join(TOPICS)} once", "questions")
    return ProfileForm(reader.text("version"), reader.text("source"), groups, questions)


def profile_text(answers: Mapping[str, str], questions: Sequence[ProfileQuestion]) -> str:
    """Return the profile as a method is told it: each question with its answer below, in the order asked.

    A question without an answer is left out.
    """
    given = [(question.text, answers.get(question.code, "").strip()) for question in questions]
    return "\n\n".join(f"{text}\n{answer}" for text, answer in given if answer)


def hints(answers: Mapping[str, str]) -> dict[str, str]:
    """Return by code a sentence about each answer that may not be what the person meant to give.

    Too short (under 15 words), pasted twice, or too long (over 300). Nothing is refused for it.
    """
    found: dict[str, str] = {}
    first: dict[str, str] = {}
    for code, answer in answers.items():
        same, words = " ".join(answer.casefold().split()), count_words(answer)
        if same and same in first:
            found[code] = f"This is the same text as under {first[same]}. Was it pasted twice?"
        elif words < FEWEST_WORDS:
            found[code] = f"This is short (words: {words}). A few sentences more, or an example, would help."
        elif words > MOST_WORDS:
            found[code] = f"This is long (words: {words}). About {MOST_WORDS} are plenty; keep what is most like you."
        first.setdefault(same, code)
    return found


def _question(row: Reader, groups: tuple[str, ...]) -> ProfileQuestion:
    row.only("code", "group", "title", "text", "hint")
    return ProfileQuestion(
        row.text("code"), row.choice("group", groups), row.text("title"), row.text("text"), row.text("hint")
    )
