"""The pages of differences from people. They read a board's lines, and nothing else."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from apps.benchmarks.stats import FEW
from apps.core.htmx import render_page
from apps.leaderboard import difference_export
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.columns import EMOTIONS
from apps.leaderboard.differences import CLOSEST, LABEL, SHADES, Choice, Table, read_choice, sets_of, tables_of
from apps.leaderboard.models import Board
from apps.leaderboard.table import only_emotion

BENCHMARK = "emotionbench"


@require_safe
@kept_until_rebuilt
def differences(request: HttpRequest, slug: str) -> HttpResponse:
    board, choice, tables, context = _read(request, slug)
    context |= {
        "here": "boards",
        "board": board,
        "choice": choice,
        "tables": [
            {
                "table": table,
                "groups": [(one, len(table.places) // len(choice.subscales)) for one in choice.subscales],
                "sorts": _sorts(request, choice, table),
            }
            for table in tables
        ],
        "emotions": EMOTIONS,
        "query": urlencode(request.GET.dict()),
        "few": FEW,
        "shades": SHADES,
        "alpha": settings.ALPHA,
    }
    return render_page(request, "leaderboard/differences.html", "leaderboard/_differences.html", context)


@require_safe
@kept_until_rebuilt
def differences_csv(request: HttpRequest, slug: str) -> HttpResponse:
    _board, choice, tables, _context = _read(request, slug)
    out = io.StringIO(newline="")
    difference_export.write_csv(slug, choice, tables, out)
    name = f'attachment; filename="{slug}-differences.csv"'
    return HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


@require_safe
@kept_until_rebuilt
def differences_json(request: HttpRequest, slug: str) -> HttpResponse:
    _board, choice, tables, _context = _read(request, slug)
    return JsonResponse(difference_export.as_json(slug, choice, tables))


def _read(request: HttpRequest, slug: str) -> tuple[Board, Choice, list[Table], dict[str, Any]]:
    """Return the board with what was asked for, and what there is to ask for."""
    boards = Board.objects.select_related("instrument").prefetch_related("entry_set")
    board = get_object_or_404(boards, slug=slug)
    if board.instrument is None or board.instrument.benchmark != BENCHMARK:
        raise Http404
    entries, subscales = list(board.entry_set.all()), list(board.instrument.subscale_set.all())
    sets = sets_of(entries)
    choice = read_choice(request.GET, subscales, sets, only_emotion(board))
    return board, choice, tables_of(entries, choice, settings.ALPHA), {"sets": sets, "subscales": subscales}


def _sorts(request: HttpRequest, choice: Choice, table: Table) -> dict[str, str]:
    """Return per column the address that sorts by it, smallest or A first; a second click turns the order round."""
    found = {}
    for key in [CLOSEST, LABEL, *(place.key for place in table.places)]:
        turn = "down" if choice.sort == key and not choice.descending else "up"
        found[key] = "?" + urlencode({**request.GET.dict(), "sort": key, "dir": turn})
    return found
