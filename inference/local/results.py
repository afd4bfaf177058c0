"""What was computed, as the results that callers know."""

import time
from collections.abc import Iterator
from typing import TypeVar

from inference.errors import OutOfMemory
from inference.keys import canonical_json
from inference.local.generation import Written
from inference.local.requests import Asked, Told
from inference.local.scoring import Scored
from inference.types import AnsweredBy, ChatReply, Finished, OptionScores, Usage

Step = TypeVar("Step")


def timed(steps: Iterator[Step]) -> Iterator[tuple[Step, float]]:
    """Yield each step with the milliseconds it took."""
    while True:
        start = time.perf_counter()
        try:
            step = next(steps)
        except StopIteration:
            return
        yield step, (time.perf_counter() - start) * 1000


def scores_of(asked: Asked, scored: Scored, latency_ms: float, by: AnsweredBy) -> Finished:
    """Return the outcome of a score request."""
    if isinstance(scored.logp, OutOfMemory):
        return Finished(asked.position, scored.logp)
    logp = dict(zip(asked.request.options, scored.logp, strict=True))
    usage = Usage(input=asked.question.size, cached=scored.cached, output=0)
    raw = canonical_json({"logp": logp})
    scores = OptionScores(logp, "exact", usage=usage, latency_ms=latency_ms, answered_by=by, raw=raw)
    return Finished(asked.position, scores)


def reply_of(told: Told, written: Written, latency_ms: float, by: AnsweredBy) -> Finished:
    """Return the outcome of a chat request. A checkpoint has no channel for refusals but its words."""
    reply = written.reply
    if isinstance(reply, OutOfMemory):
        return Finished(told.position, reply)
    return Finished(
        told.position,
        ChatReply(
            text=reply.text,
            finish_reason=reply.finish,
            usage=Usage(input=len(told.draft.tokens), cached=written.cached, output=reply.tokens),
            latency_ms=latency_ms,
            answered_by=by,
            raw=reply.raw,
        ),
    )
