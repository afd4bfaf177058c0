"""One line of a board, opened down to where it comes from."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.benchmarks.stats import FEW
from apps.leaderboard.caching import kept_until_rebuilt
from apps.leaderboard.column_titles import head_of
from apps.leaderboard.dots import tone_of
from apps.leaderboard.entry_page import figures_of
from apps.leaderboard.evidence import may_open, sittings_of, sittings_page, studies_open_to, was_asked_here
from apps.leaderboard.histograms import item_groups, score_groups
from apps.leaderboard.models import Entry
from apps.leaderboard.origin_page import answers_terms, made_terms, made_title, model_terms, told
from apps.leaderboard.profile import profile
from apps.leaderboard.subjects import people_beside
from apps.studies.models import Study


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
        "few": FEW,
        **origin_of(line),
        "may_open": may_open(request.user, line),
    }
    return render(request, f"leaderboard/{template_of(line)}.html", context)


def origin_of(line: Entry) -> dict[str, Any]:
    """Return what the page tells of where the answers come from; printed figures have no such origin."""
    origin = line.provenance.get("origin", {})
    return {
        "model_terms": model_terms(origin),
        "answers_terms": answers_terms(origin),
        "made": [(made_title(made), made_terms(made)) for made in origin.get("made", [])],
        "told": told(line),
    }


def template_of(line: Entry) -> str:
    """Return which page shows a line: its figures are success rates, printed cells, or scores and changes."""
    if line.board.instrument is None:
        return "printed_entry"
    return "echo_entry" if line.board.instrument.benchmark == "echo" else "entry"


@login_required
@never_cache
@require_safe
def sittings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every sitting below a line, for whoever may see them; nothing of it is kept for others."""
    line, study = _opened(request, slug, pk)
    page = sittings_page(study, line, request.GET.get("page", "1"))
    context = {"here": "boards", "entry": line, "board": line.board, "study": study, "page": page}
    return render(request, "leaderboard/sittings.html", context)


@login_required
@never_cache
@require_safe
def sitting(request: HttpRequest, slug: str, pk: int, code: UUID) -> HttpResponse:
    """One sitting's answers, as they came and as they were read."""
    line, study = _opened(request, slug, pk)
    shown = get_object_or_404(sittings_of(study, line), code=code)
    responses = shown.response_set.select_related("item").order_by("position")
    context = {"here": "boards", "entry": line, "board": line.board, "sitting": shown, "responses": responses}
    return render(request, "leaderboard/sitting.html", {**context, "asked_here": was_asked_here(line)})


def _opened(request: HttpRequest, slug: str, pk: int) -> tuple[Entry, Study]:
    line = get_object_or_404(Entry.objects.select_related("board__instrument"), pk=pk, board__slug=slug)
    return line, get_object_or_404(studies_open_to(request.user, line))
