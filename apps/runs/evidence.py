"""The sittings of a run and the requests behind them, as pages and downloads show them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.utils.translation import gettext as _

from apps.benchmarks.parsing import Reply
from apps.runs.askers import asker_for
from apps.runs.jobs import Job
from apps.runs.models import Completion, Run, Step
from apps.runs.planning import sittings_of
from apps.runs.reasons import SENTENCES
from apps.studies.models import Response, Sitting
from inference.errors import BadSettings

PER_PAGE = 50
ALL, WAITING, MISSING, FAILED = "", "open", "missing", "failed"


class SittingRow(NamedTuple):
    sitting: Sitting
    missing: str
    attempts: int
    cost: Decimal


def chosen_sittings(run: Run, shown: str) -> QuerySet[Sitting]:
    """Return the run's sittings, or those of them that are open, lack answers, or whose request failed."""
    sittings = sittings_of(run).select_related("condition").order_by("condition", "repeat")
    gaps = Response.objects.filter(sitting=OuterRef("pk")).exclude(missing="")
    if shown == WAITING:
        return sittings.filter(state=Sitting.State.OPEN)
    if shown == MISSING:
        return sittings.filter(Exists(gaps))
    if shown == FAILED:
        return sittings.filter(Exists(gaps.filter(missing=Response.Missing.FAILED)))
    return sittings


def sittings_page(run: Run, shown: str, number: str) -> Page[SittingRow]:
    page: Page[Any] = Paginator(chosen_sittings(run, shown), PER_PAGE).get_page(number)
    page.object_list = _rows(list(page.object_list))
    return page


def _rows(sittings: Sequence[Sitting]) -> list[SittingRow]:
    missing: dict[int, Counter[str]] = defaultdict(Counter)
    gaps = Response.objects.filter(sitting__in=sittings).exclude(missing="").values("sitting", "missing")
    for row in gaps.annotate(n=Count("pk")):
        missing[row["sitting"]][row["missing"]] = row["n"]
    steps = Step.objects.filter(sitting__in=sittings).order_by().values("sitting")
    asked = {row["sitting"]: row for row in steps.annotate(n=Count("pk"), cost=Sum("completion__cost"))}
    none: dict[str, Any] = {"n": 0, "cost": Decimal(0)}
    return [
        SittingRow(sitting, _counted(missing[sitting.pk]), found["n"], found["cost"])
        for sitting in sittings
        for found in [asked.get(sitting.pk, none)]
    ]


def _counted(missing: Counter[str]) -> str:
    labels = dict(Response.Missing.choices)
    return ", ".join(f"{number} {labels[kind]}" for kind, number in sorted(missing.items()))


class ReadItem(NamedTuple):
    text: str
    value: int | None
    why: str


class Turn(NamedTuple):
    """One step of a sitting: what was asked, what came back, and what could be read in it."""

    step: Step
    completion: Completion
    read: list[ReadItem]

    @property
    def unread(self) -> int:
        return sum(item.value is None for item in self.read)


def turns_of(run: Run, sitting: Sitting) -> list[Turn]:
    job = _job(run, sitting)
    steps = Step.objects.filter(sitting=sitting).select_related("completion", "run").order_by("position", "attempt")
    return [Turn(step, step.completion, _read(job, step)) for step in steps]


def _job(run: Run, sitting: Sitting) -> Job | None:
    """Return what reads the replies; None when the wording they were asked in, or the person's words, are gone."""
    if sitting.condition.persona and sitting.condition.persona.erased_at:
        return None
    try:
        asker = asker_for(run)
    except BadSettings:
        return None
    return Job(sitting, asker, asker.questions(sitting))


def _read(job: Job | None, step: Step) -> list[ReadItem]:
    if job is None or step.completion.state != Completion.State.DONE:
        return []
    replies = job.read(step.position, step.completion)
    items = job.questions[step.position].items
    return [ReadItem(item.text, reply.value, _why(reply)) for item, reply in zip(items, replies, strict=False)]


def _why(reply: Reply) -> str:
    return "" if reply.value is not None else str(SENTENCES.get(reply.reason, _("Not readable.")))


def completions_jsonl(run: Run) -> Iterator[str]:
    """Yield one JSON object a line: every request of the run's sittings with its reply, in order."""
    steps = Step.objects.filter(sitting__in=sittings_of(run)).select_related("sitting__condition", "completion")
    for step in steps.order_by("sitting__condition", "sitting__repeat", "position", "attempt").iterator(chunk_size=500):
        yield json.dumps(_line(step), ensure_ascii=False, cls=DjangoJSONEncoder) + "\n"


COMPLETION_FIELDS = (
    "key", "state", "identity", "request", "reply", "raw", "finish_reason", "refusal", "answered_by", "error",
    "sentence", "input_tokens", "cached_tokens", "output_tokens", "latency_ms", "cost", "finished_at",
)  # fmt: skip


def _line(step: Step) -> dict[str, Any]:
    return {
        "run": step.run_id,
        "sitting": step.sitting.code,
        "condition": step.sitting.condition.code,
        "repeat": step.sitting.repeat,
        "position": step.position,
        "attempt": step.attempt,
        **{name: getattr(step.completion, name) for name in COMPLETION_FIELDS},
    }
