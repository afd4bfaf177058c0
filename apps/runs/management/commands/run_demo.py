"""manage.py run_demo: a baseline, our tiny model, and an OpenAI-compatible server take the PANAS study."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from apps.runs.management.commands.demo_models import STUDY, TINY, ensure_tiny_model
from apps.studies.models import LanguageModel
from inference import load_engine
from inference.serving import served

SERVER = "demo-server"


class Command(BaseCommand):
    help = "Run the demo study on a baseline, a local model and a server, and print the emotion board."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--repeats", type=int, default=2)

    def handle(self, *args: Any, repeats: int, **options: Any) -> None:
        ensure_tiny_model()
        run = {"repeats": repeats, "verbosity": options["verbosity"], "stdout": self.stdout}
        call_command("run_study", STUDY, model="random", **run)
        call_command("run_study", STUDY, model=TINY, **run)
        tiny = load_engine("transformers", model=str(settings.FIXTURES / "tiny-llama"))
        with served(tiny) as address:
            LanguageModel.objects.update_or_create(
                slug=SERVER,
                defaults={
                    "label": "Tiny Llama behind a server", "engine": LanguageModel.REMOTE,
                    "name": "tiny-llama", "base_url": address,
                },
            )  # fmt: skip
            call_command("run_study", STUDY, model=SERVER, **run)
        call_command("board", "emotion", stdout=self.stdout)
