"""What judges said gave an answer away, for the researcher: by question, and not who said it or when."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from apps.benchmarks.echo.phases import JUDGING
from apps.benchmarks.echo.questions import TYPES
from apps.studies.judging import SCORER
from apps.studies.models import Score, Showing, Sitting, Study


class Reason(NamedTuple):
    """One remark with the question's type, and whether the judge had found the person's answer."""

    title: str
    was_right: bool
    text: str


def reasons_of(study: Study) -> list[Reason]:
    """Return the remarks by type of question, within it in the order of the alphabet."""
    right = Score.objects.filter(
        sitting=OuterRef("sitting"), subscale__code=OuterRef("item__code"), scorer=SCORER, value=0
    )
    rows = Showing.objects.filter(~Q(why=""), sitting__study=study, sitting__condition__group=JUDGING)
    rows = rows.exclude(sitting__state=Sitting.State.EXCLUDED).annotate(was_right=Exists(right))
    found = [(code, Reason(TYPES[code], was_right, why)) for code, was_right, why in
             rows.order_by().values_list("item__code", "was_right", "why")]  # fmt: skip
    places = list(TYPES)
    return [one for _code, one in sorted(found, key=lambda row: (places.index(row[0]), row[1].text))]
