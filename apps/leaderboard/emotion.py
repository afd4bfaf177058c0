"""The lines of the emotion boards: one per model and study, one for its people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from django.conf import settings

from apps.benchmarks.stats import FEW
from apps.leaderboard.cells import Sample, default_cell, model_cell, people_cell
from apps.leaderboard.columns import OVERALL, POSITIVE_MARK
from apps.leaderboard.distributions import bins_of, distributions, item_counts, of_many
from apps.leaderboard.models import Entry
from apps.leaderboard.origin import PEOPLE, counts_of, made_in, origin, sittings_over, studies_over
from apps.studies.models import Instrument, LanguageModel, Respondent, Score, Sitting, Study
from apps.studies.models.studies import DEFAULT

Values = dict[str, dict[str, Any]]
# Scores of one respondent kind: (condition group, subscale) to {respondent or sitting: score}
Scores = dict[tuple[str, str], dict[int, float]]
# What each of a line's figures sums up: (condition, subscale) to scores
Samples = dict[tuple[str, str], Sample]


@dataclass
class Tally:
    """The scores of one line before they are summed up; `missing` are those who sat and have none."""

    scores: Scores = field(default_factory=lambda: defaultdict(dict))
    missing: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    sittings: set[int] = field(default_factory=set)


def entries(instrument: Instrument) -> Iterator[Entry]:
    """Yield the measured and imported lines of an instrument's board, not yet saved. Rehearsals are on no board."""
    studies = Study.objects.filter(instrument=instrument, is_rehearsal=False)
    # How people's answers are spread moves with each of them, so it is told when no more can come.
    over = set(studies_over(studies).values_list("pk", flat=True))
    for study in studies.select_related("vignette_set", "instrument").order_by("pk"):
        people, models = _tallies(study)
        respondents = Respondent.objects.select_related("language_model").in_bulk(models)
        lines = {PEOPLE: _people_entry(study, people)} if people.scores else {}
        lines |= {pk: _model_entry(study, respondents[pk], tally) for pk, tally in models.items()}
        bins, items = bins_of(instrument), item_counts(study)
        counts, made = counts_of(sittings_over(study)), made_in(study)
        for pk, (entry, samples) in lines.items():
            kept = distributions(samples, bins, items.get(pk, {}))
            if pk != PEOPLE or study.kind == Study.Kind.IMPORTED:
                entry.distributions = kept
            elif study.pk in over and entry.n >= FEW:
                entry.distributions = of_many(kept, FEW)
            entry.provenance["origin"] = origin(study, respondents.get(pk), counts.get(pk, {}), made.get(pk, []))
            yield entry


def _tallies(study: Study) -> tuple[Tally, dict[int, Tally]]:
    """Read the study's scores once; people by person, each model by sitting."""
    pools = {condition.pk: _pools(condition.group) for condition in study.condition_set.all()}
    people, models = Tally(), defaultdict[int, Tally](Tally)
    rows = Score.objects.filter(study=study).values_list(
        "respondent_id", "respondent__kind", "condition_id", "subscale__code", "sitting_id", "value"
    )
    for respondent, kind, condition, subscale, sitting, value in rows.iterator(chunk_size=20_000):
        human = kind == Respondent.Kind.HUMAN
        tally, unit = (people, respondent) if human else (models[respondent], sitting)
        tally.sittings.add(sitting)
        for pool in pools[condition]:
            if value is None:
                tally.missing[pool, subscale].add(unit)
            else:
                tally.scores[pool, subscale][unit] = value
    _count_excluded(study, pools, people, models)
    return people, models


def _count_excluded(study: Study, pools: dict[int, tuple[str, ...]], people: Tally, models: dict[int, Tally]) -> None:
    """A sitting without any answer has no score, and is still missing from every figure."""
    subscales = [subscale.code for subscale in study.instrument.subscale_set.all()]
    excluded = Sitting.objects.filter(study=study, state=Sitting.State.EXCLUDED)
    fields = ("respondent_id", "respondent__kind", "condition_id", "pk")
    for respondent, kind, condition, sitting in excluded.values_list(*fields):
        human = kind == Respondent.Kind.HUMAN
        tally, unit = (people, respondent) if human else (models[respondent], sitting)
        for pool in pools[condition]:
            for subscale in subscales:
                tally.missing[pool, subscale].add(unit)


def _pools(group: str) -> tuple[str, ...]:
    """Return the columns that a condition's scores count in: anger-1 in anger-1, anger and overall.

    Emotion and overall pool all scores; they are no means of factor means (thesis, Table 5).
    Pleasant counterparts (anger-1.p) have columns of their own: anger-1.p, anger.p and overall.p.
    """
    if group == DEFAULT:
        return (group,)
    factor, mark, _rest = group.partition(POSITIVE_MARK)
    emotion = factor.rpartition("-")[0]
    return (group, emotion + mark, OVERALL + mark)


