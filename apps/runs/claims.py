"""Claiming requests and storing their replies: the database decides who asks, and remembers what was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django.utils import timezone

from apps.runs.models import Completion
from apps.runs.worker import is_gone, lease_end
from inference import ChatReply
from inference.errors import EngineError

State = Completion.State


def claim(
    requests: Mapping[str, Mapping[str, Any]], identity: Mapping[str, Any], worker: str
) -> tuple[dict[str, Completion], set[str]]:
    """Claim requests, given as `as_sent` by key; return what is answered already, and the keys that are ours to ask.

    A key in neither is being asked by a living worker. A failed completion, and one whose worker
    is gone, is claimed anew. Call inside a transaction.
    """
    known = {row.key: row for row in Completion.objects.filter(key__in=requests)}
    answered = {key: row for key, row in known.items() if row.state == State.DONE}
    free = [
        row for row in known.values()
        if row.state == State.FAILED or (row.state == State.CLAIMED and is_gone(row.worker, row.lease_until))
    ]  # fmt: skip
    for row in free:
        # Compare and set: of two workers that both found it free, one takes it.
        Completion.objects.filter(pk=row.pk, state=row.state, worker=row.worker).update(
            state=State.CLAIMED, worker=worker, lease_until=lease_end(), error="", sentence=""
        )
    Completion.objects.bulk_create(
        [
            Completion(key=key, worker=worker, lease_until=lease_end(), identity=identity, request=requests[key])
            for key in requests
            if key not in known
        ],
        ignore_conflicts=True,
    )
    ours = Completion.objects.filter(key__in=requests, worker=worker, state=State.CLAIMED)
    return answered, set(ours.values_list("key", flat=True))


def renew(worker: str) -> None:
    """Keep this worker's claims for another while."""
    Completion.objects.filter(worker=worker, state=State.CLAIMED).update(lease_until=lease_end())


def release(worker: str) -> None:
    """Give back what was claimed and not asked, or given up: no row stays that says nothing."""
    Completion.objects.filter(worker=worker, state=State.CLAIMED, step__isnull=True).delete()
    Completion.objects.filter(worker=worker, state=State.CLAIMED).update(
        state=State.FAILED, error="Abandoned", sentence="The run was stopped before the reply came."
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
        for pk, key, until in mine.values_list("pk", "key", "lease_until")
    ]
    for row in rows:
        outcome = outcomes[row.key]
        row.finished_at = timezone.now()
        if isinstance(outcome, ChatReply):
            _write_reply(row, outcome)
            row.cost = costs[row.key]
        else:
            row.state, row.error, row.sentence = State.FAILED, type(outcome).__name__, outcome.sentence
    # One statement for all: each row is there, so each is a conflict, and is updated.
    Completion.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=WRITTEN)
    return rows


WRITTEN = (
    "state", "reply", "raw", "finish_reason", "refusal", "answered_by", "error", "sentence",
    "input_tokens", "cached_tokens", "output_tokens", "latency_ms", "cost", "finished_at",
)  # fmt: skip


def _write_reply(row: Completion, reply: ChatReply) -> None:
    row.state = State.DONE
    # PostgreSQL keeps no NUL in a text, and no reply needs one.
    row.reply, row.raw = reply.text.replace("\0", ""), reply.raw.replace("\0", "")
    row.finish_reason, row.refusal = reply.finish_reason, (reply.refusal or "").replace("\0", "")
    row.answered_by = asdict(reply.answered_by)
    row.input_tokens, row.cached_tokens = reply.usage.input, reply.usage.cached
    row.output_tokens, row.latency_ms = reply.usage.output, reply.latency_ms
