"""How the lab asks language models. Public."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from apps.benchmarks.asking import MOST_RETRIES, RETRY_TEMPERATURE
from apps.studies import methods_page, prompts_page
from apps.studies.models import Instrument

# By benchmark: a heading, and what is asked for.
SECTIONS = (
    ("emotionbench", _("Rating scales"), _("A model fills in the same scale as people.")),
    (
        "echo",
        _("The Turing test"),
        _("A model answers as a certain person, and people or models judge who wrote what."),
    ),
    ("refusal", _("Refusals"), _("Does a model decline more after it has imagined something?")),
)


@require_safe
def methods(request: HttpRequest) -> HttpResponse:
    """How models are asked, step by step."""
    newest = {one.slug: one for one in Instrument.objects.order_by("pk").only("slug", "title", "benchmark")}
    sections = [
        {
            "code": benchmark,
            "title": title,
            "text": text,
            "methods": [
                methods_page.shown(prompt) for prompt in prompts_page.readable_prompts(benchmark, request.user)
            ],
            "instruments": [one for one in newest.values() if one.benchmark == benchmark],
        }
        for benchmark, title, text in SECTIONS
    ]
    context = {"sections": sections, "retries": MOST_RETRIES, "temperature": RETRY_TEMPERATURE}
    return render(request, "studies/methods.html", context)
