"""The database side of a chunk: what is due, who asks it, what came back, what the run has used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from apps.runs import budget, claims, states
from apps.runs.asking import asker_for
from apps.runs.jobs import Due, Job, load_jobs
from apps.runs.models import Completion, Run, Step
from apps.runs.planning import sittings_of
from apps.runs.worker import new_worker
from apps.studies.models import Sitting
from apps.studies.recording import record_all
from inference import ChatReply, ChatRequest, EngineIdentity
from inference.errors import EngineError
from inference.keys import as_sent, key_of

State = Run.State


class Chunk:
    """Some sittings of a run, worked through by one task. Its methods run in one database thread."""

    def __init__(self, run: Run, sittings: Sequence[int], identity: EngineIdentity) -> None:
        self.run, self.sittings, self.identity = run, sittings, asdict(identity)
        self.worker = new_worker()
        self.jobs: list[Job] = []
        self.due: dict[str, list[Due]] = {}
        self.requests: dict[str, ChatRequest] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.reserved: dict[str, Decimal] = {}
        self.waits_for_budget = False

    def load(self) -> None:
        """Read the sittings that are still open."""
        rows = sittings_of(self.run).filter(pk__in=self.sittings, state=Sitting.State.OPEN)
        self.jobs = load_jobs(asker_for(self.run), list(rows.select_related("condition__vignette").order_by("pk")))
        self.waits_for_budget = False

    @transaction.atomic
    def next_keys(self) -> list[str]:
        """Claim what is due and return the keys to ask; empty when nothing is, or the run has stopped.

        Requests that were answered before cost nothing: they are taken in here.
        """
        run = Run.objects.select_for_update().get(pk=self.run.pk)
        if run.state != State.RUNNING:
            return []
        while True:
            self._collect_due()
            answered, ours = claims.claim(self.sent, self.identity, self.worker)
            self._leave_to_others(set(answered) | ours)
            self._take_in(list(answered.values()), cached=True)
            if ours or not answered:
                return self._reserve(run, [key for key in self.requests if key in ours])

    def _collect_due(self) -> None:
        self.due, self.requests, self.sent = defaultdict(list), {}, {}
        for job in self.jobs:
            for due in job.due():
                sent = as_sent(due.request)
                key = key_of(self.identity, sent)
                self.due[key].append(due)
                self.requests[key], self.sent[key] = due.request, sent

    def _leave_to_others(self, known: set[str]) -> None:
        """Drop sittings of which another worker asks a request right now; they stay open for it."""
        busy = {id(due.job) for key, dues in self.due.items() if key not in known for due in dues}
        self.jobs = [job for job in self.jobs if id(job) not in busy]

    def _reserve(self, run: Run, keys: list[str]) -> list[str]:
        """Reserve money for as many requests as the budget allows; pause the run when it allows none."""
        costs = [budget.most(run.language_model, self.requests[key]) for key in keys]
        n = budget.affordable(run, costs)
        if n < len(keys):
            Completion.objects.filter(key__in=keys[n:], worker=self.worker).delete()
        if keys and not n:
            self._pause_for_budget(run)
            return []
        self.reserved = dict(zip(keys[:n], costs[:n], strict=True))
        Run.objects.filter(pk=run.pk).update(reserved=F("reserved") + sum(costs[:n]))
        return keys[:n]

    def _pause_for_budget(self, run: Run) -> None:
        if run.reserved > 0:  # other chunks will give back what they do not use
            self.waits_for_budget = True
            return
        states.stop(
            run, State.PAUSED,
            f"The budget of {run.budget.normalize():f} does not cover another request; {run.cost:.4f} was spent. "  # type: ignore[union-attr]
            f"Raise the budget and resume.",
        )  # fmt: skip

    @transaction.atomic
    def store(self, outcomes: Mapping[str, ChatReply | EngineError]) -> None:
        """Keep outcomes, take them in, and settle what they cost: all of it or nothing."""
        model = self.run.language_model
        costs = {
            key: budget.paid(model, self.requests[key], outcome.usage) if isinstance(outcome, ChatReply) else Decimal(0)
            for key, outcome in outcomes.items()
        }
        rows = claims.store(outcomes, costs, self.worker)
        freed = sum((self.reserved.pop(key, Decimal(0)) for key in outcomes), Decimal(0))
        Run.objects.filter(pk=self.run.pk).update(
            reserved=F("reserved") - freed,
            cost=F("cost") + sum((row.cost for row in rows), Decimal(0)),
            n_requests=F("n_requests") + len(rows),
            input_tokens=F("input_tokens") + sum(row.input_tokens or 0 for row in rows),
            cached_tokens=F("cached_tokens") + sum(row.cached_tokens or 0 for row in rows),
            output_tokens=F("output_tokens") + sum(row.output_tokens or 0 for row in rows),
        )
        self._take_in(rows, cached=False)

    def _take_in(self, rows: Sequence[Completion], cached: bool) -> None:
        """Write steps, let the jobs read their replies, and complete the sittings that are ready."""
        taken = [(due, row) for row in rows for due in self.due[row.key]]
        Step.objects.bulk_create(
            [
                Step(run=self.run, sitting=due.job.sitting, position=due.position, attempt=due.attempt, completion=row)
                for due, row in taken
            ],
            ignore_conflicts=True,
        )
        again = sum(due.job.settle(due.position, due.attempt, row) for due, row in taken)
        ready = [job for job in {id(due.job): due.job for due, _row in taken}.values() if job.is_ready]
        record_all([(job.sitting, job.answers()) for job in ready], self.run.study.instrument)
        finished = {id(job) for job in ready}
        self.jobs = [job for job in self.jobs if id(job) not in finished]
        Run.objects.filter(pk=self.run.pk).update(
            n_done=F("n_done") + len(ready),
            n_failed=F("n_failed") + sum(bool(job.failed) for job in ready),
            n_retried=F("n_retried") + again,
            n_cached=F("n_cached") + (len(taken) if cached else 0),
            heartbeat_at=timezone.now(),
        )

    def beat(self) -> bool:
        """Renew the claims and say that work goes on; False when the run has been stopped."""
        claims.renew(self.worker)
        running = Run.objects.filter(pk=self.run.pk, state=State.RUNNING)
        return bool(running.update(heartbeat_at=timezone.now()))

    @transaction.atomic
    def release(self) -> None:
        """Give back claims and money of what was not asked."""
        claims.release(self.worker)
        if freed := sum(self.reserved.values(), Decimal(0)):
            Run.objects.filter(pk=self.run.pk).update(reserved=F("reserved") - freed)
        self.reserved = {}
