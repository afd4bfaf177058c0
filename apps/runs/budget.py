"""A run never spends more than its budget: money is reserved before a request and settled after it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import accumulate, takewhile

from apps.runs.planning import cost_of
from apps.studies.models import LanguageModel
from inference import ChatReply, ChatRequest
from inference.errors import CutOff, EngineError, MalformedReply, TimedOut

# What a chat template adds around the messages.
TOKENS_AROUND = 50


def most(model: LanguageModel, request: ChatRequest) -> Decimal:
    """Return the most that the request may cost: no token is shorter than a byte, the reply at its longest."""
    read = sum(len(message.content.encode("utf-8", "replace")) for message in request.messages) + TOKENS_AROUND
    return cost_of(model, read, request.max_tokens)


def paid(model: LanguageModel, request: ChatRequest, outcome: ChatReply | EngineError) -> Decimal:
    """Return what the outcome cost; where nobody says how much was used, the most it may be."""
    if isinstance(outcome, EngineError):
        # Turned away costs nothing; a reply that was lost or of no use has been written all the same.
        return most(model, request) if isinstance(outcome, MalformedReply | CutOff | TimedOut) else Decimal(0)
    used = outcome.usage
    if used.input is None or used.output is None:
        return most(model, request)
    return cost_of(model, used.input, used.output)


def affordable(room: Decimal | None, costs: Iterable[Decimal]) -> int:
    """Return how many requests of these costs, in order, fit into the room; all where it is None."""
    if room is None:
        return sum(1 for _cost in costs)
    spent = accumulate(costs)
    return sum(1 for _spent in takewhile(lambda total: total <= room, spent))
