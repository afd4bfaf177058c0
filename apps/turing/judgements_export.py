"""The judgements of a study as CSV, one row each: no texts, no names, and judges by a number that tells nothing.

Nor does the order of the rows tell when a judgement was made.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator

from django.utils.crypto import salted_hmac

from apps.benchmarks.echo.phases import model_judging
from apps.studies.export import Line
from apps.studies.models import Respondent, Study
from apps.turing.judgements import Judgement, judgements_of
from apps.turing.judging_visits import are_strangers
from apps.turing.names import judge_names, writer_names

HEADER = (
    "study", "protocol_sha256", "person", "question_type", "pair", "writer", "judge", "judge_kind", "judge_model",
    "relation", "known",
    "instruction", "with_profile", "repeat", "machine_side", "choice", "success", "sureness", "latency_ms",
)  # fmt: skip


def judgements_csv(study: Study) -> Iterator[str]:
    """Yield the header and one line per judgement; where a reply named neither answer, choice and success are empty."""
    writer = csv.writer(Line())
    yield writer.writerow(HEADER)
    judgements = judgements_of(study)
    writers = writer_names(one.writer for one in judgements)
    models = judge_names(one.judge for one in judgements if not one.by_people)
    about = _about(judgements)
    codes = {judge: judge_code(study, judge) for judge in {one.judge for one in judgements}}
    for one in sorted(judgements, key=lambda one: (codes[one.judge], one.handle, one.kind, one.group, one.repeat)):
        told = [one.repeat, "first" if one.machine_first else "second", _choice(one), _number(one.success)]
        yield writer.writerow(
            [
                study.slug, study.protocol_sha256, one.handle, one.kind, one.pair, writers[one.writer],
                codes[one.judge], "human" if one.by_people else "model", models.get(one.judge, ""),
                *about.get(one.judge, ("", "")), *_asked(study, one), *told,
                _number(one.sureness), _number(one.latency_ms),
            ]
        )  # fmt: skip


def judge_code(study: Study, respondent: int) -> str:
    """Return what tells one judge from another in this study, and neither who they are nor when they came."""
    return salted_hmac("apps.turing.judgements", f"{study.pk}/{respondent}", algorithm="sha256").hexdigest()[:12]


def _about(judgements: list[Judgement]) -> dict[int, tuple[str, str]]:
    """Return how each person who judged knows whom they judge, and for how long; strangers and models are left out."""
    people = Respondent.objects.filter(pk__in={one.judge for one in judgements if one.by_people})
    told = people.values_list("pk", "demographics")
    return {pk: (about["relation"], about["known"]) for pk, about in told if about.get("known")}


def _asked(study: Study, one: Judgement) -> tuple[str, int]:
    """What the judge had to find, and whether they were shown the profile; for people the study settles it."""
    judging = model_judging(one.group)
    return (judging.instruction, int(judging.with_profile)) if judging else ("human", int(are_strangers(study)))


def _choice(one: Judgement) -> str:
    return "" if one.chose_first is None else "first" if one.chose_first else "second"


def _number(value: float | None) -> str:
    return "" if value is None else str(int(value))
