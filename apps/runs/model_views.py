"""The pages of language models: what there is to ask, and how an administrator adds to it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.runs import showing
from apps.runs.baselines import ensure_baselines
from apps.runs.model_forms import EDITABLE, LanguageModelForm
from apps.runs.models import ApiKey
from apps.runs.permissions import may_change_models, refuse_strangers, visible_runs
from apps.runs.probing import probe_model
from apps.runs.tasks import queue_of
from apps.studies.models import LanguageModel

RUNS_SHOWN = 20


def askable() -> QuerySet[LanguageModel]:
    """Every model that can be asked; imported answers have names only."""
    return LanguageModel.objects.exclude(engine=LanguageModel.IMPORTED)


@login_required
@require_safe
def language_models(request: HttpRequest) -> HttpResponse:
    ensure_baselines()
    models = list(askable().order_by("label"))
    last = dict(
        visible_runs(request.user).order_by().values_list("respondent__language_model").annotate(last=Max("pk"))
    )
    runs = visible_runs(request.user).in_bulk(last.values())
    # Those that someone added come first; baselines are always there.
    models.sort(key=lambda model: model.is_baseline)
    rows = [
        {
            "model": model,
            "engine": showing.engine_title(model),
            "host": showing.host_of(model),
            "prices": showing.prices(model),
            "abilities": showing.abilities_in_short(model),
            "run": runs.get(last.get(model.pk, 0)),
        }
        for model in models
    ]
    context = {"here": "models", "rows": rows, "may_change": may_change_models(request.user)}
    return render(request, "runs/language_models.html", context)


@login_required
@require_safe
def language_model(request: HttpRequest, slug: str) -> HttpResponse:
    model = get_object_or_404(askable(), slug=slug)
    runs = visible_runs(request.user).filter(respondent__language_model=model)[:RUNS_SHOWN]
    context = {
        "here": "models",
        "model": model,
        "engine": showing.engine_title(model),
        "prices": showing.prices(model),
        "abilities": showing.abilities(model),
        "problem": model.capabilities.get("problem", ""),
        "stored_key": ApiKey.objects.filter(language_model=model).exists(),
        "queue": queue_of(model),
        "rows": [(run, showing.cost_of_budget(run)) for run in runs],
        "may_change": may_change_models(request.user) and model.engine in EDITABLE,
    }
    return render(request, "runs/language_model.html", context)


@sensitive_post_parameters("key")
@login_required
@require_http_methods(["GET", "POST"])
def new_language_model(request: HttpRequest) -> HttpResponse:
    refuse_strangers(request.user)
    return _edited(request, LanguageModelForm(request.POST or None), _("New model"))


@sensitive_post_parameters("key")
@login_required
@require_http_methods(["GET", "POST"])
def edit_language_model(request: HttpRequest, slug: str) -> HttpResponse:
    refuse_strangers(request.user)
    model = get_object_or_404(LanguageModel, slug=slug, engine__in=EDITABLE)
    return _edited(request, LanguageModelForm(request.POST or None, instance=model), model.label)


def _edited(request: HttpRequest, form: LanguageModelForm, title: str) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        ask = form.asks_anew
        model = form.save()
        return _probed(request, model) if ask else redirect("runs:language_model", model.slug)
    context = {"here": "models", "form": form, "title": title}
    return render(request, "runs/edit_language_model.html", context)


@login_required
@require_POST
def probe(request: HttpRequest, slug: str) -> HttpResponse:
    refuse_strangers(request.user)
    return _probed(request, get_object_or_404(LanguageModel, slug=slug, engine__in=EDITABLE))


def _probed(request: HttpRequest, model: LanguageModel) -> HttpResponse:
    """Look at the model, then show its page, which tells what was found or why nothing was."""
    if not probe_model(model):
        messages.success(request, _("Saved. The model is ready to be asked."))
    return redirect("runs:language_model", model.slug)
