"""manage.py export_persona: a person's profile and questions back into files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.personas.models import Persona
from apps.turing.exporting import CannotExport, files_of
from apps.turing.me import me_of


class Command(BaseCommand):
    help = (
        "Write a person into files: FILE.json in the layout of fixtures/personas, or any other path as a folder of "
        "the ECHO release. Files that a real person's words are written to are yours to delete when they withdraw."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the person's handle, p-...")
        parser.add_argument("path", type=Path)

    def handle(self, *args: Any, slug: str, path: Path, **options: Any) -> None:
        persona = Persona.objects.filter(slug=slug, erased_at=None).first()
        me = me_of(persona) if persona else None
        if not me:
            raise CommandError(f"there is nobody called {slug}; handles stand on the study's page")
        try:
            files = files_of(me, path)
            for target in files:
                if target.exists():
                    raise CommandError(f"{target}: is there already; name another place")
            for target, text in files.items():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(text.encode())
        except CannotExport as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: cannot be written ({error.strerror})") from error
        if options["verbosity"]:
            self.stdout.write("\n".join(map(str, files)))
