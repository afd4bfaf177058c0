"""Judgements of a Turing test without pages: people's by choose_pairs and judge, models' by the forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.benchmarks.echo.phases import MODEL_JUDGING
from apps.personas.models import Persona
from apps.studies.judging import judge, show
from apps.studies.models import Condition, LanguageModel, Pair, Respondent, Showing, Sitting, Study
from apps.studies.recording import Answer, record
from apps.turing.assignment import choose_pairs
from apps.turing.people import judging_condition, people

Believes = Callable[[Showing], bool]


def sit(condition: Condition, respondent: Respondent, codes: list[str]) -> Sitting:
    seed = Sitting.objects.count() + 1
    return Sitting.objects.create(
        study=condition.study, condition=condition, respondent=respondent, seed=seed, item_order=codes,
        protocol_sha256=condition.study.protocol_sha256,
    )  # fmt: skip


def somebody_judges(
    study: Study, persona: Persona, believes: Believes, sureness: int | None = None, **fields: Any
) -> Sitting:
    """A judge who takes the machine's answer for the person's where `believes` says so."""
    condition = judging_condition(study, persona)
    pairs = choose_pairs(condition, study, persona, Sitting.objects.count())
    sitting = sit(condition, Respondent.objects.create(kind="human"), list(pairs))
    for showing in show(sitting, pairs):
        showing.sureness = sureness
        showing.save()
        judge(showing, chose_first=showing.machine_first == believes(showing), latency_ms=1500, **fields)
    return sitting


def many_judge(study: Study, each: int = 4) -> None:
    """People judge everybody; about two of five judgements take the machine's answer for the person's."""
    for persona in people(study):
        for number in range(each):
            somebody_judges(
                study,
                persona,
                lambda showing, n=number: (showing.position * 7 + n * 5) % 5 < 2,
                sureness=1 + number % 5,
            )


def a_judging_model(name: str = "Sage") -> Respondent:
    model, _new = LanguageModel.objects.get_or_create(
        slug=name.lower(), defaults={"label": name, "name": name, "engine": "openai"}
    )
    return Respondent.objects.create(kind="model", language_model=model, label=name, method="judge/v1")


def a_model_judges(study: Study, respondent: Respondent, chooses_first: Callable[[Showing], bool | None]) -> None:
    """A model takes every form under every instruction; None is a reply that names neither answer."""
    for form in Condition.objects.filter(study=study, group__in=[judging.group for judging in MODEL_JUDGING]):
        pairs = Pair.objects.in_bulk(form.parameters["pairs"].values())
        dealt = {code: pairs[pk] for code, pk in form.parameters["pairs"].items()}
        sitting = sit(form, respondent, list(dealt))
        shown = {showing.pair.item.code: chooses_first(showing) for showing in show(sitting, dealt)}
        answers = {
            code: Answer("?", None, "unparsed") if first is None else Answer(str(first), 0 if first else 1)
            for code, first in shown.items()
        }
        record(sitting, study.instrument, answers)
