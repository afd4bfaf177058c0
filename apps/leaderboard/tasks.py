"""Background work of the boards."""

from __future__ import annotations

from celery import shared_task

from apps.leaderboard import boards


@shared_task(name="leaderboard.refresh_boards")
def refresh_boards() -> None:
    """Rebuild what has changed; cheap when nothing has, so it may run every half minute."""
    boards.refresh_boards()
