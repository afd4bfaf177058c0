"""manage.py prepare_pairs STUDY: pairs of what people and machines have answered, ready to be judged."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.core.writing import writing
from apps.studies.models import Pair, Study
from apps.turing.pairing import prepare


class Command(BaseCommand):
    help = "Make the pairs that judges see, of all answers that may be shown. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", help="the study's slug")

    def handle(self, *args: Any, study: str, **options: Any) -> None:
        found = Study.objects.filter(slug=study).first()
        if found is None or not found.is_turing_test:
            raise CommandError(f'There is no Turing test "{study}"; look at the last part of its page\'s address.')
        with writing():
            new = prepare(found)
        pairs = Pair.objects.filter(human_response__sitting__study=found).count()
        self.stdout.write(f"{new} new pairs, {pairs} in all.")
