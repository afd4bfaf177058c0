"""The rivals that cost nothing: rows for every baseline, so that any study can be run on them."""

from __future__ import annotations

from apps.studies.models import LanguageModel

BASELINES = {
    "uniform": "Uniform answers",
    "random": "Random answers",
    "midpoint": "Always the middle",
    "human-marginals": "People’s proportions",
}


def ensure_baselines() -> None:
    """Create the baselines' rows where they are missing."""
    for slug, label in BASELINES.items():
        LanguageModel.objects.get_or_create(slug=slug, defaults={"label": label, "engine": slug, "name": slug})
