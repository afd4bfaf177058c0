"""The results of a Turing test: how often machines passed for the person, how sure that is, and who judged how."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.benchmarks.echo.phases import INSTRUCTIONS
from apps.benchmarks.stats import FEW, Interval
from apps.core.downloads import csv_file
from apps.studies.models import Study
from apps.turing.agreement_table import accuracy, agreement
from apps.turing.bias_table import biases, instructions
from apps.turing.judgements import judgements_of, lengths_of
from apps.turing.judgements_export import judgements_csv
from apps.turing.names import judge_names, writer_names
from apps.turing.rates_table import models_table, people_table
from apps.turing.reasons import reasons_of
from apps.turing.views import own_test


@login_required
@never_cache
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    return render(request, "turing/results.html", {"here": "studies", "study": study, **_found(study)})


def _found(study: Study) -> dict[str, Any]:
    judgements = judgements_of(study)
    people = [one for one in judgements if one.by_people]
    models = [one for one in judgements if not one.by_people]
    bounds = bounds_of(study)
    judges = judge_names(one.judge for one in models)
    return {
        "people": people_table(people, writer_names(one.writer for one in people), bounds) if people else None,
        "accuracy": accuracy(people),
        "agreement": agreement(judgements, judges),
        "models": [
            models_table(models, instruction, writer_names(one.writer for one in models), judges)
            for instruction in INSTRUCTIONS
        ] if models else [],
        "biases": biases(models, judges, lengths_of(study)),
        "instructions": instructions(models, judges),
        "n_people": len(people),
        "n_models": len(models),
        "n_judges": len({one.judge for one in people}),
        "n_persons": len({one.person for one in judgements}),
        "reasons": reasons_of(study),
        "bounds": percents_of(study),
        "alpha": settings.ALPHA,
        "few": FEW,
    }  # fmt: skip


def percents_of(study: Study) -> tuple[float, float]:
    """Return between which rates, in percent, a success rate counts as that of chance."""
    return study.parameters.get("low", 45), study.parameters.get("high", 55)


def bounds_of(study: Study) -> Interval:
    """Return the same as shares."""
    low, high = percents_of(study)
    return Interval(low / 100, high / 100)


@login_required
@never_cache
@require_safe
def judgements(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    study = own_test(request, slug)
    return csv_file(judgements_csv(study), f"{study.slug}-judgements-{study.protocol_sha256[:12]}.csv")
