"""Which of a study's conditions a model may be asked in, and why there may be none."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from apps.benchmarks.echo.phases import MODEL_JUDGING, QUESTIONS, WRITING
from apps.runs.models import Run
from apps.runs.ways import Way
from apps.studies.models import Condition, LanguageModel, Sitting, Study


def eligible_conditions(study: Study, model: LanguageModel, way: Way) -> QuerySet[Condition]:
    """Return the conditions of the way; of people only those who allowed it and are ready to be imitated."""
    conditions = study.condition_set.order_by("pk")
    if way.groups:
        conditions = conditions.filter(group__in=way.groups)
    if not study.is_turing_test:
        return conditions
    ready = Q(group=QUESTIONS) | Q(group=WRITING, parameters__has_key="questions")
    ready |= Q(group__in=[judging.group for judging in MODEL_JUDGING])
    return conditions.filter(ready & allowed(model))


def allowed(model: LanguageModel) -> Q:
    """The permission that this model needs of the person a condition is about."""
    permission = "may_imitate_remotely_at" if model.is_remote else "may_imitate_locally_at"
    given = ~Q(persona__source="") | Q(**{f"persona__{permission}__isnull": False})
    return Q(persona__state="ready", persona__erased_at__isnull=True) & given


def still_allowed(run: Run, sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Return those of a run's sittings that may be asked now: people may take a permission back at any time."""
    if not run.study.is_turing_test:
        return sittings
    return sittings.filter(condition__in=Condition.objects.filter(allowed(run.language_model), study=run.study))


def nobody_to_ask(study: Study, model: LanguageModel, way: Way) -> str:
    """Say why no condition is left, and what to do."""
    if not study.is_turing_test:
        return _("The study has no such condition.")
    conditions = study.condition_set.filter(group__in=way.groups)
    if not conditions.exists():
        return _("There is nothing to ask yet: add people first; for judging, prepare the pairs.")
    if not conditions.filter(allowed(model)).exists():
        if model.is_remote:
            return _("Nobody whose profile is accepted has allowed imitation by remote services.")
        return _("Nobody whose profile is accepted has allowed imitation by models on our own machines.")
    return _("Draw the ten questions of at least one person first.")
