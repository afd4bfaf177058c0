"""manage.py import_persona: invented or published people into a study."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.benchmarks.files import ProtocolError
from apps.core.writing import writing
from apps.studies.models import Study
from apps.turing.importing import import_person


class Command(BaseCommand):
    help = (
        "Add people from files to a study: a file like those in fixtures/personas, or a folder of the ECHO release "
        "with background_info.json and evaluation_questions.json. All or nothing. Only for people who are invented or "
        "published: nobody is asked for permission. Real people get a private link on the study's page."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--study", required=True, metavar="SLUG")

    def handle(self, *args: Any, paths: list[Path], study: str, **options: Any) -> None:
        found = Study.objects.filter(slug=study).select_related("instrument").first()
        if not found or not found.is_turing_test:
            raise CommandError(f"there is no Turing test {study}; look at the last part of its page's address")
        if found.state == "closed":
            raise CommandError(f"the study {study} is closed; nobody can be added")
        try:
            with writing():
                people = [import_person(found, path, found.owner) for path in paths]
        except ProtocolError as error:
            raise CommandError(str(error)) from error
        if options["verbosity"]:
            self.stdout.write("\n".join(f"{persona.slug}  {persona.name}" for persona in people))
