"""The database side of a chunk: what is due, who asks it, what came back, what the run has used.

Rows are locked in one order everywhere: run, completions by key, sittings by number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db.models import F
from django.db.models.functions import Now

from apps.core.writing import writing
from apps.runs import budget, claims, states
from apps.runs.askers import FOR_ASKING, asker_for
from apps.runs.claims import Claim
from apps.runs.eligible import allowed, still_allowed
from apps.runs.jobs import Due, Job, load_jobs
from apps.runs.models import Completion, Run, Step
from apps.runs.planning import sittings_of
from apps.runs.worker import begin_work, end_work
from apps.studies.models import Condition, Sitting
from apps.studies.recording import record_all
from inference import ChatReply, ChatRequest, Engine
from inference.errors import EngineError
from inference.keys import as_sent, key_of

State = Run.State
# Bounds one statement's parameters, and what a worker that is killed leaves claimed.
MOST_CLAIMED = 1000
# About people, who may take their permission back at any moment, fewer are on their way at once.
MOST_ABOUT_PEOPLE = 20


class Chunk:
    """Some sittings of a run, worked through by one task. Its methods run in one database thread."""

    def __init__(self, run: Run, sittings: Sequence[int]) -> None:
        self.run, self.sittings = run, sittings
        self.identity: dict[str, Any] = {}
        self.worker = begin_work()
        self.jobs: list[Job] = []
        self.due: dict[str, list[Due]] = {}
        self.requests: dict[str, ChatRequest] = {}
        self.waits_for_budget = False
        # Has one of the people these sittings are about gone, or taken a permission back?
        self.somebody_left = False

    def load(self, engine: Engine) -> None:
        """Read the sittings that are still open; complete those to which every reply is there."""
        self.identity = asdict(engine.identity())
        rows = still_allowed(self.run, sittings_of(self.run)).filter(pk__in=self.sittings, state=Sitting.State.OPEN)
        self.jobs = load_jobs(asker_for(self.run), list(rows.select_related(*FOR_ASKING).order_by("pk")))
        with writing():
            self._complete(self.jobs)

    def next_keys(self) -> list[str]:
        """Claim what is due and return the keys to ask; empty when nothing is, or not now.

        Requests that were answered before cost nothing: they are taken in here. Sittings of which
        another worker asks a request right now are left to it.
        """
        self.waits_for_budget = False
        while self.jobs and not self.waits_for_budget:
            if ours := self._claim_due():
                return ours
        return []

    @writing()
    def _claim_due(self) -> list[str]:
        run = Run.objects.select_for_update().annotate(now=Now()).filter(pk=self.run.pk).first()
        if run is None or run.state != State.RUNNING:
            self.jobs = []
            return []
        self._leave_the_withdrawn()
        sent = self._collect_due()
        found = claims.look(sent, run.now)
        self._leave_to_others(found.busy)
        free = [key for key in self.due if key not in found.answered]
        costs = {key: budget.most(run.language_model, self.requests[key]) for key in free}
        afforded = free[: budget.affordable(self._room(run), costs.values())]
        wanted = {key: Claim(sent[key], costs[key], self._persona(key)) for key in afforded}
        ours = claims.take(wanted, found.left, self.identity, run, self.worker, run.now)
        self._leave_to_others(wanted.keys() - ours)
        self._take_in(list(found.answered.values()), cached=True)
        if free and not afforded:
            self._run_out(run)
        return [key for key in afforded if key in ours]

    def _leave_the_withdrawn(self) -> None:
        """Drop the sittings about people who have gone or taken their permission back since."""
        kept = self._allowed()
        self.jobs = [job for job in self.jobs if job.sitting.condition_id in kept]
        self.somebody_left = False

    def _allowed(self) -> set[int]:
        """Return the conditions of the jobs in which the model may still be asked."""
        conditions = {job.sitting.condition_id for job in self.jobs}
        if not self.run.study.is_turing_test:
            return conditions
        rows = Condition.objects.filter(allowed(self.run.language_model), pk__in=conditions)
        return set(rows.values_list("pk", flat=True))

    def _collect_due(self) -> dict[str, dict[str, Any]]:
        """Fill `due` and `requests` anew; return what is sent for each key."""
        self.due, self.requests = defaultdict(list), {}
        sent = {}
        most = MOST_ABOUT_PEOPLE if self.run.study.is_turing_test else MOST_CLAIMED
        for due in islice((due for job in self.jobs for due in job.due()), most):
            fields = as_sent(due.request)
            key = key_of(self.identity, fields)
            self.due[key].append(due)
            self.requests[key], sent[key] = due.request, fields
        return sent

    def _persona(self, key: str) -> int | None:
        """Return whose words a request holds."""
        return self.due[key][0].job.sitting.condition.persona_id

    def _leave_to_others(self, busy: Collection[str]) -> None:
        """Drop the sittings that need one of these requests; they stay open for whoever asks it."""
        if not busy:
            return
        dropped = {id(due.job) for key in busy for due in self.due[key]}
        self.jobs = [job for job in self.jobs if id(job) not in dropped]
        for key, dues in list(self.due.items()):
            kept = [due for due in dues if id(due.job) not in dropped]
            if kept:
                self.due[key] = kept
            else:
                del self.due[key]

    def _room(self, run: Run) -> Decimal | None:
        """Return what the run may still spend; None where it has no budget."""
        if run.budget is None:
            return None
        claims.release_left_behind(run, run.now)  # type: ignore[attr-defined]
        return run.budget - run.cost - claims.reserved(run)

    def _run_out(self, run: Run) -> None:
        """Wait where requests under way may give money back; else pause the run."""
        if claims.reserved(run) > 0:
            self.waits_for_budget = True
            return
        assert run.budget is not None
        states.stop(
            run, State.PAUSED,
            f"The budget of {run.budget.normalize():f} does not cover another request; {run.cost:.4f} was spent. "
            f"Raise the budget and resume.",
        )  # fmt: skip

    @writing()
    def store(self, outcomes: Mapping[str, ChatReply | EngineError]) -> None:
        """Keep outcomes, take them in, and settle what they cost: all of it or nothing."""
        run = Run.objects.select_for_update().filter(pk=self.run.pk)
        exists = run.first()
        model = self.run.language_model
        costs = {key: budget.paid(model, self.requests[key], outcome) for key, outcome in outcomes.items()}
        rows = claims.store(outcomes, costs, self.worker)
        if not exists:  # deleted meanwhile; what was paid for is kept
            self.jobs = []
            return
        run.update(
            # All that was sent has its price, also where its row went with a person who withdrew.
            cost=F("cost") + sum(costs.values(), Decimal(0)),
            n_requests=F("n_requests") + len(outcomes),
            input_tokens=F("input_tokens") + sum(row.input_tokens or 0 for row in rows),
            cached_tokens=F("cached_tokens") + sum(row.cached_tokens or 0 for row in rows),
            output_tokens=F("output_tokens") + sum(row.output_tokens or 0 for row in rows),
        )
        self._take_in(rows, cached=False)

    @writing()
    def start_over(self) -> None:
        """Give back what was claimed and not sent, so that it is looked at anew."""
        claims.release(self.worker)

    def _take_in(self, rows: Sequence[Completion], cached: bool) -> None:
        """Write steps, let the jobs read their replies, and complete the sittings that are ready."""
        taken = [(due, row) for row in rows for due in self.due.get(row.key, ())]
        if not taken:
            return
        Step.objects.bulk_create(
            [
                Step(run=self.run, sitting=due.job.sitting, position=due.position, attempt=due.attempt, completion=row)
                for due, row in taken
            ],
            ignore_conflicts=True,
        )
        again = sum(due.job.settle(due.position, due.attempt, row) for due, row in taken)
        Run.objects.filter(pk=self.run.pk).update(
            n_retried=F("n_retried") + again, n_cached=F("n_cached") + (len(taken) if cached else 0)
        )
        self._complete({id(due.job): due.job for due, _row in taken}.values())

    def _complete(self, jobs: Collection[Job]) -> None:
        """Record the sittings to which every reply is there, but for those that somebody else completed."""
        ready = [job for job in jobs if job.is_ready]
        if not ready:
            return
        still_open = Sitting.objects.select_for_update().filter(
            pk__in=[job.sitting.pk for job in ready], state=Sitting.State.OPEN
        )
        ours = set(still_open.order_by("pk").values_list("pk", flat=True))
        recorded = [job for job in ready if job.sitting.pk in ours]
        record_all([(job.sitting, job.answers()) for job in recorded], self.run.study.instrument)
        done = {id(job) for job in ready}
        self.jobs = [job for job in self.jobs if id(job) not in done]
        Run.objects.filter(pk=self.run.pk).update(
            n_done=F("n_done") + len(recorded), n_failed=F("n_failed") + sum(bool(job.failed) for job in recorded)
        )

    def beat(self) -> bool:
        """Renew the claims and say that work goes on; False when the run is not to go on."""
        claims.renew(self.worker)
        self.somebody_left = len(self._allowed()) < len({job.sitting.condition_id for job in self.jobs})
        running = Run.objects.filter(pk=self.run.pk, state=State.RUNNING)
        return bool(running.update(heartbeat_at=Now()))

    def release(self) -> None:
        """Give back claims and money of what was not asked."""
        try:
            with writing():
                claims.release(self.worker)
        finally:
            end_work(self.worker)
