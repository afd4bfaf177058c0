"""The page of a board that has only printed tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode

from apps.core.htmx import render_page
from apps.leaderboard.models import Board
from apps.leaderboard.printed_table import read_choice, table_of


def printed(request: HttpRequest, board: Board) -> HttpResponse:
    """One of its tables. Reads the board and this table's lines only."""
    head = read_choice(request.GET, board)
    lines = board.entry_set.filter(provenance__code=head["code"]).order_by("pk")
    here = f"{reverse('leaderboard:board', args=[board.slug])}?{urlencode({'table': head['code']})}"
    context = {
        "here": "boards",
        "board": board,
        "boards": Board.objects.filter(entry__isnull=False).distinct(),
        "head": head,
        "table": table_of(head, lines),
        "link": request.build_absolute_uri(here),
    }
    return render_page(request, "leaderboard/printed.html", "leaderboard/_printed.html", context)
