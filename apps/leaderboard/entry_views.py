"""One line of a board, opened down to where it comes from."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.column_titles import head_of
from apps.leaderboard.dots import tone_of
from apps.leaderboard.entry_page import figures_of
from apps.leaderboard.histograms import item_groups, score_groups
from apps.leaderboard.models import Entry
from apps.leaderboard.profile import profile
from apps.leaderboard.subjects import people_beside


@require_safe
@kept_until_rebuilt
def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Where one line comes from: every figure with its test beside people's, or the table it was printed in."""
    line = get_object_or_404(Entry.objects.select_related("board__instrument"), pk=pk, board__slug=slug)
    people = people_beside(line)
    raw = next((one for one in people if one.distributions), None)
    context = {
        "here": "boards",
        "board": line.board,
        "entry": line,
        "people": people,
        "figures": figures_of(line, people),
        "head": head_of(line),
        "tone": tone_of(line),
        "rates": template_of(line) == "echo_entry",
        "profile": profile(line, people),
        "scores": score_groups(line, raw),
        "items": item_groups(line, raw),
        "people_spread": raw,
    }
    return render(request, f"leaderboard/{template_of(line)}.html", context)


def template_of(line: Entry) -> str:
    """Return which page shows a line: its figures are success rates, printed cells, or scores and changes."""
    if line.board.instrument is None:
        return "printed_entry"
    return "echo_entry" if line.board.instrument.benchmark == "echo" else "entry"
