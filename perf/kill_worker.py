"""kill -9 of the worker at 20 random moments: every item answered once, no stored reply asked for again.

A server on 127.0.0.1 takes 20 ms for a reply and counts every request by its content. A run of 600
sittings goes to a real Celery worker over the queue. At a random moment after the worker's first
request its whole process group is killed with SIGKILL and another worker starts; when a run ends before
it was killed, the next one begins. After each kill the database is looked at as it was left.

    python perf/kill_worker.py [--kills 20] [--seed 1] [--json]

Works on SQLite in a folder of its own, or on the empty database that DATABASE_URL names.
Target: nothing half-written at any kill, nothing lost, nothing sent again whose reply was stored.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

LATENCY_S = 0.02
REPEATS = 55  # of eleven conditions: 605 sittings
LONGEST_LIFE_S = 1.5


@dataclass(frozen=True)
class Killed:
    """One life of a worker: when it ended (seconds from its first request) and what it left behind.

    `stored` and `sent_in_vain` (replies that never came to be stored) count all lives so far.
    """

    run: int
    after_s: float
    stored: int
    sent_in_vain: int
    half_written: int
    sent_again: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1000), help="of the random moments")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="likeness-kill-") as folder:
        for name in ("SECRET_KEY", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "apps.settings"}
        import django

        import apps.celery  # noqa: F401 - tasks bind to the app with our broker

        django.setup()
        return measure(options, Path(folder))


def measure(options: argparse.Namespace, folder: Path) -> int:
    from apps.runs.models import Completion, Run
    from tests.inference.server import ModelServer, Say, chat
    from tests.killing import committed, half_written, seeds, unanswered

    reply = Say(chat("\n".join(f"{number}: 3" for number in range(1, 21))).body, delay_s=LATENCY_S)
    chance, started = random.Random(options.seed), time.monotonic()
    with ModelServer(lambda call: reply) as server:
        study, model = prepare(server.url)
        lives: list[Killed] = []
        while len(lives) < options.kills:
            lives += run_and_kill(study, model, server, folder, chance, options.kills - len(lives))
        runs = list(Run.objects.all())
        sent = seeds(server.calls)
    totals = {
        "kills": len(lives),
        "runs": len(runs),
        "done": sum(run.state == Run.State.DONE and run.n_done == run.n_sittings for run in runs),
        "sittings": sum(run.n_sittings for run in runs),
        "items_unanswered": sum(unanswered(run) for run in runs),
        "half_written": sum(life.half_written for life in lives) + sum(len(half_written(run)) for run in runs),
        "requests_stored": Completion.objects.filter(state="done").count(),
        "requests_sent": sum(sent.values()),
        "sent_again_though_stored": sum(life.sent_again for life in lives),
        "stored_and_never_sent": len(committed() - set(sent)),
    }
    holds = totals["done"] == len(runs) and not any(
        totals[name]
        for name in ("items_unanswered", "half_written", "sent_again_though_stored", "stored_and_never_sent")
    )
    table(lives)
    for name, number in totals.items():
        print(f"{name.replace('_', ' '):28}{number:>8}")
    print(f"seed {options.seed}, {time.monotonic() - started:.0f} s: {'all holds' if holds else 'BROKEN'}")
    if options.json:
        print(json.dumps({**totals, "seed": options.seed, "holds": holds, "lives": [asdict(life) for life in lives]}))
    return 0 if holds else 1


def prepare(address: str):
    """Make a study of eleven conditions and a model at the server."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from apps.studies.models import LanguageModel
    from tests.people import open_a_study

    call_command("migrate", verbosity=0)
    call_command("load_instruments", verbosity=0)
    study = open_a_study(get_user_model().objects.create_user("rosa"))
    model = LanguageModel.objects.create(
        slug="server", label="Server", engine=LanguageModel.REMOTE, name="tiny", base_url=address, input_price=1
    )
    return study, model


def run_and_kill(study, model, server, folder: Path, chance: random.Random, most: int) -> list[Killed]:
    """Begin a run; kill its worker at random moments, at most so often, until the run is done."""
    from decimal import Decimal

    from apps.runs.models import Run
    from apps.runs.planning import Choice, plan
    from apps.runs.tasks import begin
    from tests.killing import WORKER, beside, committed, half_written, kill, seeds

    run = plan(study, model, Choice(repeats=REPEATS, seed=Run.objects.count(), budget=Decimal(100)))
    begin(run)
    moments: list[tuple[float, set[int], int, int]] = []
    while run.state == Run.State.RUNNING or not moments:
        before, ends = len(server.calls), chance.uniform(0, LONGEST_LIFE_S)
        worker, first = beside(WORKER, folder), None
        while run.state in Run.ACTIVE:
            time.sleep(0.005)
            run.refresh_from_db()
            if first is None and len(server.calls) > before:
                first = time.monotonic()
            if first is not None and time.monotonic() - first > ends and len(moments) < most:
                break
            if worker.poll() is not None:
                raise SystemExit((folder / "log").read_text())
        kill(worker)
        run.refresh_from_db()
        if run.state != Run.State.RUNNING:
            break
        moments.append((ends, committed(), len(server.calls), len(half_written(run))))
    in_vain = [n_calls - len(stored) for _ends, stored, n_calls, _half in moments]
    return [
        Killed(run.pk, round(ends, 2), len(stored), sent, half, len(stored & set(seeds(server.calls[n_calls:]))))
        for (ends, stored, n_calls, half), sent in zip(moments, in_vain, strict=True)
    ]


def table(lives: list[Killed]) -> None:
    print(f"{'kill':>4}{'run':>5}{'after s':>9}{'stored':>8}{'sent in vain':>13}{'half-written':>14}{'sent again':>12}")
    for number, life in enumerate(lives, 1):
        print(
            f"{number:>4}{life.run:>5}{life.after_s:>9.2f}{life.stored:>8}{life.sent_in_vain:>13}"
            f"{life.half_written:>14}{life.sent_again:>12}"
        )


if __name__ == "__main__":
    sys.exit(main())
