"""What the pages of all boards share: a form that chooses, filters and orders, the table, and how to cite the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from apps.core.htmx import wants_fragment
from apps.leaderboard.addresses import permanent_link, without_filters
from apps.leaderboard.caching import kept_text
from apps.leaderboard.filters import ORDERS, Filters, answered_on, options_of
from apps.leaderboard.models import Board, Entry


def board_page(request: HttpRequest, board: Board, view: Callable[[], dict[str, Any]]) -> HttpResponse:
    """Show the view of a board, or to htmx the part of it that changes. `view` makes the template's words when needed.

    They name two templates, `fields` (what the form chooses) and `table_part` (what is shown of it), and say as
    `chosen` what of the address they show.
    """

    def body() -> str:
        boards = Board.objects.filter(entry__isnull=False).distinct()
        template = "leaderboard/_view.html" if wants_fragment(request) else "leaderboard/_page.html"
        words = view()
        link = permanent_link(request, words["chosen"])
        return render_to_string(template, {"board": board, "boards": boards, "link": link, **words}, request)

    text = kept_text(request, body)
    if wants_fragment(request):
        return HttpResponse(text)
    return render(request, "leaderboard/board.html", {"here": "boards", "board": board, "body": text})


def filter_words(
    request: HttpRequest, filters: Filters, entries: Iterable[Entry], usual_order: str, more_orders: dict[str, str]
) -> dict[str, Any]:
    """Return what the form's filters and orders are made from; `entries` are all lines that could be shown."""
    entries = list(entries)
    orders = {**more_orders, **{code: str(title) for code, title in ORDERS.items()}}
    asked = request.GET.get("sort", "")
    return {
        "filters": filters,
        "options": options_of(entries, filters),
        "dated": filters.since is not None or any(answered_on(entry) for entry in entries if not entry.is_human),
        "orders": orders,
        "sort": asked if asked in orders else "",
        "direction": request.GET.get("dir", ""),
        "usual_order": usual_order,
        "shown_lines": sum(filters.keeps(entry) for entry in entries if not entry.is_human),
        "unfiltered": without_filters(request),
    }
