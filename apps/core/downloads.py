"""What a browser keeps as a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import JsonResponse, StreamingHttpResponse


def json_file(record: dict[str, Any], name: str) -> JsonResponse:
    """Return a record for people to read as well: indented, every script as it is written."""
    return JsonResponse(record, headers=_kept_as(name), json_dumps_params={"indent": 2, "ensure_ascii": False})


def csv_file(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    """Return lines that are sent as they are read, however many there are."""
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=_kept_as(name))


def _kept_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
