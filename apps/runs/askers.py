"""Which asker a run has."""

from __future__ import annotations

from apps.runs.asking import Asker, Rating
from apps.runs.models import Run
from apps.runs.turing_asking import ASKERS, Writer
from apps.runs.ways import ECHO

# What the sittings given to an asker are read with.
FOR_ASKING = ("condition__vignette", "condition__persona")


def asker_for(run: Run) -> Asker:
    """Return the run's asker. Raises inference.errors.BadSettings where its wording is gone."""
    if run.study.instrument.benchmark != ECHO:
        return Rating(run)
    return ASKERS.get(run.respondent.method.rpartition("/")[0], Writer)(run)
