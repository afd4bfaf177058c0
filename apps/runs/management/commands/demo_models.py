"""manage.py demo_models: the baselines and our tiny model take the demo study, so that boards show models."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand

from apps.runs import states
from apps.runs.baselines import ensure_baselines
from apps.runs.models import Run
from apps.runs.planning import Choice, plan
from apps.runs.probing import probe_model
from apps.studies.models import LanguageModel, Study

STUDY = "everyday-feelings"
TINY = "tiny-llama"
# The middle needs one sitting a condition; chance needs some to show its spread.
REPEATS = {"midpoint": 2, "random": 5, TINY: 2}


class Command(BaseCommand):
    help = "Add the demo's models and set their runs going, once; the background worker does the work."

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_baselines()
        ensure_tiny_model()
        study = Study.objects.get(slug=STUDY)
        for slug, repeats in REPEATS.items():
            model = LanguageModel.objects.get(slug=slug)
            if model.is_local and not find_spec("torch"):
                continue
            if not Run.objects.filter(study=study, respondent__language_model=model).exists():
                states.start(plan(study, model, Choice(repeats=repeats)))


def ensure_tiny_model() -> None:
    """Add our own tiny model, which stands in fixtures/ as a checkpoint like any other."""
    model, new = LanguageModel.objects.get_or_create(
        slug=TINY,
        defaults={"label": "Tiny Llama (ours)", "engine": LanguageModel.LOCAL, "name": "fixtures/tiny-llama"},
    )
    if new:
        probe_model(model)
