"""Runs as pages meet them: planned, worked through, and what a form sends to plan one."""

from __future__ import annotations

from typing import Any

from apps.runs import states
from apps.runs.models import Run
from apps.runs.planning import Choice, plan
from apps.runs.tasks import open_chunks, work_on
from apps.studies.models import LanguageModel, Study


def plan_a_run(study: Study, model: LanguageModel, **choice: Any) -> Run:
    return plan(study, model, Choice(**choice))


def work_through(run: Run) -> Run:
    """Do here what a worker does; needs a database that other threads see."""
    run = states.start(run)
    for keys in open_chunks(run):
        work_on(run, keys)
    states.finish(run)
    return Run.objects.get(pk=run.pk)


def run_form(model: LanguageModel, **changes: Any) -> dict[str, Any]:
    """Return what the start form sends when only a model was chosen."""
    usual = {
        "language_model": model.pk, "wording": "v1", "scope": "all", "repeats": 1, "temperature": 0, "top_p": 1,
        "max_tokens": 400, "budget": "",
    }  # fmt: skip
    return usual | changes


def model_form(**changes: Any) -> dict[str, Any]:
    """Return what the form of a new model sends."""
    usual = {
        "engine": "openai", "label": "GPT four", "name": "gpt-4", "address": "http://127.0.0.1:1/v1", "revision": "",
        "key_name": "", "key": "", "input_price": "0", "output_price": "0", "requests_per_minute": "",
        "tokens_per_minute": "",
    }  # fmt: skip
    return usual | changes
