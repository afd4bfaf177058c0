"""Processes of this lab beside the test, killed with SIGKILL, and what must hold whenever one was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count

from apps.runs.models import Completion, Run
from apps.runs.planning import sittings_of
from apps.studies.models import Response, Score, Sitting
from tests.inference.server import Call

ROOT = Path(__file__).resolve().parents[1]
MANAGE = (sys.executable, str(ROOT / "manage.py"))
# As `make run` starts it, with the clock inside.
WORKER = (
    sys.executable, "-m", "celery", "-A", "apps.celery", "worker", "-B", "--pool", "threads", "--concurrency", "4",
    "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING",
)  # fmt: skip


def beside(command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start a process, and those it starts in its group, on our database and our broker; it writes to a log."""
    keep = {key: value for key, value in os.environ.items() if key not in {"SECRET_KEY", "DJANGO_SETTINGS_MODULE"}}
    env = keep | {"DATABASE_URL": address_of_our_database(), "DATA_DIR": str(settings.DATA_DIR)}
    if "-B" in command:
        command = [*command, "--schedule", str(folder / "beat")]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            preexec_fn=hear_ctrl_c,
        )  # fmt: skip


def hear_ctrl_c() -> None:
    """A shell that starts tests in the background lets them, and all they start, ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def address_of_our_database() -> str:
    """Return the address of the database that this process uses, which in a test is the test's own."""
    own = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    password = f":{own['PASSWORD']}" if own["PASSWORD"] else ""
    return f"postgresql://{own['USER']}{password}@{own['HOST']}:{own['PORT']}/{own['NAME']}"


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and whatever it started, as a power cut or the kernel would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def committed() -> set[int]:
    """Return the seeds of the requests whose reply is stored; every request of a study has its own."""
    return set(Completion.objects.filter(state="done").values_list("request__seed", flat=True))


def seeds(calls: Iterable[Call]) -> Counter[int]:
    return Counter(call.body["seed"] for call in calls)


def half_written(run: Run) -> list[str]:
    """Return what is neither whole nor absent: a sitting with some of its answers or scores."""
    n_items, n_scores = run.study.instrument.item_set.count(), run.study.instrument.subscale_set.count()
    ours = sittings_of(run)
    answers = dict(Response.objects.filter(sitting__in=ours).values_list("sitting").annotate(n=Count("pk")))
    scores = dict(Score.objects.filter(sitting__in=ours).values_list("sitting").annotate(n=Count("pk")))
    wrong = []
    for pk, state in ours.values_list("pk", "state"):
        whole = (n_items, n_scores) if state == Sitting.State.COMPLETED else (0, 0)
        if (answers.get(pk, 0), scores.get(pk, 0)) != whole:
            wrong.append(f"sitting {pk} is {state} with {answers.get(pk, 0)} answers, {scores.get(pk, 0)} scores")
    return wrong


def unanswered(run: Run) -> int:
    """Return how many of the run's items lack their answer, or have more than one."""
    n_items = run.study.instrument.item_set.count()
    answered = Response.objects.filter(sitting__in=sittings_of(run), missing="").values("sitting", "item")
    return sittings_of(run).count() * n_items - answered.annotate(n=Count("pk")).filter(n=1).count()
