"""The page of the ECHO board."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from apps.core.htmx import render_page
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.echo_cells import FEW
from apps.leaderboard.echo_figure import figure
from apps.leaderboard.echo_table import PEOPLE, TABLES, of_study, printed, read_choice, studies_of, table_of
from apps.leaderboard.models import Board
from apps.leaderboard.pictures import draw


@require_safe
@kept_until_rebuilt
def echo(request: HttpRequest) -> HttpResponse:
    """One of the three tables. Reads the board's lines only, as every board does."""
    board = get_object_or_404(Board.objects.select_related("instrument").prefetch_related("entry_set"), slug="echo")
    entries, items = list(board.entry_set.all()), list(board.instrument.item_set.all())
    choice = read_choice(request.GET, entries)
    lines = of_study(entries, choice.study)
    own = table_of(lines, choice.table, items)
    paper = table_of(printed(entries), choice.table, items)
    context = {
        "here": "boards",
        "board": board,
        "boards": Board.objects.filter(entry__isnull=False).distinct(),
        "choice": choice,
        "tables": TABLES,
        "studies": studies_of(entries),
        "by_people": choice.table == PEOPLE,
        "about": own.columns[0].provenance if own else {},
        "own": own,
        "paper": paper,
        "drawing": None if request.GET else draw(board.picture),  # of this view, until a script draws more
        "figure": figure(own, paper, choice),
        "few": FEW,
        "alpha": settings.ALPHA,
    }
    return render_page(request, "leaderboard/echo.html", "leaderboard/_echo.html", context)
