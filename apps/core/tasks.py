"""Background work that concerns every app."""

from __future__ import annotations

from celery import shared_task

from apps.core import retention


@shared_task(name="core.delete_expired")
def delete_expired() -> None:
    retention.delete_expired()
