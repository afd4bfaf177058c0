"""The addresses of a board's views: to sort its table, and to show the same again to whoever follows a citation."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from apps.leaderboard.filters import ORDERS
from apps.leaderboard.models import Board

# All that the pages of boards read from an address.
FILTERS = ("kind", "family", "size", "method", "since")
KEYS = ("affect", "show", "emotion", "table", "judges", "study", *FILTERS, "sort", "dir")


def permanent_link(request: HttpRequest, chosen: dict[str, str], page: str = "") -> str:
    """Return the page's address with what is shown, also where nobody chose it: what comes first may change.

    `page` is where the view stands, if not at the address that was asked for.
    """
    return request.build_absolute_uri((page or request.path) + _query({**asked(request.GET), **chosen}))


def file_link(board: Board, query: QueryDict) -> str:
    """Return the address of a view's figure as a file."""
    return reverse("leaderboard:board_svg", args=[board.slug]) + _query(asked(query))


def asked(query: QueryDict) -> dict[str, str]:
    """Return what the pages of boards read of an address, empty where it says nothing."""
    return {key: query.get(key, "") for key in KEYS}


def without_filters(request: HttpRequest) -> str:
    """Return the address of the same view with every line in it."""
    return request.path + _query({key: request.GET.get(key, "") for key in KEYS if key not in FILTERS})


def sort_links(request: HttpRequest, columns: Iterable[str], sort: str, descending: bool) -> dict[str, str]:
    """Return by column the address that sorts by it, largest or A first; a second click turns the order round."""
    chosen = asked(request.GET)
    links = {}
    for column in columns:
        first, second = ("up", "down") if column in ORDERS else ("down", "up")
        is_first = sort == column and descending == (first == "down")
        links[column] = _query({**chosen, "sort": column, "dir": second if is_first else first})
    return links


def _query(chosen: dict[str, str]) -> str:
    given = {key: value for key, value in chosen.items() if value}
    return f"?{urlencode(given)}" if given else ""
