"""What may give a text's writer away, and what a researcher decided about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apps.benchmarks.echo.give_aways import Flag, give_aways
from apps.studies.models import Response
from apps.turing.models import Decision


def flags_of(response: Response, names: Iterable[str]) -> list[Flag]:
    """Return what is suspicious in a text as it was written; `names` are those of the person.

    Lists and labels of a prompt show only there: cleaning makes one paragraph of them.
    """
    return give_aways(response.raw, list(names)) if response.value else []


def holds_back(flag: Flag) -> bool:
    """Does the flag wait for a decision? An unusual length is worth a look, and no more."""
    return flag.kind != "length"


def shown(responses: Iterable[Response], names: Iterable[str], decisions: Mapping[int, bool]) -> list[Response]:
    """Return the responses that judges may see: without a flag, or let through by a researcher."""
    names = list(names)
    return [
        response
        for response in responses
        if response.value and decisions.get(response.pk, not any(map(holds_back, flags_of(response, names))))
    ]


def decisions_on(responses: Iterable[Response]) -> dict[int, bool]:
    """Return response to whether judges see it, where somebody decided."""
    return dict(Decision.objects.filter(response__in=responses).values_list("response_id", "is_shown"))
