"""Planning a run: who answers, which sittings it has, and what it will take."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from django.db import transaction
from django.db.models import QuerySet

from apps.benchmarks.files import canonical_sha256
from apps.runs.asking import asker_for, wordings
from apps.runs.models import Run
from apps.studies.models import Condition, Instrument, LanguageModel, Respondent, Sitting, Study
from apps.studies.ordering import shown_order

MILLION = Decimal(1_000_000)
MOST_BUDGET = 1_000_000
# English text in today's vocabularies; an estimate before the start, never what is paid.
CHARACTERS_PER_TOKEN = 4
# "12: 3" and its line break, per item.
TOKENS_PER_ANSWER = 5


class CannotRun(ValueError):
    """The run may not start; the message says why and what to do."""


@dataclass(frozen=True)
class Choice:
    """What a researcher chooses for a run."""

    wording: str = "v1"
    temperature: float = 0.0
    top_p: float = 1.0
    repeats: int = 1
    conditions: tuple[str, ...] = ()
    max_tokens: int = 400
    budget: Decimal | None = None
    seed: int = 0


@dataclass(frozen=True)
class Estimate:
    """What is still to be asked: sittings, requests, tokens, money, and seconds where the pace is known."""

    sittings: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: Decimal
    seconds: float | None


def refuse_unfit(study: Study, model: LanguageModel, choice: Choice) -> None:
    """Raise CannotRun where the study or the model does not allow the run."""
    if not study.opened_at:
        raise CannotRun("Open the study first: a model takes the same frozen protocol as people.")
    if study.local_only and model.is_remote:
        raise CannotRun("This study allows only models on our own machines; choose a local model or a baseline.")
    if model.engine == LanguageModel.IMPORTED:
        raise CannotRun(f"The answers of {model.label} were imported; it cannot be asked here.")
    if not study.instrument.has_wording:
        raise CannotRun(f"The wording of {study.instrument.title} is not here; import its questionnaire file.")
    if choice.wording not in wordings(study.instrument):
        known = ", ".join(wordings(study.instrument))
        raise CannotRun(f'There is no prompt wording "{choice.wording}"; choose one of {known}.')
    if choice.repeats < 1 or choice.max_tokens < 1:
        raise CannotRun("Repeat each condition at least once, and allow a reply of at least one token.")
    if choice.budget is not None and not (choice.budget.is_finite() and 0 < choice.budget < MOST_BUDGET):
        raise CannotRun(f"The budget is {choice.budget}; give an amount above 0 and below {MOST_BUDGET}.")
    unknown = set(choice.conditions) - set(study.condition_set.values_list("code", flat=True))
    if unknown:
        raise CannotRun(f"The study has no condition {', '.join(sorted(unknown))}.")


@transaction.atomic
def resume_or_plan(study: Study, model: LanguageModel, choice: Choice) -> Run:
    """Return the run of this very choice that has not ended, with the budget of the choice; else plan one.

    Raises CannotRun.
    """
    refuse_unfit(study, model, choice)
    before = Run.objects.filter(
        study=study, respondent=_respondent(study.instrument, model, choice), repeats=choice.repeats,
        state__in=[*Run.ACTIVE, *Run.RESUMABLE],
    )  # fmt: skip
    for run in before:
        if tuple(run.conditions) == choice.conditions:
            Run.objects.filter(pk=run.pk).update(budget=choice.budget)
            return run
    return plan(study, model, choice)


@transaction.atomic
def plan(study: Study, model: LanguageModel, choice: Choice) -> Run:
    """Create a planned run with its sittings; sittings that this respondent has had already are not repeated.

    Raises CannotRun.
    """
    refuse_unfit(study, model, choice)
    run = Run.objects.create(
        study=study, respondent=_respondent(study.instrument, model, choice), repeats=choice.repeats,
        seed=choice.seed, conditions=list(choice.conditions), max_tokens=choice.max_tokens, budget=choice.budget,
    )  # fmt: skip
    _make_sittings(run)
    run.n_sittings = sittings_of(run).count()
    run.n_done = sittings_of(run).exclude(state=Sitting.State.OPEN).count()
    run.save(update_fields=["n_sittings", "n_done"])
    return run


def _respondent(instrument: Instrument, model: LanguageModel, choice: Choice) -> Respondent:
    """Return the respondent of this configuration, the same one for every run of it."""
    prompt = wordings(instrument)[choice.wording]
    configuration = {
        "model": model.pk, "prompt": prompt.sha256, "temperature": choice.temperature, "top_p": choice.top_p,
        "max_tokens": choice.max_tokens, "seed": choice.seed,
    }  # fmt: skip
    label = " ".join([model.label, *_differs(choice)])
    respondent, _new = Respondent.objects.get_or_create(
        configuration=canonical_sha256(configuration),
        defaults={
            "kind": Respondent.Kind.MODEL, "language_model": model, "label": label,
            "method": f"{instrument.benchmark}/{choice.wording}",
            "sampling": {"temperature": choice.temperature, "top_p": choice.top_p},
        },
    )  # fmt: skip
    return respondent


def _differs(choice: Choice) -> list[str]:
    """Say in a word each how a configuration differs from the usual one, for its line on a board."""
    usual = Choice()
    parts = []
    if choice.wording != usual.wording:
        parts.append(choice.wording)
    if choice.temperature != usual.temperature:
        parts.append(f"t={choice.temperature:g}")
    if choice.top_p != usual.top_p:
        parts.append(f"top-p={choice.top_p:g}")
    if choice.seed != usual.seed:
        parts.append(f"seed={choice.seed}")
    return [f"({', '.join(parts)})"] if parts else []


def conditions_of(run: Run) -> QuerySet[Condition]:
    conditions = Condition.objects.filter(study=run.study)
    return conditions.filter(code__in=run.conditions) if run.conditions else conditions


def sittings_of(run: Run) -> QuerySet[Sitting]:
    """Return every sitting that belongs to the run, whoever made it."""
    return Sitting.objects.filter(
        respondent=run.respondent_id, repeat__lt=run.repeats, condition__in=conditions_of(run)
    )


def _make_sittings(run: Run) -> None:
    study = run.study
    sittings = (
        Sitting(
            study=study,
            condition=condition,
            respondent=run.respondent,
            repeat=repeat,
            seed=seed,
            item_order=shown_order(study, seed),
            protocol_sha256=study.protocol_sha256,
        )
        for condition in conditions_of(run)
        for repeat in range(run.repeats)
        for seed in [sitting_seed(study, condition, repeat, run.seed)]
    )
    while batch := list(islice(sittings, 1000)):
        Sitting.objects.bulk_create(batch, ignore_conflicts=True)


def sitting_seed(study: Study, condition: Condition, repeat: int, seed: int) -> int:
    """Return a seed fixed by protocol, condition and repeat: the same sitting is the same request again."""
    digest = hashlib.sha256(f"{study.protocol_sha256}/{condition.code}/{repeat}/{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


def estimate(run: Run) -> Estimate:
    """Return what the run's open sittings will take, from the prompts of a few of them."""
    open_sittings = sittings_of(run).filter(state=Sitting.State.OPEN)
    n_open = open_sittings.count()
    sample = list(open_sittings.select_related("condition__vignette").order_by("seed")[:20])
    asker = asker_for(run)
    questions = [question for sitting in sample for question in asker.questions(sitting)]
    characters = sum(len(turn.content) for question in questions for turn in question.turns)
    share = n_open / len(sample) if sample else 0
    read = int(characters / CHARACTERS_PER_TOKEN * share)
    written = int(sum(len(question.items) for question in questions) * TOKENS_PER_ANSWER * share)
    return Estimate(
        n_open,
        round(len(questions) * share),
        read,
        written,
        cost_of(run.language_model, read, written),
        _seconds(run, n_open),
    )


def cost_of(model: LanguageModel, input_tokens: int, output_tokens: int) -> Decimal:
    return (model.input_price * input_tokens + model.output_price * output_tokens) / MILLION


def _seconds(run: Run, n_open: int) -> float | None:
    """Return the time at the pace of the model's last finished run; None before there is one."""
    before = Run.objects.filter(respondent__language_model=run.language_model, state=Run.State.DONE, n_done__gt=0)
    last = before.exclude(pk=run.pk).first()
    return last.seconds / last.n_done * n_open if last else None
