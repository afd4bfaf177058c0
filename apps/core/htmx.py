"""One view and one URL for a page and its fragment."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def wants_fragment(request: HttpRequest) -> bool:
    """Does htmx ask for a part of the page it already shows?"""
    return bool(request.htmx) and not request.htmx.boosted and not request.htmx.history_restore_request


def render_page(
    request: HttpRequest, template: str, fragment: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render the fragment for an htmx request, else the page that includes it."""
    response = render(request, fragment if wants_fragment(request) else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
