"""The public pages: what this is, and the boards."""

from __future__ import annotations

import io
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.htmx import render_page
from apps.leaderboard.boards import board_json
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.columns import EMOTIONS
from apps.leaderboard.export import write_csv
from apps.leaderboard.figure import figure
from apps.leaderboard.home import latest_lines
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.pictures import draw
from apps.leaderboard.printed_views import printed
from apps.leaderboard.table import Choice, columns_of, only_emotion, read_choice, rows_of


@require_safe
@kept_until_rebuilt
def home(request: HttpRequest) -> HttpResponse:
    """What this is, in ten seconds: each board as a picture of its result, and what was measured last."""
    boards = Board.objects.exclude(about={}).filter(Exists(Entry.objects.filter(board=OuterRef("pk"))))
    cards = [(one, draw(one.picture)) for one in boards if one.picture]
    return render(request, "leaderboard/home.html", {"cards": cards, "latest": latest_lines(boards)})


@require_safe
@kept_until_rebuilt
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """One board. Reads its entries only, so it is as fast with a million responses as with none."""
    shown = get_object_or_404(Board.objects.select_related("instrument"), slug=slug)
    if shown.instrument is None:
        return printed(request, shown)
    prefetch_related_objects([shown], "entry_set")
    subscales = list(shown.instrument.subscale_set.all())
    choice = read_choice(request.GET, subscales, only_emotion(shown))
    columns = columns_of(choice)
    rows = rows_of(shown, choice)
    subscale = next(one for one in subscales if one.code == choice.subscale)
    context = {
        "here": "boards",
        "board": shown,
        "boards": Board.objects.filter(entry__isnull=False).distinct(),
        "choice": choice,
        "columns": columns,
        "rows": rows,
        "subscales": subscales,
        "subscale": subscale,
        "emotions": EMOTIONS,
        "sorts": {column.code: _sort_link(request, choice, column.code) for column in columns},
        "label_sort": _sort_link(request, choice, "label"),
        "drawing": None if request.GET else draw(shown.picture),  # of this view, until a script draws more
        "figure": figure([row.entry for row in rows], columns, choice, subscale.title),
        "people": next((row.entry for row in rows if row.entry.kind == Entry.Kind.HUMAN), None),
        "alpha": settings.ALPHA,
    }
    return render_page(request, "leaderboard/board.html", "leaderboard/_board.html", context)


def _sort_link(request: HttpRequest, choice: Choice, column: str) -> str:
    """The address that sorts by this column, largest or A first; a second click turns the order round."""
    first, second = ("up", "down") if column == "label" else ("down", "up")
    sorted_so = choice.sort == column and choice.descending == (first == "down")
    turn = second if sorted_so else first
    return "?" + urlencode({**request.GET.dict(), "sort": column, "dir": turn})


@require_safe
@kept_until_rebuilt
def board_csv(request: HttpRequest, slug: str) -> HttpResponse:
    out = io.StringIO(newline="")
    write_csv(get_object_or_404(Board, slug=slug), out)
    return HttpResponse(
        out.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{slug}.csv"'},
    )


@kept_until_rebuilt
@api_view(["GET"])
def board_api(request: Request, slug: str) -> Response:
    """The board in its stable JSON shape."""
    return Response(board_json(get_object_or_404(Board, slug=slug)))
