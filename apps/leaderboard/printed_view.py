"""The page of a board that has only printed tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.leaderboard.addresses import sort_links
from apps.leaderboard.board_page import filter_words
from apps.leaderboard.figure_box import box_of
from apps.leaderboard.filters import is_descending, read_filters
from apps.leaderboard.models import Board
from apps.leaderboard.printed_figure import figure
from apps.leaderboard.printed_table import read_choice, sorted_lines, table_of
from apps.leaderboard.sizes import sizes_of


def printed_view(request: HttpRequest, board: Board) -> dict[str, Any]:
    """Return the template's words for one of its tables. Reads the board and this table's lines only."""
    head, filters, sort = read_choice(request.GET, board), read_filters(request.GET), request.GET.get("sort", "")
    lines = list(board.entry_set.filter(provenance__code=head["code"]).order_by("pk"))
    descending = is_descending(sort, request.GET)
    columns = {column["code"]: column["title"] for column in head["columns"]}
    shown = sorted_lines([line for line in lines if filters.keeps(line)], head, sort, descending)
    table = table_of(head, shown, in_groups=not sort)
    return {
        "fields": "leaderboard/_printed_fields.html",
        "table_part": "leaderboard/_printed.html",
        "head": head,
        "chosen": {"table": head["code"]},
        "table": table,
        "sizes": sizes_of(board, head, lines),
        "plot": box_of(figure(head, table), board, request.GET),
        "sorts": sort_links(request, ["label", *columns], sort, descending),
        "sorted_by": sort,
        "descending": descending,
        "cited_table": f"{head['table']} ({head['title']})",
        **filter_words(request, filters, lines, _("As printed"), columns),
    }