def _reference(pool: str) -> str:
    """Return what a column's change is measured against.

    The default condition; for pleasant counterparts the unpleasant situations (Section 5.1, Table 8).
    """
    return pool.removesuffix(POSITIVE_MARK) if pool.endswith(POSITIVE_MARK) else DEFAULT


def _model_entry(study: Study, respondent: Respondent, tally: Tally) -> tuple[Entry, Samples]:
    """Return the line, and the scores that it sums up."""
    values: Values = {}
    samples: Samples = {}
    for (pool, subscale), scores in _ordered(tally):
        missing, sample = len(tally.missing[pool, subscale]), _sample(scores.values())
        reference = _sample(tally.scores[_reference(pool), subscale].values())
        cell = (
            default_cell(sample, missing) if pool == DEFAULT else model_cell(reference, sample, missing, settings.ALPHA)
        )
        values[f"{pool}.{subscale}"], samples[pool, subscale] = cell.as_dict(), sample
    kind = kind_of(respondent.language_model)
    return _entry(study, respondent.label, kind, values, n=len(tally.sittings), unit="sitting"), samples


def kind_of(model: LanguageModel | None) -> str:
    """Return under which kind of line a model's answers stand."""
    if model is None or model.engine == LanguageModel.IMPORTED:
        return Entry.Kind.IMPORTED
    return Entry.Kind.BASELINE if model.is_baseline else Entry.Kind.MEASURED


def _people_entry(study: Study, tally: Tally) -> tuple[Entry, Samples]:
    """People are their own control: only who answered both times counts. Returns the line, and the scores it sums up.

    Missing is who sat both times and left one of the two without a score; who has not come to the
    situation yet is not.
    """
    values: Values = {}
    samples: Samples = {}
    finished: set[int] = set()
    for (pool, subscale), scores in _ordered(tally):
        before = tally.scores[DEFAULT, subscale]
        after = _afterwards(tally, subscale) if pool == DEFAULT else scores
        pairs = sorted(person for person in after if person in before)
        first, second = _sample(before[person] for person in pairs), _sample(after[person] for person in pairs)
        missing = len(_absent(tally, pool, subscale).union(after)) - len(pairs)
        finished.update(pairs)
        if pool == DEFAULT:
            cell, second = default_cell(first, missing), first
        elif pool.endswith(POSITIVE_MARK):  # other people imagined the unpleasant ones
            unpleasant = _sample(tally.scores[_reference(pool), subscale].values())
            second = _sample(after.values())
            cell = model_cell(unpleasant, second, missing, settings.ALPHA)
        else:
            cell = people_cell(first, second, missing, settings.ALPHA)
        values[f"{pool}.{subscale}"], samples[pool, subscale] = cell.as_dict(), second
    return _entry(study, _people_label(study), Entry.Kind.HUMAN, values, n=len(finished), unit="person"), samples


def _afterwards(tally: Tally, subscale: str) -> dict[int, float]:
    """Return everyone's score after a situation, unpleasant or pleasant."""
    return {**tally.scores[OVERALL, subscale], **tally.scores[OVERALL + POSITIVE_MARK, subscale]}


def _absent(tally: Tally, pool: str, subscale: str) -> set[int]:
    """Return who imagined a situation of the pool and has no score for it; default is everyone's."""
    pools = [OVERALL, OVERALL + POSITIVE_MARK] if pool == DEFAULT else [pool]
    return {person for one in pools for person in tally.missing[one, subscale]}


def _people_label(study: Study) -> str:
    return "People" if study.kind == Study.Kind.IMPORTED else f"People, {study.title}"


def _entry(study: Study, label: str, kind: str, values: Values, n: int, unit: str) -> Entry:
    return Entry(
        label=label,
        kind=kind,
        is_human=kind == Entry.Kind.HUMAN,
        vignettes=study.vignette_set.slug if study.vignette_set else "",
        n=n,
        n_missing=_missing_once(values, unit),
        values=values,
        provenance={
            "study": study.slug,
            "unit": unit,
            "protocol_sha256": study.protocol_sha256,
            "source": study.source,
            "alpha": settings.ALPHA,
        },
    )


def _missing_once(values: Values, unit: str) -> int:
    """Add up the scores that are missing, each once, though it is missing from its factor, emotion and overall.

    A model's default sittings are its own; a person's belong to the pair that counts in overall.
    """
    wholes = {OVERALL, OVERALL + POSITIVE_MARK}
    if unit == "sitting":
        wholes.add(DEFAULT)
    return sum(cell["missing"] for key, cell in values.items() if key.rpartition(".")[0] in wholes)


def _ordered(tally: Tally) -> list[tuple[tuple[str, str], dict[int, float]]]:
    return [(key, tally.scores[key]) for key in sorted({*tally.scores, *tally.missing})]


def _sample(values: Iterable[float]) -> Sample:
    return np.fromiter(values, dtype=np.float64)
