"""How a rehearsal went, for a terminal: who came through, what was slow, and whether what was confirmed is stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from django.db.models import Avg, Count, F, Q

from apps.benchmarks.echo.phases import JUDGING, WRITING
from apps.studies.assignment import cells
from apps.studies.models import Pair, Response, Score, Study
from apps.turing.people import people
from apps.turing.simulation.browser import Request
from apps.turing.simulation.crowd import Crowd, End

SHOWN_ERRORS = 5
ENDS = (End.FINISHED, End.LEFT, End.TURNED_AWAY, End.FAILED)


def stored(study: Study) -> Counter[str]:
    """Return how much of each kind the database holds of people."""
    rows = Response.objects.filter(sitting__study=study, sitting__respondent__kind="human")
    if not study.is_turing_test:
        return Counter(ratings=rows.count())
    return Counter(
        profiles=people(study).filter(sent_at__isnull=False).count(),
        answers=rows.filter(sitting__condition__group=WRITING).count(),
        judgements=rows.filter(sitting__condition__group=JUDGING).count(),
    )


def acknowledged(crowds: Sequence[Crowd]) -> Counter[str]:
    return sum((crowd.acknowledged for crowd in crowds), Counter())


def went_well(study: Study, crowds: Sequence[Crowd]) -> bool:
    """Did nobody meet an error, and is exactly what people were told was stored in the database?"""
    return not any(crowd.errors for crowd in crowds) and stored(study) == acknowledged(crowds)


def lines(study: Study, crowds: Sequence[Crowd], accuracy: float) -> Iterator[str]:
    for crowd in crowds:
        ends = ", ".join(f"{crowd.ends[end]} {end}" for end in ENDS)
        yield f"{crowd.kind:14}{len(crowd.visitors)} started: {ends}"
    errors = [error for crowd in crowds for error in crowd.errors]
    yield f"{'errors':14}{len(errors)}"
    yield from (f"  {error}" for error in errors[:SHOWN_ERRORS])
    told, kept = acknowledged(crowds), stored(study)
    for what in kept | told:
        yield f"{what:14}{kept[what]} stored, {told[what]} acknowledged"
    yield from _cells(study)
    if study.is_turing_test:
        yield from _success(study, accuracy)
    yield from _times([request for crowd in crowds for request in crowd.requests])


def _cells(study: Study) -> Iterator[str]:
    """A cell is a condition in a survey; in a Turing test a question of a person with a machine's answer."""
    if study.is_turing_test:
        judged = Q(showing__sitting__condition__group=JUDGING, showing__sitting__response__item=F("showing__item"))
        pairs = Pair.objects.filter(human_response__sitting__study=study)
        filled = list(pairs.annotate(n=Count("showing", filter=judged)).values_list("n", flat=True))
    else:
        filled = list(cells(study).values_list("done", flat=True))
    if filled:
        yield f"{'cells':14}{len(filled)}: {min(filled)} in the least filled, {max(filled)} in the most filled"


def _success(study: Study, accuracy: float) -> Iterator[str]:
    judged = Score.objects.filter(study=study, condition__group=JUDGING).aggregate(rate=Avg("value"), n=Count("pk"))
    if judged["n"]:
        yield f"{'success rate':14}{judged['rate']:.1%} in {judged['n']} judgements; put in {1 - accuracy:.1%}"


def _times(requests: Sequence[Request]) -> Iterator[str]:
    by_page: dict[str, list[float]] = defaultdict(list)
    for request in requests:
        by_page[f"{request.method:5}{request.page}"].append(request.ms)
    yield ""
    yield f"{'requests':22}{'n':>7}{'p50 ms':>9}{'p95 ms':>9}"
    for page, times in [*by_page.items(), ("all", [request.ms for request in requests])]:
        p50, p95 = np.percentile(times, (50, 95)) if times else (0.0, 0.0)
        yield f"{page:22}{len(times):7}{p50:9.1f}{p95:9.1f}"
