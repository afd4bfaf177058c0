"""Claiming requests and storing their replies: the database decides who asks, and remembers what was said.

A claim also holds the money that its run has reserved for it (`cost`), so that nothing stays
reserved when a worker is killed: who takes the claim over takes that over too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Now
from django.utils import timezone

from apps.runs.models import Completion, Run
from apps.runs.worker import LEASE, is_gone
from inference import ChatReply
from inference.errors import EngineError

State = Completion.State


@dataclass
class Found:
    """What the database knows of some requests; a key in none of these was never asked."""

    answered: dict[str, Completion] = field(default_factory=dict)
    # Failed, or left behind by a worker that is gone: to be had.
    left: dict[str, Completion] = field(default_factory=dict)
    # Being asked by a worker that lives.
    busy: set[str] = field(default_factory=set)


LOOKED_AT = ("key", "state", "worker", "lease_until", "reply", "refusal")


def look(keys: Collection[str], now: datetime) -> Found:
    found = Found()
    for row in Completion.objects.filter(key__in=keys).only(*LOOKED_AT):
        if row.state == State.DONE:
            found.answered[row.key] = row
        elif row.state == State.FAILED or is_gone(row.worker, row.lease_until, now):
            found.left[row.key] = row
        else:
            found.busy.add(row.key)
    return found


@dataclass(frozen=True)
class Claim:
    """A request to be claimed: as it is sent, the most that it may cost, and whose words it holds."""

    sent: Mapping[str, Any]
    reserved: Decimal
    persona: int | None = None


def take(
    claims: Mapping[str, Claim], left: Mapping[str, Completion], identity: Mapping[str, Any], run: Run, worker: str,
    now: datetime,
) -> set[str]:  # fmt: skip
    """Claim requests by key and return the keys that are ours now: of two that want one, one gets it.

    Call inside a transaction. The order of the keys is the same for everybody, so that two who
    want the same ones cannot wait for each other.
    """
    mine = {"state": State.CLAIMED, "worker": worker, "run": run, "lease_until": now + LEASE}
    new = []
    for key in sorted(claims):
        claim = claims[key]
        if row := left.get(key):
            as_found = Completion.objects.filter(pk=row.pk, state=row.state, worker=row.worker)
            as_found.update(**mine, cost=claim.reserved, error="", sentence="")
        else:
            held = {"persona_id": claim.persona, **mine}
            new.append(Completion(key=key, identity=identity, request=claim.sent, cost=claim.reserved, **held))
    Completion.objects.bulk_create(new, ignore_conflicts=True)
    ours = Completion.objects.filter(key__in=claims, worker=worker, state=State.CLAIMED)
    return set(ours.values_list("key", flat=True))


def reserved(run: Run) -> Decimal:
    """Return what requests under way may still cost the run."""
    under_way = Completion.objects.filter(run=run, state=State.CLAIMED)
    return under_way.aggregate(total=Sum("cost"))["total"] or Decimal(0)


def renew(worker: str) -> None:
    """Keep this worker's claims for another while."""
    Completion.objects.filter(worker=worker, state=State.CLAIMED).update(lease_until=Now() + LEASE)


def release(worker: str) -> None:
    """Give back what this worker claimed and did not ask, or gave up: no row stays that says nothing."""
    claimed = Completion.objects.filter(worker=worker, state=State.CLAIMED)
    claimed.filter(step__isnull=True).delete()
    _abandon(worker)


def release_left_behind(run: Run, now: datetime) -> None:
    """Give back what workers claimed for the run that are gone, and the money reserved for it."""
    claimed = Completion.objects.filter(run=run, state=State.CLAIMED)
    # The latest lease of each: a worker renews all of its own together.
    workers = dict(claimed.order_by("lease_until").values_list("worker", "lease_until"))
    for worker, lease_until in workers.items():
        if is_gone(worker, lease_until, now):
            _abandon(worker)


def _abandon(worker: str) -> None:
    Completion.objects.filter(worker=worker, state=State.CLAIMED).update(
        state=State.FAILED, cost=0, error="Abandoned", sentence="Its worker was stopped before the reply came."
    )


def store(
    outcomes: Mapping[str, ChatReply | EngineError], costs: Mapping[str, Decimal], worker: str
) -> list[Completion]:
    """Write outcomes into the claims that are still this worker's; return those rows.

    A claim that another worker took over (its lease had passed) keeps that worker's answer.
    """
    mine = Completion.objects.select_for_update().filter(key__in=outcomes, worker=worker, state=State.CLAIMED)
    # What was asked stands in the row already; it is neither read nor written again.
    rows = [
        Completion(pk=pk, key=key, worker=worker, lease_until=until, identity={}, request={})
        for pk, key, until in mine.order_by("key").values_list("pk", "key", "lease_until")
    ]
    now = timezone.now()
    for row in rows:
        outcome = outcomes[row.key]
        row.finished_at, row.cost = now, costs[row.key]
        if isinstance(outcome, ChatReply):
            _write_reply(row, outcome)
        else:
            row.state, row.error = State.FAILED, type(outcome).__name__
            row.sentence = storable(outcome.sentence)
    # One statement for all: each row is there, so each is a conflict, and is updated.
    Completion.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=WRITTEN)
    return rows


WRITTEN = (
    "state", "reply", "raw", "finish_reason", "refusal", "answered_by", "error", "sentence",
    "input_tokens", "cached_tokens", "output_tokens", "latency_ms", "cost", "finished_at",
)  # fmt: skip


def _write_reply(row: Completion, reply: ChatReply) -> None:
    row.state = State.DONE
    row.reply, row.raw, row.refusal = storable(reply.text), storable(reply.raw), storable(reply.refusal or "")
    row.finish_reason = reply.finish_reason
    who = reply.answered_by
    said = {"model": who.model, "fingerprint": who.fingerprint, "provider": who.provider}
    row.answered_by = {name: word and storable(word) for name, word in said.items()}
    row.input_tokens, row.cached_tokens = reply.usage.input, reply.usage.cached
    row.output_tokens, row.latency_ms = reply.usage.output, reply.latency_ms


def storable(text: str) -> str:
    """Return the text as every database keeps it: no NUL, and a replacement sign for half a character.

    A reply cut in the middle of an emoji ends in such a half.
    """
    return text.replace("\0", "").encode("utf-8", "replace").decode()
