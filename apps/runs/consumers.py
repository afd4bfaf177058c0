"""The socket behind a run's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async

from apps.core.live import LiveConsumer
from apps.runs import showing
from apps.runs.models import Run
from apps.runs.permissions import visible_runs


class RunConsumer(LiveConsumer):
    """The counters of one run, for whoever may see it."""

    async def allowed(self) -> bool:
        return await database_sync_to_async(self._may_look)()

    def _may_look(self) -> bool:
        return visible_runs(self.scope["user"]).filter(pk=self._pk).exists()

    def snapshot(self) -> Mapping[str, Any]:
        return showing.snapshot(Run.objects.select_related("respondent__language_model").get(pk=self._pk))

    @property
    def _pk(self) -> int:
        return int(self.scope["url_route"]["kwargs"]["pk"])
