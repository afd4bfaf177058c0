"""In which order are the items shown?"""

from __future__ import annotations

from random import Random

from apps.studies.models import Study


def shown_order(study: Study, seed: int) -> list[str]:
    """Return the item codes in the order that this seed gives; the same on every reload."""
    codes = list(study.instrument.items_by_code())
    if study.order_rule == Study.OrderRule.FIXED:
        return codes
    return Random(seed).sample(codes, len(codes))
