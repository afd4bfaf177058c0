"""The worker's pool of threads where one process does everything."""

from __future__ import annotations

from typing import Any

from celery.concurrency.thread import TaskPool


class Threads(TaskPool):
    """Celery's pool of threads, which can end while a task is at work.

    A thread cannot be stopped from outside, and need not be: the process ends a moment later, and what the
    task had claimed is taken up again at the next start. Celery's own would end with an error instead.
    """

    def terminate_job(self, pid: int, signal: Any = None) -> None:
        """Leave the task to the end of the process."""
