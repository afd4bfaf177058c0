"""Planning a run: who answers, which sittings it has, and what it will take."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from apps.benchmarks.files import canonical_sha256
from apps.runs.askers import FOR_ASKING, asker_for
from apps.runs.baselines import suits
from apps.runs.eligible import eligible_conditions, nobody_to_ask, still_allowed
from apps.runs.models import Run
from apps.runs.turing_asking import item_codes
from apps.runs.ways import Way, ways_of, wordings
from apps.studies import judging
from apps.studies.models import Condition, LanguageModel, Pair, Respondent, Sitting, Study
from apps.studies.ordering import shown_order

MILLION = Decimal(1_000_000)
MOST_BUDGET = 1_000_000
# English text in today's vocabularies; an estimate before the start, never what is paid.
CHARACTERS_PER_TOKEN = 4
# What the first steps of a chain reply with is not known before; about as much as this.
STAND_IN_REPLY = "word " * 80


class CannotRun(ValueError):
    """The run may not start; the message says why and what to do."""


@dataclass(frozen=True)
class Choice:
    """What a researcher chooses for a run; the usual way of the study where `way` is empty."""

    way: str = ""
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
        raise CannotRun(_("Open the study first: a model takes the same frozen protocol as people."))
    if study.local_only and model.is_remote:
        raise CannotRun(_("This study allows only models on our own machines; choose a local model or a baseline."))
    if model.engine == LanguageModel.IMPORTED:
        raise CannotRun(_("The answers of %(model)s were imported; it cannot be asked here.") % {"model": model.label})
    if not suits(model, study):
        raise CannotRun(
            _("%(model)s cannot answer %(title)s; choose another baseline or a model.")
            % {"model": model.label, "title": study.instrument.title}
        )
    if not study.instrument.has_wording:
        raise CannotRun(
            _("The wording of %(title)s is not here; import its questionnaire file.")
            % {"title": study.instrument.title}
        )
    if choice.way and choice.way not in ways_of(study.instrument):
        known = ", ".join(ways_of(study.instrument))
        raise CannotRun(
            _('There is no way "%(way)s" to take this study; choose one of %(known)s.')
            % {"way": choice.way, "known": known}
        )
    way = way_chosen(study, choice)
    if choice.wording not in wordings(way):
        known = ", ".join(wordings(way))
        raise CannotRun(
            _('There is no prompt wording "%(wording)s"; choose one of %(known)s.')
            % {"wording": choice.wording, "known": known}
        )
    if choice.repeats < 1 or choice.max_tokens < 1:
        raise CannotRun(_("Repeat each condition at least once, and allow a reply of at least one token."))
    if choice.budget is not None and not (choice.budget.is_finite() and 0 < choice.budget < MOST_BUDGET):
        raise CannotRun(
            _("The budget is %(budget)s; give an amount above 0 and below %(most)s.")
            % {"budget": choice.budget, "most": MOST_BUDGET}
        )
    unknown = set(choice.conditions) - set(study.condition_set.values_list("code", flat=True))
    if unknown:
        raise CannotRun(_("The study has no condition %(codes)s.") % {"codes": ", ".join(sorted(unknown))})
    if not codes_chosen(study, model, choice):
        raise CannotRun(nobody_to_ask(study, model, way))


def way_chosen(study: Study, choice: Choice) -> Way:
    ways = ways_of(study.instrument)
    return ways[choice.way] if choice.way else next(iter(ways.values()))


def codes_chosen(study: Study, model: LanguageModel, choice: Choice) -> tuple[str, ...]:
    """Return the codes of the run's conditions, in the study's order."""
    eligible = eligible_conditions(study, model, way_chosen(study, choice))
    if choice.conditions:
        eligible = eligible.filter(code__in=choice.conditions)
    return tuple(eligible.values_list("code", flat=True))


@transaction.atomic
def resume_or_plan(study: Study, model: LanguageModel, choice: Choice) -> Run:
    """Return the run of this very choice that has not ended, with the budget of the choice; else plan one.

    Raises CannotRun.
    """
    refuse_unfit(study, model, choice)
    before = Run.objects.filter(
        study=study, respondent=_respondent(study, model, choice), repeats=choice.repeats,
        state__in=[*Run.ACTIVE, *Run.RESUMABLE],
    )  # fmt: skip
    kept = _conditions_to_keep(study, model, choice)
    for run in before:
        if run.conditions == kept:
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
        study=study, respondent=_respondent(study, model, choice), repeats=choice.repeats,
        seed=choice.seed, conditions=_conditions_to_keep(study, model, choice), max_tokens=choice.max_tokens,
        budget=choice.budget,
    )  # fmt: skip
    _make_sittings(run)
    run.n_sittings = sittings_of(run).count()
    run.n_done = sittings_of(run).exclude(state=Sitting.State.OPEN).count()
    run.save(update_fields=["n_sittings", "n_done"])
    return run


def _conditions_to_keep(study: Study, model: LanguageModel, choice: Choice) -> list[str]:
    """Return what the run's row says: empty for all of a questionnaire's conditions.

    In a Turing test people come later and others leave, so there a run names those it was planned for.
    """
    if study.is_turing_test:
        return list(codes_chosen(study, model, choice))
    return list(choice.conditions)


def _respondent(study: Study, model: LanguageModel, choice: Choice) -> Respondent:
    """Return the respondent of this configuration, the same one for every run of it."""
    way = way_chosen(study, choice)
    prompt = wordings(way)[choice.wording]
    configuration = {
        "model": model.pk, "prompt": prompt.sha256, "temperature": choice.temperature, "top_p": choice.top_p,
        "max_tokens": choice.max_tokens, "seed": choice.seed,
    }  # fmt: skip
    name = f"{model.label}, {way.title}" if study.is_turing_test else model.label
    label = " ".join([name, *_differs(choice, way)])
    respondent, _is_new = Respondent.objects.get_or_create(
        configuration=canonical_sha256(configuration),
        defaults={
            "kind": Respondent.Kind.MODEL, "language_model": model, "label": label,
            "method": f"{way.code}/{choice.wording}",
            "sampling": {"temperature": choice.temperature, "top_p": choice.top_p},
        },
    )  # fmt: skip
    return respondent


def _differs(choice: Choice, way: Way) -> list[str]:
    """Say in a word each how a configuration differs from the usual one, for its line on a board."""
    usual = Choice(temperature=way.temperature, top_p=way.top_p)
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
    pairs = _pairs_to_show(study) if study.is_turing_test else set()
    sittings = (
        Sitting(
            study=study,
            condition=condition,
            respondent=run.respondent,
            repeat=repeat,
            seed=seed,
            item_order=order,
            protocol_sha256=study.protocol_sha256,
        )
        for condition in conditions_of(run)
        for repeat in range(run.repeats)
        for seed in [sitting_seed(study, condition, repeat, run.seed)]
        for order in [_item_order(run, condition, seed, pairs)]
        if order  # a form of which everything was withheld is none
    )
    while batch := list(islice(sittings, 1000)):
        Sitting.objects.bulk_create(batch, ignore_conflicts=True)
    _show_pairs(run)


def _show_pairs(run: Run) -> None:
    """Make what the sittings of a judge are to see, where they do not have it yet."""
    pairs = Pair.objects.filter(human_response__sitting__study=run.study).in_bulk()
    unseen = sittings_of(run).filter(showing__isnull=True, condition__parameters__has_key="pairs")
    for sitting in unseen.select_related("condition"):
        dealt = sitting.condition.parameters["pairs"]
        judging.show(sitting, {code: pairs[dealt[code]] for code in sitting.item_order})


def _pairs_to_show(study: Study) -> set[int]:
    """Return the pairs of which neither text was withheld since."""
    withheld = Q(human_response__decision__is_shown=False) | Q(model_response__decision__is_shown=False)
    pairs = Pair.objects.filter(human_response__sitting__study=study).exclude(withheld)
    return set(pairs.values_list("pk", flat=True))


def _item_order(run: Run, condition: Condition, seed: int, pairs: set[int]) -> list[str]:
    order = item_codes(run.respondent.method.rpartition("/")[0], shown_order(run.study, seed))
    dealt = condition.parameters.get("pairs")
    return order if dealt is None else [code for code in order if dealt.get(code) in pairs]


def sitting_seed(study: Study, condition: Condition, repeat: int, seed: int) -> int:
    """Return a seed fixed by protocol, condition and repeat: the same sitting is the same request again."""
    digest = hashlib.sha256(f"{study.protocol_sha256}/{condition.code}/{repeat}/{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


def estimate(run: Run) -> Estimate:
    """Return what the run's open sittings will take, from the prompts of a few of them."""
    open_sittings = still_allowed(run, sittings_of(run)).filter(state=Sitting.State.OPEN)
    n_open = open_sittings.count()
    sample = list(open_sittings.select_related(*FOR_ASKING).order_by("seed")[:20])
    asker = asker_for(run)
    questions = [question for sitting in sample for question in asker.questions(sitting)]
    told = [question.turns_after([STAND_IN_REPLY] * question.needs) for question in questions]
    characters = sum(len(turn.content) for turns in told for turn in turns)
    share = n_open / len(sample) if sample else 0
    read = int(characters / CHARACTERS_PER_TOKEN * share)
    # A step that prepares others writes about as much as an answer.
    answers = sum(max(1, len(question.items)) for question in questions)
    written = int(answers * asker.way.tokens_per_item * share)
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
