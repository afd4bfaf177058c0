"""How many judges are enough? Simulated studies of several sizes, the same ones at each reload."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.benchmarks.echo.chance import BOUNDS
from apps.benchmarks.echo.power import Assumptions, Power, fewest, simulate
from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.echo.variances import DEFAULT, Variances, estimate_variances
from apps.studies.models import Study
from apps.studies.views import problems
from apps.turing.judgements import arrays, judgements_of
from apps.turing.people import people
from apps.turing.power_form import PowerForm
from apps.turing.results_views import bounds_of
from apps.turing.views import own_test

ROWS = 8
SEED = 1
ENOUGH = 0.8
MOST_REPEATS, FEWEST_REPEATS = 500, 100
# Judgements simulated for one row: what keeps a page of eight rows well under three seconds.
BUDGET = 1_000_000


@login_required
@never_cache
@require_safe
def power(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The page of a study, with defaults from its data, or of none."""
    study = own_test(request, slug) if slug else None
    variances, methods, persons = _at_hand(study) if study else (DEFAULT, 1, 10)
    bounds = bounds_of(study) if study else BOUNDS
    form = PowerForm(request.GET, _usual(variances, methods, persons))
    context: dict[str, Any] = {
        "here": "studies",
        "study": study,
        "form": form,
        "variances": variances,
        "bounds": (round(100 * bounds.low, 2), round(100 * bounds.high, 2)),
        "problems": problems(form),
    }
    if form.is_valid():
        asked = form.cleaned_data
        given = Assumptions(
            asked["rate"] / 100, Variances(asked["judge_sd"], asked["question_sd"]), asked["methods"],
            asked["persons"], bounds,
        )  # fmt: skip
        grid = _grid(asked, given)
        context |= {
            "asked": asked,
            "rows": [(judges, judges * pairs, shows) for (judges, pairs), shows in grid.items()],
            "fewest": fewest(grid, ENOUGH, asked["width"] / 100),
            "narrowest": fewest(grid, 0.0, asked["width"] / 100),
        }
    return render(request, "turing/power.html", context)


def _at_hand(study: Study) -> tuple[Variances, int, int]:
    """Return how much judges and questions differ, and how many methods and persons there are, in this study."""
    made = [one for one in judgements_of(study) if one.by_people]
    writers = sorted({one.writer for one in made})
    variances = estimate_variances(arrays(made, writers, list(TYPES))) if made else DEFAULT
    return variances, max(1, len(writers)), max(1, people(study).count())


def _usual(variances: Variances, methods: int, persons: int) -> dict[str, Any]:
    return {
        "judges_from": 10,
        "judges_to": 100,
        "pairs": len(TYPES),
        "rate": 40,
        "width": 20,
        "methods": methods,
        "persons": persons,
        "judge_sd": round(variances.judge_sd, 2),
        "question_sd": round(variances.question_sd, 2),
    }


def _grid(asked: dict[str, Any], given: Assumptions) -> dict[tuple[int, int], Power | None]:
    first, last, pairs = asked["judges_from"], asked["judges_to"], asked["pairs"]
    steps = min(ROWS, last - first + 1)
    sizes = sorted({round(first + (last - first) * step / max(1, steps - 1)) for step in range(steps)})
    return {(judges, pairs): simulate(judges, pairs, given, SEED, _repeats(judges * pairs)) for judges in sizes}


def _repeats(judgements: int) -> int:
    return max(FEWEST_REPEATS, min(MOST_REPEATS, BUDGET // judgements))
