"""The rating page. Its items are the same for everybody but for order and choices, so their
markup is kept in memory: rendering a hundred radio buttons is most of what the page costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.studies.models import Instrument, Item

Level = tuple[int, str]


def items_html(
    instrument: Instrument, order: list[str], chosen: Mapping[str, int], wrong: Collection[str] = ()
) -> SafeString:
    """Return the page's fieldsets in the given order; `chosen` maps item code to rating."""
    items = instrument.items_by_code()
    parts = [
        _item_html(
            get_language(), code, items[code].text, levels_of(instrument, items[code]), chosen.get(code), code in wrong
        )
        for code in order
    ]
    return mark_safe("".join(parts))


def title_of(item: Item) -> str:
    """Return what stands above the item; a choice among statements has only a number."""
    return item.text or _("Statements %(number)s") % {"number": item.position}


def levels_of(instrument: Instrument, item: Item) -> tuple[Level, ...]:
    """Return the ratings with their labels, the item's own where it has them; a label may be empty."""
    ratings = range(item.low, item.high + 1)
    if item.options:
        return tuple(zip(ratings, item.options, strict=True))
    return tuple((rating, instrument.levels.get(str(rating), "")) for rating in ratings)


@lru_cache(maxsize=8192)
def _item_html(
    language: str, code: str, text: str, levels: tuple[Level, ...], chosen: int | None, wrong: bool
) -> SafeString:
    longest = max(len(label) for _rating, label in levels)
    return render_to_string(
        "surveys/_item.html",
        {
            "code": code,
            "text": text,
            "levels": levels,
            "chosen": chosen,
            "wrong": wrong,
            "as_list": longest > 40,
            "low": levels[0][0],
            "high": levels[-1][0],
        },
    )
