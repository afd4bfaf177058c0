"""The manual on the site."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.core import manual


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "core/docs.html", {"documents": manual.documents()})


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    shown = manual.document(name)
    if shown is None:
        raise Http404
    return render(request, "core/document.html", {"document": shown})
