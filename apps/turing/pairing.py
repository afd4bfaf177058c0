"""Making pairs of what people and machines wrote, and the forms that model judges are given."""

from __future__ import annotations

from collections import defaultdict

from django.db import transaction

from apps.benchmarks.echo.judging import forms
from apps.benchmarks.echo.phases import MODEL_JUDGING
from apps.personas.models import Persona
from apps.studies.models import Condition, Pair, Response, Sitting, Study
from apps.turing import flags
from apps.turing.people import people, writing_condition

# Which machine wrote the answer to which question.
Cells = dict[int, dict[str, int]]


@transaction.atomic
def prepare(study: Study) -> int:
    """Make the pairs of all answers that may be shown, and forms for model judges; return how many pairs are new.

    Safe to repeat: what is there stays, and machines that answered since get forms of their own.
    """
    Study.objects.select_for_update().get(pk=study.pk)
    return sum(_prepare_person(study, persona) for persona in people(study))


def _prepare_person(study: Study, persona: Persona) -> int:
    condition = writing_condition(study, persona)
    before = Pair.objects.filter(human_response__sitting__condition=condition).count()
    _make_pairs(condition, persona)
    pairs = Pair.objects.filter(human_response__sitting__condition=condition)
    _make_forms(condition, persona, list(pairs.select_related("item", "model_response__sitting")))
    return pairs.count() - before


def shown_responses(condition: Condition, persona: Persona) -> list[Response]:
    """Return the first complete set of answers of the person and of each machine, but for what is held back."""
    responses = list(
        Response.objects.filter(
            sitting__condition=condition, sitting__repeat=0, sitting__state=Sitting.State.COMPLETED
        ).select_related("sitting__respondent", "item")
    )
    return flags.shown(responses, names_of(persona), flags.decisions_on(responses))


def names_of(persona: Persona) -> list[str]:
    """Return the names that give a text away."""
    return [persona.name] if persona.name else []


def _make_pairs(condition: Condition, persona: Persona) -> None:
    responses = shown_responses(condition, persona)
    human = {one.item_id: one for one in responses if one.sitting.respondent.kind == "human"}
    Pair.objects.bulk_create(
        [
            Pair(
                item=one.item, human_response=human[one.item_id], model_response=one,
                human_length=len(human[one.item_id].value), model_length=len(one.value),
            )
            for one in responses
            if one.sitting.respondent.kind == "model" and one.item_id in human
        ],
        ignore_conflicts=True,
    )  # fmt: skip


def _make_forms(condition: Condition, persona: Persona, pairs: list[Pair]) -> None:
    """Deal the answers of machines that are in no form yet into forms: each answer once, each question once a form.

    Source: ECHO, Appendix C, Algorithm 1.
    """
    there = Condition.objects.filter(study=condition.study_id, persona=persona, parameters__has_key="pairs")
    dealt = {pk for one in there for pk in one.parameters["pairs"].values()}
    cells: Cells = defaultdict(dict)
    for pair in pairs:
        if pair.pk not in dealt:
            cells[pair.model_response.sitting.respondent_id][pair.item.code] = pair.pk
    codes = list(condition.study.instrument.items_by_code())
    writers = sorted(cells)
    first = there.count() // len(MODEL_JUDGING) + 1
    for number, form in enumerate(forms(len(writers), len(codes)).tolist(), first):
        chosen = {
            code: cells[writers[place]][code]
            for code, place in zip(codes, form, strict=True)
            if code in cells[writers[place]]
        }
        if chosen:
            _make_form(condition, persona, number, chosen)


def _make_form(writing: Condition, persona: Persona, number: int, pairs: dict[str, int]) -> None:
    questions = writing.parameters["questions"]
    Condition.objects.bulk_create(
        Condition(
            study_id=writing.study_id, persona=persona, group=judging.group,
            code=f"{persona.slug}.{judging.group}.{number}", parameters={"pairs": pairs, "questions": questions},
        )
        for judging in MODEL_JUDGING
    )  # fmt: skip
