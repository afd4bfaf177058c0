"""Language models in public: which there are, and what one of them has on all boards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.compare_views import with_figures
from apps.leaderboard.model_index import listed
from apps.leaderboard.model_page import by_board, lines_of
from apps.leaderboard.subjects import model_name, without_figures
from apps.studies.models import LanguageModel


@require_safe
@kept_until_rebuilt
def models(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()
    context = {"words": words, "models": listed(without_figures(), words)}
    return render(request, "leaderboard/models.html", context)


@require_safe
@kept_until_rebuilt
def model(request: HttpRequest, slug: str) -> HttpResponse:
    """Every line of one model on every board."""
    lines = lines_of(without_figures(), slug)
    # Whoever is signed in gets a page of their own, so this is never in one that is kept.
    askable = _askable(slug) if request.user.is_authenticated else None
    if not lines and not askable:
        raise Http404
    wanted = (entry.pk for pair in lines for entry in pair if entry)
    figures = with_figures(wanted).in_bulk()
    full = [(figures[entry.pk], figures[people.pk] if people else None) for entry, people in lines]
    context = {
        "name": model_name(lines[0][0]) if lines else askable.label,
        "boards": by_board(full),
        "askable": askable,
    }
    return render(request, "leaderboard/model.html", context)


def _askable(slug: str) -> LanguageModel | None:
    """Return the model of this name that researchers can ask here; answers that were imported have names only."""
    known = LanguageModel.objects.exclude(engine=LanguageModel.IMPORTED)
    return next((one for one in known if slugify(one.label) == slug), None)
