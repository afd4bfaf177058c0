"""manage.py delete_expired: delete what is personal of studies whose retention date has passed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from apps.core.retention import delete_expired


class Command(BaseCommand):
    help = "Delete personal data after the retention date and keep the scores; the worker does it every hour, too."

    def handle(self, *args: Any, **options: Any) -> None:
        for app, count in delete_expired().items():
            self.stdout.write(f"{app}: {count} deleted or emptied")
