"""Which kind of view a board has; its page and its figure as a file show the same."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from apps.leaderboard.echo_view import echo_view
from apps.leaderboard.emotion_view import emotion_view
from apps.leaderboard.models import Board
from apps.leaderboard.printed_view import printed_view


def view_of(request: HttpRequest, board: Board) -> dict[str, Any]:
    """Return the words of the board's templates: of printed tables, of who wrote what, or of changes and values."""
    if board.instrument is None:
        return printed_view(request, board)
    return echo_view(request, board) if board.instrument.benchmark == "echo" else emotion_view(request, board)
