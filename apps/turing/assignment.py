"""Which pairs does the next judge see? One per question, of the method judged least, also when many arrive at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta

import numpy as np
from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from apps.benchmarks.echo.judging import assign
from apps.benchmarks.echo.phases import JUDGING, WRITING
from apps.personas.models import Persona
from apps.studies.models import Condition, Pair, Response, Showing, Sitting, Study

# A question whose pairs are all withheld is left out; a judge of fewer questions than this is not worth asking.
FEWEST = 5


class NotReady(Exception):
    """Too few questions of the person have a pair to be judged."""


def n_to_judge(study: Study, persona: Persona) -> int:
    """Return how many pairs a judge who begins now sees: one for each question that has any."""
    return _pairs(study, persona).order_by().values("item").distinct().count()


def is_ready(study: Study, persona: Persona) -> bool:
    return n_to_judge(study, persona) >= FEWEST


def seat(study: Study, persona: Persona) -> Condition:
    """Return the condition in which people judge this person, its row locked: judges who arrive at once take turns.

    Call inside the transaction that stores the showings. The lock lets others' judgements through.
    """
    return Condition.objects.select_for_update(no_key=True).get(study=study, persona=persona, group=JUDGING)


def choose_pairs(judging: Condition, study: Study, persona: Persona, seed: int) -> dict[str, Pair]:
    """Return the pair behind each item code that has one, for a new judge. Raises NotReady.

    Cells are methods (who wrote the machine's answer) by questions. Where a method has answered one
    question several times, the answer shown least is taken.
    """
    cells: dict[tuple[int, str], list[Pair]] = defaultdict(list)
    for pair in _pairs(study, persona).annotate(code=F("item__code"), method=F("model_response__sitting__respondent")):
        cells[pair.method, pair.code].append(pair)
    shown = _shown(judging)
    methods, codes = sorted({method for method, _code in cells}), {code for _method, code in cells}
    codes = [code for code in study.instrument.items_by_code() if code in codes]
    if len(codes) < FEWEST:
        raise NotReady
    counts = np.array([[sum(shown.get(pair.pk, 0) for pair in cells[row, code]) for code in codes] for row in methods])
    available = np.array([[bool(cells[row, code]) for code in codes] for row in methods])
    rows = assign(counts, seed, available)
    return {
        code: min(cells[methods[row], code], key=lambda pair: (shown.get(pair.pk, 0), pair.pk))
        for code, row in zip(codes, rows.tolist(), strict=True)
    }


def _pairs(study: Study, persona: Persona) -> QuerySet[Pair]:
    """Return the pairs that may be shown; a text that was withheld since reaches no further judge."""
    return Pair.objects.filter(
        human_response__sitting__condition__study=study,
        human_response__sitting__condition__persona=persona,
        human_response__sitting__condition__group=WRITING,
    ).exclude(Q(human_response__decision__is_shown=False) | Q(model_response__decision__is_shown=False))


def _shown(judging: Condition) -> Mapping[int, int]:
    """Return how often each pair has been judged or is about to be.

    A judge's pairs are counted while they were seen within RESERVATION_MINUTES; of somebody who has
    left, those they judged.
    """
    recent = timezone.now() - timedelta(minutes=settings.RESERVATION_MINUTES)
    judged = Exists(Response.objects.filter(sitting=OuterRef("sitting"), item=OuterRef("item")))
    counted = Q(sitting__state=Sitting.State.COMPLETED) | Q(sitting__respondent__participation__seen_at__gte=recent)
    rows = Showing.objects.filter(counted | judged, sitting__condition=judging)
    rows = rows.exclude(sitting__state=Sitting.State.EXCLUDED).order_by()
    return dict(rows.values_list("pair").annotate(Count("pk")))
