"""manage.py load_wording FILE: another wording of a role-play method, from a file that the user has."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.benchmarks.echo_methods.wording import load_wording
from apps.benchmarks.files import ProtocolError
from apps.runs.ways import ECHO, turing_ways, wordings
from apps.studies.models import Wording


class Command(BaseCommand):
    help = "Load a wording beside ours, such as a paper's own; docs/wordings.md describes the file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            found = load_wording(file)
        except ProtocolError as problem:
            raise CommandError(str(problem)) from problem
        way, prompts = f"{ECHO}/{found.method}", found.prompts
        there = wordings(turing_ways()[way]).get(prompts.name)
        if there and there.sha256 != prompts.sha256:
            raise CommandError(
                f'{file}: {found.method} has another wording "{prompts.name}" already; '
                f'write a version that is new into "version".'
            )
        if there is None:
            Wording.objects.create(
                way=way, name=prompts.name, source=found.source, sections=dict(prompts.sections), sha256=prompts.sha256
            )
        self.stdout.write(f'{found.method}: wording "{prompts.name}" is {"there already" if there else "loaded"}.')
