"""A language model's public page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.compare_views import with_figures
from apps.leaderboard.model_page import by_board, lines_of
from apps.leaderboard.subjects import model_name, without_figures


@require_safe
@kept_until_rebuilt
def model(request: HttpRequest, slug: str) -> HttpResponse:
    """Every line of one model on every board. The one of the same name that runs may ask is a researcher's page."""
    lines = lines_of(without_figures(), slug)
    if not lines:
        raise Http404
    wanted = (entry.pk for pair in lines for entry in pair if entry)
    figures = with_figures(wanted).in_bulk()
    full = [(figures[entry.pk], figures[people.pk] if people else None) for entry, people in lines]
    context = {"here": "boards", "name": model_name(lines[0][0]), "slug": slug, "boards": by_board(full)}
    return render(request, "leaderboard/model.html", context)
