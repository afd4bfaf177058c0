"""Setting a run going from a page, where the queue may not answer; and undoing one that never began."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from apps.runs import states
from apps.runs.models import Run, Step
from apps.runs.planning import sittings_of
from apps.runs.tasks import begin
from apps.studies.models import Sitting

State = Run.State
STARTABLE = (State.PLANNED, *Run.RESUMABLE)


class CannotStart(RuntimeError):
    """The run stays as it was; the message says why and what to do."""


def set_going(run: Run) -> None:
    """Start or resume a run and send out its work; nothing happens to one that runs or has ended.

    Raises CannotStart.
    """
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run.pk)
        if run.state not in STARTABLE:
            return
        before, reason = run.state, run.reason
        # Whoever presses the button at the same moment finds it running.
        run = states.start(run)
    try:
        begin(run)
    except (OperationalError, OSError):
        states.stop(run, before, reason)
        raise CannotStart(
            _(
                "The queue of the background workers does not answer, so nothing was started. "
                "Check that the broker is up (REDIS_URL, or the folder broker under DATA_DIR) and try again."
            )
        ) from None


@transaction.atomic
def discard(run: Run) -> bool:
    """Delete a run that never asked anything, with what was made for it alone; False when it has asked."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.state != State.PLANNED or Step.objects.filter(run=run).exists():
        return False
    respondent = run.respondent
    unused = sittings_of(run).filter(state=Sitting.State.OPEN, step__isnull=True)
    for other in Run.objects.filter(respondent=respondent, study=run.study_id).exclude(pk=run.pk):
        unused = unused.exclude(pk__in=sittings_of(other).values("pk"))
    # By key: a subquery on the table that is deleted from is not for every database.
    Sitting.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()
    run.delete()
    if not respondent.sitting_set.exists() and not respondent.run_set.exists():
        respondent.delete()
    return True
