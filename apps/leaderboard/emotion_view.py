"""What stands on the page of the emotion board, of the harder scales' and of refusals."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.benchmarks.stats import FEW
from apps.leaderboard.addresses import sort_links
from apps.leaderboard.board_page import filter_words
from apps.leaderboard.columns import EMOTIONS
from apps.leaderboard.figure import figure
from apps.leaderboard.figure_box import box_of
from apps.leaderboard.filters import read_filters
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.rows_html import rows_html
from apps.leaderboard.table import Choice, columns_of, only_emotion, read_choice, rows_of


def emotion_view(request: HttpRequest, board: Board) -> dict[str, Any]:
    """Return the template's words. Reads lines only, so it is as fast with a million responses as with none."""
    prefetch_related_objects([board], "entry_set")
    subscales, filters = list(board.instrument.subscale_set.all()), read_filters(request.GET)
    choice = read_choice(request.GET, subscales, only_emotion(board))
    columns = columns_of(choice)
    rows = rows_of(board, choice, filters)
    subscale = next(one for one in subscales if one.code == choice.subscale)
    lines = [row.entry for row in rows]
    links = sort_links(request, ["label", *(column.code for column in columns)], choice.sort, choice.descending)
    return {
        "fields": "leaderboard/_board_fields.html",
        "table_part": "leaderboard/_board.html",
        "choice": choice,
        "chosen": {"affect": choice.subscale, "show": choice.shown, "emotion": choice.emotion},
        "columns": columns,
        "rows": rows_html(board, rows, choice),
        "subscales": subscales,
        "subscale": subscale,
        "emotions": EMOTIONS,
        "sorts": links,
        "plot": box_of(figure(lines, columns, choice, subscale.title), board, request.GET),
        "people": next((entry for entry in lines if entry.kind == Entry.Kind.HUMAN), None),
        "alpha": settings.ALPHA,
        "few": FEW,
        "cited_view": f"{subscale.title}, {_shown(choice)}, {_situations(choice)}",
        **filter_words(
            request,
            filters,
            board.entry_set.all(),
            _("%(column)s, largest first") % {"column": columns[-1].title},
            {column.code: column.title for column in columns},
        ),
    }


def _shown(choice: Choice) -> str:
    if choice.shown == "value":
        return _("value")
    return _("difference from people") if choice.shown == "difference" else _("change from default")


def _situations(choice: Choice) -> str:
    named = {"": _("all eight emotions"), "factors": _("all 36 factors"), "pleasant": _("pleasant counterparts")}
    return named.get(choice.emotion, choice.emotion)
