"""What a run's answers depend on, enough to make them again."""

from __future__ import annotations

import subprocess
from dataclasses import asdict
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from typing import Any

from django.conf import settings

from apps.runs.askers import asker_for
from apps.runs.models import Completion, Run, Step
from apps.studies.models import Provenance
from inference import Engine

PACKAGES = ("django", "openai", "transformers", "torch", "numpy", "scipy")


def provenance(run: Run, engine: Engine) -> dict[str, Any]:
    wording = asker_for(run).wording
    parity = getattr(engine, "parity", None)
    return {
        "code": code_revision(),
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
        "engine": asdict(engine.identity()),
        "parity": asdict(parity) if parity is not None else None,
        "prompt": {"name": wording.name, "sha256": wording.sha256},
        "protocol_sha256": run.study.protocol_sha256,
        "sampling": run.respondent.sampling,
        "max_tokens": run.max_tokens,
        "seed": run.seed,
    }


def publish(run: Run) -> Provenance:
    """Tell the study's public pages what the run's answers depend on."""
    return Provenance.objects.note(run.study, run.respondent, told_of(run))


def told_of(run: Run) -> dict[str, Any]:
    """Return what the public is told; where the engine stands is nobody's business."""
    engine = {key: value for key, value in run.provenance["engine"].items() if key != "host" and value}
    engine["model"] = PurePath(engine["model"]).name if engine["model"].startswith("/") else engine["model"]
    kept = {key: value for key, value in run.provenance.items() if key not in {"engine", "protocol_sha256"}}
    return {**kept, "engine": engine}


def count_completions(run: Run) -> None:
    """Count the answered requests behind all answers that were made under what the public is told of the run."""
    if not run.provenance:
        return
    siblings = Run.objects.filter(study=run.study, respondent=run.respondent).exclude(provenance={})
    same = [one.pk for one in siblings if told_of(one) == told_of(run)]
    found = publish(run)
    found.completions = Step.objects.filter(run__in=same, completion__state=Completion.State.DONE).count()
    found.save(update_fields=["completions"])


@lru_cache(maxsize=1)
def code_revision() -> str:
    """Return the git revision, with +changes where files differ from it; settings.REVISION outside a checkout."""
    if settings.REVISION:
        return str(settings.REVISION)
    try:
        revision = _git("rev-parse", "HEAD")
        return f"{revision}+changes" if _git("status", "--porcelain", "--untracked-files=no") else revision
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True, timeout=10
    ).stdout.strip()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
