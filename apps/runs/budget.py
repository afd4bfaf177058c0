"""A run never spends more than its budget: money is reserved before a request and settled after it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from apps.runs.models import Run
from apps.runs.planning import cost_of
from apps.studies.models import LanguageModel
from inference import ChatRequest
from inference.types import Usage

# Fewer characters than a token of English has: what is reserved should not be less than what is paid.
FEWEST_CHARACTERS_PER_TOKEN = 2


def most(model: LanguageModel, request: ChatRequest) -> Decimal:
    """Return the most that the request may cost: a cautious count of what is read, the longest reply."""
    characters = sum(len(message.content) for message in request.messages)
    return cost_of(model, characters // FEWEST_CHARACTERS_PER_TOKEN + 50, request.max_tokens)


def paid(model: LanguageModel, request: ChatRequest, usage: Usage) -> Decimal:
    """Return what the reply cost; where the server does not say how much was used, the most it may be."""
    if usage.input is None or usage.output is None:
        return most(model, request)
    return cost_of(model, usage.input, usage.output)


def affordable(run: Run, costs: Iterable[Decimal]) -> int:
    """Return how many of the requests, in order, still fit into the locked run's budget."""
    if run.budget is None:
        return sum(1 for _cost in costs)
    room, count = run.budget - run.cost - run.reserved, 0
    for cost in costs:
        room -= cost
        if room < 0:
            break
        count += 1
    return count
