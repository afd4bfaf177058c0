"""A page of the boards is made once per rebuild and kept, compressed; who has it already is told so before that."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from apps.core.htmx import wants_fragment
from apps.leaderboard.models import Board

# Compressed; with the number of pages that settings.CACHES allows, this bounds the memory.
LARGEST = 512 * 1024
VARIES = ["Cookie", "HX-Request", "Accept-Encoding"]

View = Callable[..., HttpResponse]


def kept_until_rebuilt(view: View) -> View:
    """Answer from what was kept while no board changed. A view so marked reads boards and entries only.

    Whoever is signed in gets a page of their own: it holds their sign-out token, messages and links.
    What of it is the same for everybody can be kept by `kept_text`.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.DEBUG or settings.SESSION_COOKIE_NAME in request.COOKIES:
            response = view(request, *args, **kwargs)
            patch_vary_headers(response, VARIES)
            patch_cache_control(response, private=True, no_cache=True)
            return response
        tag = entity_tag(request)
        response = get_conditional_response(request, etag=tag)
        if response is None:
            response = _kept(tag, request) or _keep(tag, request, view(request, *args, **kwargs))
        patch_vary_headers(response, VARIES)
        if response.status_code in {200, 304}:
            response["ETag"] = tag
            response["Cache-Control"] = "no-cache"  # keep it, and ask each time whether it still holds
        return response

    return answer


def kept_text(request: HttpRequest, make: Callable[[], str]) -> SafeString:
    """Return the part of a page that is the same for everybody, for whoever is signed in kept as whole pages are.

    Others have the whole page from `kept_until_rebuilt`, so for them nothing is kept twice.
    """
    if settings.DEBUG or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return mark_safe(make())
    key = f"part-{entity_tag(request)}"
    packed = caches["pages"].get(key)
    if packed is not None:
        return mark_safe(gzip.decompress(packed).decode())
    text = make()
    packed = gzip.compress(text.encode(), compresslevel=6, mtime=0)
    if len(packed) <= LARGEST:
        caches["pages"].set(key, packed)
    return mark_safe(text)


def entity_tag(request: HttpRequest) -> str:
    """Return what tells this page from every other. Pages name each other's boards, so all boards are in it.

    It is weak (W/): the same page may come compressed or not.
    """
    # By hand, for this is most of what a "not modified" costs: 0.13 ms in place of 0.3
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT slug, computed_at FROM {Board._meta.db_table} ORDER BY slug")
        boards = cursor.fetchall()
    state = (boards, request.build_absolute_uri(), wants_fragment(request), get_language(), _code())
    return f'W/"{hashlib.sha256(repr(state).encode()).hexdigest()[:32]}"'


@cache
def _code() -> str:
    """Hash what pages are made by, so that a new release makes new pages."""
    places = [Path(settings.BASE_DIR, folder) for folder in ("apps", "templates", "static", "fixtures")]
    files = [path for place in places for path in sorted(place.rglob("*.*")) if path.suffix != ".pyc"]
    return hashlib.sha256(repr([(str(path), path.stat().st_mtime_ns) for path in files]).encode()).hexdigest()


def _kept(tag: str, request: HttpRequest) -> HttpResponse | None:
    found = caches["pages"].get(tag)
    return None if found is None else _unpacked(request, *found)


def _keep(tag: str, request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if hasattr(response, "render"):  # an answer of the program interface is rendered late
        response.render()
    if response.status_code != 200:
        return response
    headers, body = dict(response.headers), gzip.compress(response.content, compresslevel=6, mtime=0)
    if len(body) <= LARGEST:
        caches["pages"].set(tag, (headers, body))
    return _unpacked(request, headers, body)


def _unpacked(request: HttpRequest, headers: dict[str, str], body: bytes) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(body), headers=headers)
    return HttpResponse(body, headers={**headers, "Content-Encoding": "gzip"})
