"""Keeping the promise of the consent texts: what is personal is deleted after a study's retention date."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from apps.core.forgetting import forget_deleted


@transaction.atomic
def delete_expired() -> dict[str, int]:
    """Let each app delete what is its own; return how much each deleted. Safe to repeat."""
    transaction.on_commit(forget_deleted)
    return {path.split(".")[1]: import_string(path)() for path in settings.DELETE_EXPIRED}
