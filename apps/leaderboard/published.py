"""The lines of a board that are printed somewhere: tables of papers, and imported norms."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.leaderboard.cells import Cell
from apps.leaderboard.columns import EMOTIONS, OVERALL, factors_of
from apps.leaderboard.models import Entry
from apps.studies.models import Instrument, Norm
from apps.studies.models.studies import DEFAULT

USED = "emotionbench-used"
FLOOR = 0.02


def published_path() -> Path:
    return Path(settings.FIXTURES) / "published" / "emotion.json"


def entries(instrument: Instrument) -> Iterator[Entry]:
    """Yield the printed lines that belong to the instrument's board, not yet saved."""
    if instrument.slug == "panas":
        yield from _tables(json.loads(published_path().read_text(encoding="utf-8")))
    yield from _norms(instrument)


def _tables(published: dict[str, Any]) -> Iterator[Entry]:
    for printed in published["entries"]:
        yield Entry(
            label=printed["label"],
            kind=Entry.Kind.PUBLISHED,
            is_human=printed["is_human"],
            vignettes=published["vignettes"],
            values={key: _printed_cell(figure).as_dict() for key, figure in printed["values"].items()},
            provenance={
                "source": published["source"],
                "table": printed["table"],
                "cells": {key: figure["cell"] for key, figure in printed["values"].items()},
                "corrections": printed.get("corrections", []),
                "unprinted": printed.get("unprinted", []),
                "doubtful": printed.get("doubtful", []),
                "illegible": printed.get("illegible", []),
            },
        )


def _printed_cell(figure: dict[str, Any]) -> Cell:
    return Cell(
        value=figure.get("mean"),
        mean=figure.get("mean"),
        sd=figure.get("sd"),
        change=figure.get("change"),
        direction=figure.get("direction") or "none",
        note=figure.get("note", ""),
    )


def _norms(instrument: Instrument) -> Iterator[Entry]:
    """Means without SD or n: a change can be told, but no test."""
    found: dict[tuple[str, str], dict[tuple[str, str], float]] = defaultdict(dict)
    for norm in Norm.objects.filter(subscale__instrument=instrument).select_related("subscale"):
        found[norm.population, norm.source][norm.condition, norm.subscale.code] = norm.mean
    for (population, source), means in found.items():
        _add_emotions(means)
        yield Entry(
            label=population,
            kind=Entry.Kind.PUBLISHED,
            vignettes=USED,
            values={
                f"{condition}.{subscale}": _mean_cell(means, condition, subscale).as_dict()
                for condition, subscale in means
            },
            provenance={
                "source": source,
                "note": "Means only. An emotion is the plain mean of its factors.",
                "warning": _warning(instrument, means),
            },
        )


def _warning(instrument: Instrument, means: dict[tuple[str, str], float]) -> str:
    """Say so when every default mean sits at the floor of its scale: most likely no item was really answered."""
    floors = [
        (means[DEFAULT, subscale.code] - subscale.low) / (subscale.high - subscale.low)
        for subscale in instrument.subscale_set.all()
        if (DEFAULT, subscale.code) in means
    ]
    at_floor = len(floors) > 1 and all(share < FLOOR for share in floors)
    return "Its default scores lie at the floor of every subscale: a failed baseline, it seems." if at_floor else ""


def _add_emotions(means: dict[tuple[str, str], float]) -> None:
    """Add each emotion as the plain mean of its factors, as the source's own page shows it."""
    for subscale in {subscale for _condition, subscale in means}:
        for emotion in EMOTIONS:
            factors = [means.get((factor.code, subscale)) for factor in factors_of(emotion)]
            known = [mean for mean in factors if mean is not None]
            if known and len(known) == len(factors):
                means[emotion, subscale] = sum(known) / len(known)


def _mean_cell(means: dict[tuple[str, str], float], condition: str, subscale: str) -> Cell:
    mean, default = means[condition, subscale], means.get((DEFAULT, subscale))
    change = None if default is None or condition == DEFAULT else mean - default
    note = (
        "plain mean of its factors"
        if condition in EMOTIONS
        else "mean over all answers"
        if condition == OVERALL
        else "mean without a test"
    )
    return Cell(value=mean, mean=mean, change=change, note=note)
