"""The conditions of the emotion board, in the paper's order, with the paper's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apps.leaderboard.echo_cells import POOLED
from apps.studies.models import Instrument
from apps.studies.models.studies import DEFAULT

OVERALL = "overall"
# Ends the code of a condition that shows a pleasant counterpart: anger-1.p
POSITIVE_MARK = ".p"
EMOTIONS: Mapping[str, tuple[str, ...]] = {
    "anger": (
        "Facing Self-Opinioned People",
        "Blaming, Slandering, and Tattling",
        "Bullying, Teasing, Insulting, and Disparaging",
        "Silly and Thoughtless Behaviors",
        "Driving Situations",
    ),
    "anxiety": (
        "External Factors",
        "Self-Imposed Pressure",
        "Personal Growth and Relationships",
        "Uncertainty and Unknowns",
    ),
    "depression": (
        "Failure of Important Goals",
        "Death of Loved Ones",
        "Romantic Loss",
        "Chronic Stress",
        "Social Isolation",
        "Winter",
    ),
    "frustration": (
        "Disappointments and Letdowns",
        "Unforeseen Obstacles and Accidents",
        "Miscommunications and Misunderstanding",
        "Rejection and Interpersonal Issues",
    ),
    "jealousy": ("Romantic (Opposite Gender)", "Romantic (Same Gender)", "Material Possession", "Experiential"),
    "guilt": (
        "Betrayal and Deception",
        "Relationship and Interpersonal",
        "Broken Promises and Responsibilities",
        "Personal and Moral",
    ),
    "fear": ("Social Fears", "Agoraphobia Fears", "Injury Fears", "Dangerous Environments", "Harmless Animals"),
    "embarrassment": ("Intimate", "Stranger", "Sticky situations", "Centre of Attention"),
}


@dataclass(frozen=True)
class Column:
    """One condition as a board shows it; `level` is default, factor, emotion or overall."""

    code: str
    title: str
    level: str
    emotion: str = ""


def factors_of(emotion: str) -> list[Column]:
    """Return the emotion's factors, one-based as printed: anger-1 and so on."""
    return [
        Column(f"{emotion}-{number}", title, "factor", emotion) for number, title in enumerate(EMOTIONS[emotion], 1)
    ]


def all_columns() -> list[Column]:
    """Return default, every factor with its emotion after it, and overall: 46 columns."""
    columns = [Column(DEFAULT, "Default", "default")]
    for emotion in EMOTIONS:
        columns += [*factors_of(emotion), Column(emotion, emotion.capitalize(), "emotion", emotion)]
    return [*columns, Column(OVERALL, "Overall", "overall")]


def column_codes(instrument: Instrument) -> list[str]:
    """Return the columns of an instrument's board as programs see them."""
    if instrument.benchmark == "echo":
        return [*instrument.items_by_code(), OVERALL, POOLED]
    return [column.code for column in all_columns()]
