"""Background work of the studies."""

from __future__ import annotations

from celery import shared_task

from apps.studies import retention


@shared_task(name="studies.delete_expired")
def delete_expired() -> None:
    """Keep the promise that the consent text makes."""
    retention.delete_expired()
