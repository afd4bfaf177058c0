"""manage.py import_emotionbench: the published EmotionBench files into the database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from apps.studies.imports.errors import ImportFailed
from apps.studies.imports.importing import import_files
from apps.studies.imports.store_answers import Advance


class Command(BaseCommand):
    help = (
        "Import files of the EmotionBench release, whatever their names: situations, questionnaires.json, answers of "
        "models (CSV), the crowd workbook, the leaderboard's means. All or nothing, and safe to repeat."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--model", help="the model's label, for one file of answers (else from <label>-<SCALE>-testing.csv)"
        )
        parser.add_argument("--dry-run", action="store_true", help="report what would be read, and change nothing")

    def handle(self, *args: Any, paths: list[Path], model: str | None, dry_run: bool, **options: Any) -> None:
        quiet = options["verbosity"] == 0

        @contextmanager
        def progress(sittings: int) -> Iterator[Advance]:
            hidden = quiet or not sittings or not sys.stderr.isatty()
            with tqdm(total=sittings, unit=" sittings", disable=hidden, file=sys.stderr, leave=False) as bar:
                yield bar.update

        try:
            reports = import_files(paths, progress, model=model, dry=dry_run)
        except ImportFailed as error:
            raise CommandError(str(error)) from error
        if not quiet:
            lines = [line for report in reports for line in report.lines]
            self.stdout.write("\n".join([*lines, *(["dry run: the database is as it was"] if dry_run else [])]))
