"""A board's figure as a file."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.leaderboard.addresses import permanent_link
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.figure_box import Box
from apps.leaderboard.models import Board
from apps.leaderboard.svg_file import svg_file
from apps.leaderboard.view_of import view_of


@require_safe
@kept_until_rebuilt
def board_svg(request: HttpRequest, slug: str) -> HttpResponse:
    """The figure of the view with the same query, with its source, date and address beneath."""
    board = get_object_or_404(Board.objects.select_related("instrument"), slug=slug)
    words = view_of(request, board)
    plot: Box | None = words["plot"]
    if plot is None:
        raise Http404("There is nothing to draw in this view.")
    link = permanent_link(request, words["chosen"], reverse("leaderboard:board", args=[slug]))
    return HttpResponse(
        svg_file(plot.figure, board.title, [*_notes(board, plot), link]),
        content_type="image/svg+xml; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{plot.name}.svg"',
            # A file of its own carries its style sheet within it.
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        },
    )


def _notes(board: Board, plot: Box) -> list[str]:
    """Return where the numbers come from, and of which day they are."""
    notes = [_("Hollow marks are printed figures.") if board.instrument else _("Figures as printed in a paper.")]
    if plot.left_out:
        notes.append(_("Not drawn, for their scale differs: %s.") % ", ".join(plot.left_out))
    sources = [_("Source: %s") % source for source in board.about.get("sources", [])]
    day = [_("Likeness, computed %s UTC") % f"{board.computed_at:%Y-%m-%d %H:%M}"] if board.computed_at else []
    return [" ".join(notes), *sources, *day]
