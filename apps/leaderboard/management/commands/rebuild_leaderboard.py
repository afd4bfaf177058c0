"""manage.py rebuild_leaderboard [emotion ...]: compute boards anew, whether or not anything changed."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board


class Command(BaseCommand):
    help = "Rebuild boards from scores, norms and printed figures; without a name all of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="*", help="emotion, echo, ...")

    def handle(self, *args: Any, slug: list[str], **options: Any) -> None:
        refresh_boards()  # those that were never built are not in the list otherwise
        known = list(Board.objects.values_list("slug", flat=True))
        for name in slug:
            if name not in known:
                listed = ", ".join(known) or "none; run manage.py load_instruments"
                raise CommandError(f'There is no board "{name}". Boards: {listed}')
        for name in slug or known:
            self._rebuild(name)

    def _rebuild(self, name: str) -> None:
        # A board that was computed from nothing is due
        Board.objects.filter(slug=name).update(fingerprint="")
        begun = time.monotonic()
        refresh_boards()
        seconds = time.monotonic() - begun
        self.stdout.write(f"{name}: {Board.objects.get(slug=name).entry_set.count()} lines in {seconds:.1f} s")
