"""How a run begins, pauses and ends. Each is one short transaction on the run's row."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from apps.benchmarks.echo.phases import WRITING
from apps.runs.eligible import still_allowed
from apps.runs.models import Completion, Run, Step
from apps.runs.planning import sittings_of
from apps.runs.provenance import count_completions
from apps.studies.models import Response, Score, Sitting

State = Run.State


@transaction.atomic
def start(run: Run) -> Run:
    """Set a planned, paused or failed run going, or one whose worker is gone; return it as it is now."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.state in {State.CANCELLED, State.DONE}:
        return run
    if run.state == State.RUNNING:
        run.seconds = _seconds_of_a_gone_worker(run)
    run.working_since = run.heartbeat_at = timezone.now()
    run.state, run.reason, run.dispatch = State.RUNNING, "", uuid.uuid4().hex
    run.n_done = _count_done(run)
    run.save()
    return run


def _seconds_of_a_gone_worker(run: Run) -> float:
    """Return the time worked up to the last sign of life; what came after was nobody's work."""
    if run.working_since is None or run.heartbeat_at is None:
        return run.seconds
    return run.seconds + max(0.0, (run.heartbeat_at - run.working_since).total_seconds())


def _count_done(run: Run) -> int:
    return sittings_of(run).exclude(state=Sitting.State.OPEN).count()


def stop(run: Run, state: str, reason: str = "") -> bool:
    """Take a run out of work: paused, cancelled or failed. False when it is in no state for that."""
    return _end(run, state, reason, from_states={State.PLANNED, State.RUNNING, State.PAUSED, State.FAILED})


def finish(run: Run) -> bool:
    """Call the run done when nothing of it is left to ask; its reason says what failed or stayed open."""
    left = sittings_of(run).filter(state=Sitting.State.OPEN)
    if still_allowed(run, left).exists():
        return False
    reasons = [_why_some_failed(run), _why_some_are_open(left.count())]
    return _end(run, State.DONE, " ".join(filter(None, reasons)), from_states={State.RUNNING})


def _why_some_are_open(n: int) -> str:
    return f"{n} sittings stay open: their people allow it no longer." if n else ""


def _why_some_failed(run: Run) -> str:
    failed = sittings_of(run).filter(response__missing=Response.Missing.FAILED).distinct().count()
    if not failed:
        return ""
    if run.study.is_turing_test:
        # A server may quote what it was sent, and a run outlives the people it was about.
        return f"{failed} of {_count_done(run)} sittings lack a reply. A failed sitting's page says why."
    errors = Completion.objects.filter(step__sitting__in=sittings_of(run), state=Completion.State.FAILED)
    commonest = errors.values("sentence").annotate(n=Count("pk")).order_by("-n", "sentence").first()
    why = commonest["sentence"] if commonest else "Retry the failed ones."
    return f"{failed} of {_count_done(run)} sittings lack a reply. {why}"


@transaction.atomic
def _end(run: Run, state: str, reason: str, from_states: set[str]) -> bool:
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.state not in from_states or run.state == state:
        return False
    _stop_the_clock(run)
    run.state, run.reason, run.n_done = state, reason, _count_done(run)
    run.finished_at = _finished(state)
    run.save(update_fields=["state", "reason", "n_done", "seconds", "working_since", "finished_at"])
    count_completions(run)
    return True


def _stop_the_clock(run: Run) -> None:
    if run.state == State.RUNNING:
        run.seconds = run.active_seconds
    run.working_since = None


def _finished(state: str) -> datetime | None:
    return timezone.now() if state in {State.DONE, State.CANCELLED} else None


@transaction.atomic
def reopen_failed(run: Run) -> int:
    """Open the sittings again whose request failed, so that resuming asks them anew; return their number.

    What was answered in them is taken from the cache then. The run is paused, whatever it was.
    """
    run = Run.objects.select_for_update().get(pk=run.pk)
    failed = sittings_of(run).filter(response__missing=Response.Missing.FAILED).distinct()
    keys = list(failed.values_list("pk", flat=True))
    if not keys:
        return 0
    Step.objects.filter(sitting__in=keys).delete()
    Score.objects.filter(sitting__in=keys).delete()
    # Texts that came stay: they may stand in pairs that people have judged.
    texts = Response.objects.filter(sitting__in=keys, sitting__condition__group=WRITING)
    texts.filter(missing=Response.Missing.FAILED).delete()
    Response.objects.filter(sitting__in=keys).exclude(sitting__condition__group=WRITING).delete()
    Sitting.objects.filter(pk__in=keys).update(state=Sitting.State.OPEN, completed_at=None)
    _stop_the_clock(run)
    run.state, run.reason, run.finished_at = State.PAUSED, "", None
    run.n_failed, run.n_done = 0, _count_done(run)
    run.save(update_fields=["state", "reason", "finished_at", "n_failed", "n_done", "seconds", "working_since"])
    return len(keys)
