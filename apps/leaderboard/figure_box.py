"""What stands in a page for a figure: the server's drawing, the legend, and the numbers for a script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.text import slugify

from apps.leaderboard.addresses import asked, file_link
from apps.leaderboard.models import Board
from apps.leaderboard.shapes import sign
from apps.leaderboard.svg import draw_figure


class Sign(NamedTuple):
    """A name in the legend and its mark; `place` is that of its trace."""

    place: int
    name: str
    mark: SafeString


@dataclass(frozen=True)
class Box:
    """`shown` are drawn at first; `others` can be switched on. `left_out` are columns of another scale.

    `has_spread`: some number has an interval or SD beside it.
    `file` is the address of the same figure as a file, `name` what that is called, less its ending.
    """

    figure: dict[str, Any]
    drawing: SafeString
    shown: list[Sign]
    others: list[Sign]
    left_out: list[str]
    has_spread: bool
    file: str
    name: str


def box_of(figure: dict[str, Any], board: Board, query: QueryDict) -> Box | None:
    """Return the box of a board's view; None where there is nothing to draw."""
    if all(number is None for one in figure["data"] for number in one["y"]):
        return None
    shown: list[Sign] = []
    others: list[Sign] = []
    for place, one in enumerate(figure["data"]):
        line = Sign(place, one["name"], sign(one["marker"]["symbol"], one["meta"]))
        (shown if one["visible"] is True else others).append(line)
    return Box(
        figure,
        draw_figure(figure),
        shown,
        others,
        figure["layout"].get("left_out", []),
        any(up is not None for one in figure["data"] for up in one["error_y"]["array"]),
        file_link(board, query),
        file_name(board, query),
    )


def file_name(board: Board, query: QueryDict) -> str:
    """Return a name after board and view, such as emotion-positive-value."""
    return slugify("-".join([board.slug, *filter(None, asked(query).values())]))[:120]
