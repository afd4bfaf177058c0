"""How sure judges were and how often right; whether people agree with each other, and models with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext as _

from apps.benchmarks.echo.accuracy import calibrate
from apps.benchmarks.echo.agreement import Kappa, Verdicts, kappa_of_shared, krippendorff_alpha, majority
from apps.benchmarks.echo.phases import MODEL_JUDGING, ModelJudging
from apps.benchmarks.echo.shares import Share
from apps.turing.judgements import Judgement


class Among(NamedTuple):
    """Agreement of people on the same pairs; `pairs` are those that two or more have judged."""

    alpha: float | None
    pairs: int


class Model(NamedTuple):
    """A model's agreement with the majority of people, asked in one way."""

    judge: str
    judging: ModelJudging
    kappa: Kappa


class Agreement(NamedTuple):
    among: Among
    ties: int
    models: list[Model]


def accuracy(judgements: Sequence[Judgement]) -> list[tuple[str, Share]]:
    """Return how often people were right, by how sure they said they were; the last line is all of them."""
    made = [one for one in judgements if one.by_people]
    found = calibrate([not one.success for one in made], [one.sureness for one in made])
    levels = [(level_name(level), share) for level, share in found.by_level.items()]
    return [*levels, (_("not said"), found.unsaid), (_("All"), found.overall)]


def level_name(level: int) -> str:
    return {1: _("1, guessed"), 5: _("5, certain")}.get(level, str(level))


def agreement(judgements: Sequence[Judgement], judges: dict[int, str]) -> Agreement:
    """Compare verdicts on the same pairs. A model's repeats, and people's judgements, count as their majority."""
    people = [one for one in judgements if one.by_people]
    seen = Counter(one.pair for one in people)
    alpha = krippendorff_alpha(
        np.array([one.judge for one in people], dtype=np.int64),
        np.array([one.pair for one in people], dtype=np.int64),
        np.array([bool(one.success) for one in people], dtype=np.bool_),
    ) if people else None  # fmt: skip
    crowd = _majority(people)
    models = []
    for judging in MODEL_JUDGING:
        for judge, name in judges.items():
            own = [one for one in judgements if one.judge == judge and one.group == judging.group]
            if own:
                models.append(Model(name, judging, kappa_of_shared(crowd, _majority(own))))
    return Agreement(Among(alpha, sum(n > 1 for n in seen.values())), crowd.ties, models)


def _majority(judgements: Sequence[Judgement]) -> Verdicts:
    made = [one for one in judgements if one.success is not None]
    return majority(
        np.array([one.pair for one in made], dtype=np.int64),
        np.array([bool(one.success) for one in made], dtype=np.bool_),
    )
