"""The page of the ECHO board."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.benchmarks.stats import FEW
from apps.leaderboard.board_page import filter_words
from apps.leaderboard.echo_figure import figure
from apps.leaderboard.echo_table import (
    PEOPLE,
    RATE,
    TABLES,
    in_order,
    of_study,
    printed,
    read_choice,
    studies_of,
    table_of,
)
from apps.leaderboard.figure_box import box_of
from apps.leaderboard.filters import is_descending, read_filters
from apps.leaderboard.models import Board


def echo_view(request: HttpRequest, board: Board) -> dict[str, Any]:
    """Return the template's words. Totals are of all writers, so they go where the reader chose some."""
    entries, items = list(board.entry_set.all()), list(board.instrument.item_set.all())
    choice, filters, sort = read_choice(request.GET, entries), read_filters(request.GET), request.GET.get("sort", "")
    lines = [*of_study(entries, choice.study), *printed(entries)]
    writers = [line for line in lines if not line.provenance["total"]]
    shown = [line for line in writers if filters.keeps(line)] if filters else lines
    descending = is_descending(sort, request.GET)
    own = in_order(table_of(of_study(shown, choice.study), choice.table, items), sort, descending)
    paper = in_order(table_of(printed(shown), choice.table, items), sort, descending)
    return {
        "fields": "leaderboard/_echo_fields.html",
        "table_part": "leaderboard/_echo.html",
        "choice": choice,
        "chosen": {"judges": choice.table, "study": choice.study},
        "tables": TABLES,
        "studies": studies_of(entries),
        "by_people": choice.table == PEOPLE,
        "about": own.columns[0].provenance if own else {},
        "own": own,
        "paper": paper,
        "plot": box_of(figure(own, paper, choice), board, request.GET),
        "few": FEW,
        "alpha": settings.ALPHA,
        "cited_view": ", ".join(filter(None, [str(TABLES[choice.table]), studies_of(entries).get(choice.study)])),
        **filter_words(request, filters, writers, _("By name; the paper’s as printed"), {RATE: _("Success rate")}),
    }
