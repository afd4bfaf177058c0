"""A person back into files: those they came from, or the layouts that this lab and the ECHO release read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from apps.benchmarks.echo.profile import TOPICS
from apps.benchmarks.echo.questions import SPECIFIC, TYPES
from apps.benchmarks.echo.release import TypedQuestion, background_content, questions_content
from apps.personas.models import Persona
from apps.studies.characters import BACKGROUND, profile_form
from apps.studies.models import Response
from apps.turing.importing import EVALUATION
from apps.turing.me import Me
from apps.turing.models import Question


class CannotExport(ValueError):
    """There is no such layout for this person; the message says what to do."""


def files_of(me: Me, path: Path) -> dict[Path, str]:
    """Return the files to write: our own when `path` ends in .json, else the release's two in that folder.

    Files of the release come back as they were, sign for sign.
    """
    persona, is_ours = me.persona, path.suffix == ".json"
    if persona.shape == Persona.Shape.RELEASE:
        if is_ours:
            raise CannotExport(f"{persona.slug} has the free profile of the ECHO release; name a folder instead")
        return {path / name: content for name, content in persona.profile.items()}
    if is_ours:
        return {path: to_json(_our_content(me, path.stem))}
    asked = [TypedQuestion(kind, text) for kind, text in me.questions.items()]
    if len(asked) < len(TYPES):
        raise CannotExport(f"the ten questions of {persona.slug} are not drawn yet; draw them, or name a .json file")
    background = background_content(persona.name, persona.profile, profile_form().questions)
    return {path / BACKGROUND: to_json(background), path / EVALUATION: to_json(questions_content(asked))}


def to_json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _our_content(me: Me, stem: str) -> dict[str, Any]:
    persona = me.persona
    specific = Question.objects.filter(study=me.study, persona=persona, kind__in=SPECIFIC)
    kept = specific.exclude(state=Question.State.DROPPED).order_by("pk")
    answers = Response.objects.filter(sitting=me.sitting).select_related("item").order_by("position")
    return {
        "slug": stem,
        "name": persona.name,
        "source": persona.source,
        "licence": persona.licence,
        "profile": {topic: persona.profile.get(topic, "") for topic in TOPICS},
        "questions": {kind: [question.text for question in kept if question.kind == kind] for kind in SPECIFIC},
        "answers": [
            {"type": row.item.code, "question": me.questions[row.item.code], "answer": row.raw} for row in answers
        ],
    }
