"""The public pages: what this is, and the boards."""

from __future__ import annotations

import io

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from apps.leaderboard.board_page import board_page
from apps.leaderboard.boards import board_json
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.export import write_csv
from apps.leaderboard.home import latest_lines
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.pictures import draw
from apps.leaderboard.view_of import view_of


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
    return board_page(request, shown, lambda: view_of(request, shown))


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
