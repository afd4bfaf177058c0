"""The texts of situations that a respondent imagines, by emotion and factor.

One set is one JSON file, `fixtures/vignettes/<slug>/vignettes.json`:

    slug, version, title, licence, source
    emotions [{"code", "title", "factors": [{"code", "title", "negative": [texts], "positive": text}]}]

A factor is a kind of situation that calls up its emotion (EmotionBench, thesis Part III,
Section 3.1: 36 factors in 8 emotions); its positive counterpart turns it pleasant (Section 5.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from apps.benchmarks.files import Reader, read_json

NEGATIVE, POSITIVE = "negative", "positive"


@dataclass(frozen=True)
class Vignette:
    """One situation; `position` counts from 1 within its factor and valence."""

    emotion: str
    factor: str
    factor_title: str
    valence: str
    position: int
    text: str


@dataclass(frozen=True)
class VignetteSet:
    """Situations that were written together and are compared only with each other."""

    slug: str
    version: str
    title: str
    licence: str
    source: str
    vignettes: tuple[Vignette, ...]


def load_vignettes(path: Path) -> VignetteSet:
    """Read and check one file; raise ProtocolError with the path, key and remedy."""
    reader = Reader(path, read_json(path))
    vignettes = [
        vignette
        for emotion in reader.rows("emotions")
        for factor in emotion.rows("factors")
        for vignette in _factor(emotion.text("code"), factor)
    ]
    return VignetteSet(
        reader.text("slug"),
        reader.text("version"),
        reader.text("title"),
        reader.text("licence"),
        reader.text("source"),
        tuple(vignettes),
    )


def _factor(emotion: str, factor: Reader) -> list[Vignette]:
    code, title = factor.text("code"), factor.text("title")
    texts = [(NEGATIVE, i, text) for i, text in enumerate(factor.texts("negative"), 1)]
    if "positive" in factor.content:
        texts.append((POSITIVE, 1, factor.text("positive")))
    return [Vignette(emotion, code, title, valence, i, text) for valence, i, text in texts]
