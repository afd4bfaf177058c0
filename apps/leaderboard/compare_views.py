"""Two lines over every board they share. The address names them by words that outlast a rebuild."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.column_titles import place_title, titles_of
from apps.leaderboard.compare import Shared, compare, pairs
from apps.leaderboard.compare_figure import key_of, panels_of
from apps.leaderboard.compare_items import items_of, untested_because
from apps.leaderboard.models import Entry
from apps.leaderboard.subjects import names, without_figures


@require_safe
@kept_until_rebuilt
def comparison(request: HttpRequest) -> HttpResponse:
    entries = list(without_figures())
    known = names(entries)
    first, second = request.GET.get("a", ""), request.GET.get("b", "")
    chosen = pairs(entries, first, second) if first in known and second in known and first != second else []
    figures = with_figures(pk for pair in chosen for pk in (pair[0].pk, pair[1].pk)).in_bulk()
    shared = [compare(figures[one.pk], figures[other.pk], settings.ALPHA) for one, other in chosen]
    context = {
        "here": "boards",
        "names": known,
        "a": first,
        "b": second,
        "first": known.get(first, ""),
        "second": known.get(second, ""),
        "unknown": [word for word in (first, second) if word and word not in known],
        "tables": [_table(one) for one in shared if one.lines],
        "alpha": settings.ALPHA,
    }
    return render(request, "leaderboard/compare.html", context)


def with_figures(keys: Iterable[int]) -> QuerySet[Entry]:
    """Return these lines with all that their figures' titles need, in as few queries for many as for one."""
    found = Entry.objects.filter(pk__in=list(keys)).defer(None).select_related("board__instrument")
    return found.prefetch_related("board__instrument__subscale_set", "board__instrument__item_set")


def _table(shared: Shared) -> dict[str, object]:
    titles = titles_of(shared.first)
    by_key = {line.key: line for line in shared.lines}
    return {
        "shared": shared,
        "board": shared.first.board,
        "where": place_title(shared.first),
        "notes": list(dict.fromkeys(_notes(shared))),
        "lines": [(title, by_key[key]) for key, title in titles.items() if key in by_key],
        "panels": panels_of(shared),
        "key": key_of(shared),
        "items": items_of(shared.first, shared.second, settings.ALPHA),
        "why": untested_because(shared.first, shared.second),
    }


def _notes(shared: Shared) -> Iterator[str]:
    """Yield what stands beside a figure with an asterisk."""
    for line in shared.lines:
        yield from (cell["note"] for cell in (line.first, line.second) if cell.get("note"))
