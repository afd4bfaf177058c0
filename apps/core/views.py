"""Is the lab alive, can it work, and what may search engines read?"""

from __future__ import annotations

import os

from django.conf import settings
from django.db import connection
from django.db.utils import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from kombu import Connection
from kombu.exceptions import OperationalError


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines are asked to leave alone."""
    return render(request, "core/robots.txt", content_type="text/plain; charset=utf-8")


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    """Database and broker answer now; 503 names the one that does not."""
    checks = {"database": _database(), "broker": _broker()}
    ready = all(answer == "ok" for answer in checks.values())
    return JsonResponse({"ready": ready, **checks}, status=200 if ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "no answer"
    return "ok"


def _broker() -> str:
    if not settings.REDIS_URL:  # messages are files
        return "ok" if os.access(settings.BROKER_DIR / "messages", os.W_OK) else "no answer"
    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, "socket_connect_timeout": 2, "socket_timeout": 2}
    try:
        with Connection(settings.CELERY_BROKER_URL, transport_options=options) as broker:
            broker.ensure_connection(max_retries=1, timeout=3)
    except (OperationalError, OSError):
        return "no answer"
    return "ok"
