"""How people answered each item: what the human-marginals baseline draws from."""

from __future__ import annotations

from collections import Counter, defaultdict

from apps.studies.models import Respondent, Response, Study


def human_proportions(study: Study) -> dict[str, dict[str, float]]:
    """Return item code to rating to proportion, over everyone who answered the instrument here.

    The simulated people of a rehearsal are nobody.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    rows = Response.objects.filter(
        sitting__study__instrument=study.instrument_id,
        sitting__study__is_rehearsal=False,
        sitting__respondent__kind=Respondent.Kind.HUMAN,
        missing="",
    )
    for code, value in rows.values_list("item__code", "value").iterator(chunk_size=20_000):
        counts[code][str(value)] += 1
    return {
        code: {value: count / counter.total() for value, count in counter.items()} for code, counter in counts.items()
    }
