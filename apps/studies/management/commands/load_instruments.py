"""manage.py load_instruments: instruments and situations from fixtures/ into the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from apps.benchmarks.files import ProtocolError
from apps.studies.loading import ChangedVignettes, FrozenInstrument, load_instrument, load_vignette_set


class Command(BaseCommand):
    help = "Load instruments and situations; safe to repeat, all or nothing, never changes what has responses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.FIXTURES)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        protocols = sorted(folder.glob("instruments/*/protocol.json"))
        sets = sorted(folder.glob("vignettes/*/vignettes.json"))
        if not protocols:
            raise CommandError(f"{folder}: no instruments/<slug>/protocol.json in here; name the fixtures folder")
        try:
            with transaction.atomic():
                done = [f"{path.parent.name}: {load_instrument(path)}" for path in protocols]
                done += [f"{path.parent.name}: {load_vignette_set(path)}" for path in sets]
        except (ProtocolError, FrozenInstrument, ChangedVignettes) as error:
            raise CommandError(str(error)) from error
        if options["verbosity"]:
            self.stdout.write("\n".join(done))
