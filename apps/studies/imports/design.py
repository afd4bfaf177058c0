"""What was asked in EmotionBench: 8 emotions, 36 factors, and the names the files have for them.

Files count factors and situations from 0 ("Anger-0"), the crowd workbook and the thesis from 1;
codes here count from 1 as printed: factor "anger-1", its third situation "anger-1.3".
Titles: thesis, Part III, Table 2. Numbers of situations: Section 3.1 and the release.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Factor(NamedTuple):
    title: str
    published: int  # situations in the release's list


EMOTIONS: dict[str, tuple[Factor, ...]] = {
    "Anger": (
        Factor("Facing Self-Opinioned People", 13),
        Factor("Blaming, Slandering, and Tattling", 11),
        Factor("Bullying, Teasing, Insulting, and Disparaging", 15),
        Factor("Silly and Thoughtless Behaviors", 14),
        Factor("Driving Situations", 35),
    ),
    "Anxiety": (
        Factor("External Factors", 11),
        Factor("Self-Imposed Pressure", 16),
        Factor("Personal Growth and Relationships", 9),
        Factor("Uncertainty and Unknowns", 9),
    ),
    "Depression": (
        Factor("Failure of Important Goals", 5),
        Factor("Death of Loved Ones", 5),
        Factor("Romantic Loss", 5),
        Factor("Chronic Stress", 5),
        Factor("Social Isolation", 5),
        Factor("Winter", 5),
    ),
    "Frustration": (
        Factor("Disappointments and Letdowns", 6),
        Factor("Unforeseen Obstacles and Accidents", 9),
        Factor("Miscommunications and Misunderstanding", 5),
        Factor("Rejection and Interpersonal Issues", 5),
    ),
    "Jealousy": (
        Factor("Romantic (Opposite Gender)", 11),
        Factor("Romantic (Same Gender)", 11),
        Factor("Material Possession", 2),
        Factor("Experiential", 3),
    ),
    "Guilt": (
        Factor("Betrayal and Deception", 13),
        Factor("Relationship and Interpersonal", 26),
        Factor("Broken Promises and Responsibilities", 32),
        Factor("Personal and Moral", 31),
    ),
    "Fear": (
        Factor("Social Fears", 16),
        Factor("Agoraphobia Fears", 9),
        Factor("Injury Fears", 11),
        Factor("Dangerous Environments", 17),
        Factor("Harmless Animals", 6),
    ),
    "Embarrassment": (
        Factor("Intimate", 13),
        Factor("Stranger", 13),
        Factor("Sticky situations", 10),
        Factor("Centre of Attention", 16),
    ),
}
# The crowd workbook names two emotions after the feeling.
CROWD_NAMES = {"Angry": "Anger", "Jealous": "Jealousy"}
# Five situations of each factor were given to people and models, where there are five.
GIVEN = 5
FACTORS = {f"{emotion.lower()}-{i}": factor for emotion, row in EMOTIONS.items() for i, factor in enumerate(row, 1)}
PLACES = {code: place for place, code in enumerate(FACTORS)}


class Situation(NamedTuple):
    """The place of a situation: its factor's code, and its number in the factor from 1."""

    factor: str
    position: int

    @property
    def code(self) -> str:
        return f"{self.factor}.{self.position}"

    @property
    def order(self) -> tuple[int, int]:
        return PLACES[self.factor], self.position


def factor_code(emotion: str, number: int) -> str:
    """Return "anger-1" for ("Anger", 1), "Angry" or "angry"; raise KeyError when there is no such factor."""
    title = emotion.strip().capitalize()
    code = f"{CROWD_NAMES.get(title, title).lower()}-{number}"
    if code not in FACTORS:
        raise KeyError(code)
    return code


def emotion_of(factor: str) -> str:
    return factor.rsplit("-", 1)[0]


def given(factor: str) -> list[Situation]:
    """Return the situations of a factor that were given to people and models."""
    return [Situation(factor, i) for i in range(1, min(GIVEN, FACTORS[factor].published) + 1)]


def same_name(one: str, other: str) -> bool:
    """Compare two titles of a factor; printed and published ones differ in plurals and in two words."""
    return _words(one) == _words(other)


def _words(title: str) -> list[str]:
    text = title.lower().replace("scenario", "situation").replace("center", "centre").replace("behaviour", "behavior")
    return [word.rstrip("s") for word in re.findall(r"[a-z]+", text) if word != "s"]
