"""What a model or a judge may be told of the person that a condition is about."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from apps.benchmarks.echo.cleaning import normalise
from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo.profile import ProfileForm, load_profile_questions, profile_text
from apps.personas.models import Persona
from apps.studies.models import Condition, Study

_WORD = re.compile(r"[^\W\d_]+")
# The file of the ECHO release that tells about a person
BACKGROUND = "background_info.json"


@lru_cache(maxsize=1)
def profile_form() -> ProfileForm:
    """Return the questionnaire that people describe themselves with."""
    return load_profile_questions(Path(settings.FIXTURES) / "instruments" / "echo" / "profile.json")


def profile_of(persona: Persona) -> str:
    """Return the profile as text; free JSON of the ECHO release is given whole, as its own code does."""
    if persona.shape == Persona.Shape.QUESTIONNAIRE:
        return profile_text(persona.profile, profile_form().questions)
    content = json.loads(persona.profile[BACKGROUND]) if persona.shape == Persona.Shape.RELEASE else persona.profile
    return json.dumps(content, ensure_ascii=False, indent=2)


def character_of(condition: Condition) -> Character:
    persona = condition.persona
    assert persona is not None
    return Character(persona.name, profile_of(persona))


def own_words(condition: Condition) -> str:
    """Return what the person wrote in the profile, without the questions that they were asked."""
    persona = condition.persona
    assert persona is not None
    if persona.shape == Persona.Shape.QUESTIONNAIRE:
        return "\n".join(persona.profile.values())
    return profile_of(persona)


def as_judged(study: Study, condition: Condition, text: str) -> str:
    """Return an answer as judges see it; the same is done to the person's and to the machines'."""
    return normalise(text, words_to_keep(condition), study.parameters.get("language", "en"))


def words_to_keep(condition: Condition) -> set[str]:
    """Return the words whose spelling is the person's own matter, so that it is not corrected.

    Their name, names and places of their profile (capital letters), and what they write there twice or more:
    a word of their own rather than a slip.
    """
    character = character_of(condition)
    counted = Counter(_WORD.findall(own_words(condition)))
    kept = {word for word, times in counted.items() if times > 1 or word[0].isupper()}
    return kept | set(_WORD.findall(character.name))
