"""How a run begins, pauses and ends. Each is one short transaction on the run's row."""

from __future__ import annotations

import uuid
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from apps.runs.models import Run, Step
from apps.runs.planning import sittings_of
from apps.studies.models import Response, Score, Sitting

State = Run.State


@transaction.atomic
def start(run: Run) -> Run:
    """Set a planned, paused or failed run going, or one whose worker is gone; return it as it is now."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.state in {State.CANCELLED, State.DONE}:
        return run
    now = timezone.now()
    run.seconds, run.working_since = run.active_seconds if run.state != State.RUNNING else run.seconds, now
    run.state, run.reason, run.heartbeat_at, run.dispatch = State.RUNNING, "", now, uuid.uuid4().hex
    # Nobody is at work now, so whatever was reserved belongs to requests that will be asked anew.
    run.reserved = Decimal(0)
    run.n_done = sittings_of(run).exclude(state=Sitting.State.OPEN).count()
    run.save()
    return run


def stop(run: Run, state: str, reason: str = "") -> bool:
    """Take a run out of work: paused, cancelled or failed. False when it is in no state for that."""
    return _end(run, state, reason, from_states={State.PLANNED, State.RUNNING, State.PAUSED, State.FAILED})


def finish(run: Run) -> bool:
    """Call the run done when none of its sittings is open."""
    if sittings_of(run).filter(state=Sitting.State.OPEN).exists():
        return False
    return _end(run, State.DONE, "", from_states={State.RUNNING})


@transaction.atomic
def _end(run: Run, state: str, reason: str, from_states: set[str]) -> bool:
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.state not in from_states or run.state == state:
        return False
    if run.state == State.RUNNING:
        run.seconds = run.active_seconds
    run.working_since = None
    run.state, run.reason = state, reason
    run.finished_at = _finished(state)
    run.save(update_fields=["state", "reason", "seconds", "working_since", "finished_at"])
    return True


def _finished(state: str) -> datetime | None:
    return timezone.now() if state in {State.DONE, State.CANCELLED} else None


@transaction.atomic
def reopen_failed(run: Run) -> int:
    """Open the sittings again whose request failed, so that resuming asks them anew; return their number."""
    failed = sittings_of(run).filter(response__missing=Response.Missing.FAILED).distinct()
    keys = list(failed.values_list("pk", flat=True))
    Step.objects.filter(sitting__in=keys).delete()
    Score.objects.filter(sitting__in=keys).delete()
    Response.objects.filter(sitting__in=keys).delete()
    Sitting.objects.filter(pk__in=keys).update(state=Sitting.State.OPEN, completed_at=None)
    Run.objects.filter(pk=run.pk).update(
        state=State.PAUSED if keys else run.state, n_failed=0, n_done=max(0, run.n_done - len(keys)), finished_at=None
    )
    return len(keys)
