"""The rivals that cost nothing: rows for every baseline, so that any study can be run on them."""

from __future__ import annotations

from apps.studies.models import LanguageModel, Study

BASELINES = {
    "uniform": "Uniform answers",
    "random": "Random answers",
    "midpoint": "Always the middle",
    "human-marginals": "People’s proportions",
    "profile-retrieval": "Sentences of the profile",
    "longest-answer": "Always the longer answer",
}

# These quote a profile or compare answers, which a questionnaire has not ...
NEED_TEXTS = {"profile-retrieval", "longest-answer"}
# ... and these need a scale, or people who answered on one.
NEED_SCALE = {"midpoint", "human-marginals"}


def suits(model: LanguageModel, study: Study) -> bool:
    """Can the model answer at all? Only of baselines is it known beforehand that some cannot."""
    return model.engine not in (NEED_SCALE if study.is_turing_test else NEED_TEXTS)


def ensure_baselines() -> None:
    """Create the baselines' rows where they are missing."""
    for slug, label in BASELINES.items():
        LanguageModel.objects.get_or_create(slug=slug, defaults={"label": label, "engine": slug, "name": slug})
