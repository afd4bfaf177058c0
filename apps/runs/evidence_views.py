"""From a run down to the words: one sitting's requests, and all of them as a file."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from apps.runs.evidence import completions_jsonl, turns_of
from apps.runs.models import Step
from apps.runs.permissions import visible_runs
from apps.runs.planning import sittings_of
from apps.runs.views import own_run


@login_required
@require_safe
def sitting(request: HttpRequest, pk: int, code: UUID) -> HttpResponse:
    """What the model was told, what it said, and what was read in it."""
    run = own_run(request, pk)
    shown = get_object_or_404(sittings_of(run).select_related("condition__vignette"), code=code)
    context = {"here": "runs", "run": run, "sitting": shown, "turns": turns_of(run, shown)}
    return render(request, "runs/sitting.html", context)


@login_required
@require_safe
def find_sitting(request: HttpRequest, code: UUID) -> HttpResponse:
    """Lead from a sitting, which knows no run, to its page in the run that asked it last."""
    steps = Step.objects.filter(sitting__code=code, run__in=visible_runs(request.user)).order_by("-run_id")
    step = get_object_or_404(steps[:1])
    return redirect("runs:sitting", step.run_id, code)


@login_required
@require_safe
def completions(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Every request and reply of the run, a JSON object a line."""
    run = own_run(request, pk)
    return StreamingHttpResponse(
        completions_jsonl(run),
        content_type="application/x-ndjson; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{run.study.slug}-run-{run.pk}.jsonl"'},
    )
