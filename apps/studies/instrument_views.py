"""What the lab can ask. Public."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.studies import prompts_page
from apps.studies.models import Instrument, Norm


@require_safe
def instruments(request: HttpRequest) -> HttpResponse:
    """What the lab can ask, and where it comes from."""
    newest = {one.slug: one for one in Instrument.objects.order_by("pk").prefetch_related("subscale_set", "item_set")}
    shown = sorted(newest.values(), key=lambda one: one.slug)
    return render(request, "studies/instruments.html", {"instruments": shown})


@require_safe
def instrument(request: HttpRequest, slug: str, version: str = "") -> HttpResponse:
    """What is asked and how it is scored, with its norms and everything that a model is told."""
    all_versions = list(Instrument.objects.filter(slug=slug).order_by("pk"))
    shown = next((one for one in reversed(all_versions) if version in {"", one.version}), None)
    if shown is None:
        raise Http404
    prompts = prompts_page.readable_prompts(shown.benchmark, request.user)
    chosen = (request.GET.get("prompt", ""), request.GET.get("from", ""), request.GET.get("to", ""))
    context = {
        "instrument": shown,
        "is_newest": shown == all_versions[-1],
        "subscales": [(one, one.items.all()) for one in shown.subscale_set.prefetch_related("items")],
        "norms": Norm.objects.filter(subscale__instrument=shown).select_related("subscale"),
        "versions": [one for one in all_versions if one != shown],
        "prompts": prompts,
        "difference": prompts_page.difference_of(prompts, *chosen),
    }
    return render(request, "studies/instrument.html", context)
