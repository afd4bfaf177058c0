"""A researcher's pages of runs: plan one, watch it, stop it, go on."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.core.htmx import render_page
from apps.runs import showing, states
from apps.runs.baselines import ensure_baselines
from apps.runs.evidence import ALL, FAILED, MISSING, WAITING, sittings_page
from apps.runs.forms import BudgetForm, RunForm, values_of
from apps.runs.models import Run
from apps.runs.permissions import visible_runs
from apps.runs.planning import CannotRun, estimate, plan, sittings_of
from apps.runs.provenance_page import configuration, evidence
from apps.runs.starting import STARTABLE, CannotStart, discard, set_going
from apps.runs.turing_form import TuringRunForm, turing_values_of
from apps.runs.ways import ways_of
from apps.studies.models import Response, Study
from apps.studies.views import own_study, visible
from inference.errors import BadSettings

State = Run.State
PER_PAGE = 50


def own_run(request: HttpRequest, pk: int) -> Run:
    """A run that this researcher may see and steer, or 404."""
    return get_object_or_404(visible_runs(request.user), pk=pk)


def _slug(request: HttpRequest) -> str:
    """The study that the address names, "" for none; PostgreSQL takes no NUL in a text."""
    return request.GET.get("study", "").replace("\0", "")


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    runs = visible_runs(request.user)
    slug = _slug(request)
    study = visible(request).filter(slug=slug).first()
    if slug:
        runs = runs.filter(study__slug=slug)
    page = Paginator(runs, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(run, showing.cost_of_budget(run)) for run in page]
    return render(request, "runs/index.html", {"here": "runs", "page": page, "rows": rows, "study": study})


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The start form of a study; without one, the choice of a study."""
    slug = _slug(request)
    if not slug:
        return _choose_study(request)
    study = own_study(request, slug)
    if not study.opened_at:
        messages.error(request, _("Open the study first: a model takes the same frozen protocol as people."))
        return redirect("studies:detail", study.slug)
    ensure_baselines()
    before = _to_change(request, study)
    form = _form_for(study, request, before)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                if before:
                    discard(before)
                run = plan(study, form.cleaned_data["language_model"], form.choice())
        except CannotRun as problem:
            form.add_error(None, str(problem))
        else:
            return redirect("runs:detail", run.pk)
    template = "runs/new_turing.html" if study.is_turing_test else "runs/new.html"
    return render(request, template, {"here": "runs", "study": study, "form": form, "before": before})


def _form_for(study: Study, request: HttpRequest, before: Run | None) -> RunForm | TuringRunForm:
    if study.is_turing_test:
        asked = {"asking": request.GET["way"] + "/v1"} if request.GET.get("way") in ways_of(study.instrument) else None
        return TuringRunForm(study, request.POST or None, initial=turing_values_of(before) if before else asked)
    return RunForm(study, request.POST or None, initial=values_of(before) if before else None)


def _choose_study(request: HttpRequest) -> HttpResponse:
    studies = Study.objects.filter(kind=Study.Kind.LIVE, opened_at__isnull=False)
    if not request.user.is_superuser:
        studies = studies.filter(owner=request.user)
    return render(request, "runs/choose.html", {"here": "runs", "studies": studies})


def _to_change(request: HttpRequest, study: Study) -> Run | None:
    """The planned run that this form takes the place of, if it names one."""
    number = request.GET.get("change", "")
    if not number.isdecimal():
        return None
    return visible_runs(request.user).filter(pk=number[:18], study=study, state=State.PLANNED).first()


@login_required
@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, own_run(request, pk))


def _page(request: HttpRequest, run: Run, budget: BudgetForm | None = None) -> HttpResponse:
    """The run's page; a fragment of it for htmx, which asks while the run goes on."""
    planned = run.state == State.PLANNED
    shown = request.GET.get("show", "")
    shown = shown if shown in {WAITING, MISSING, FAILED} else ALL
    context = {
        "here": "runs",
        "run": run,
        "model": run.language_model,
        "percent": 100 * run.n_done // run.n_sittings if run.n_sittings else 0,
        "facts": [] if planned else showing.facts(run),
        "expected": expected(run) if planned else [],
        "silence": showing.silence(run),
        "configuration": configuration(run),
        "provenance": evidence(run),
        "page": sittings_page(run, shown, request.GET.get("page", "1")),
        "shown": shown,
        "filters": [(ALL, _("all")), (WAITING, _("open")), (MISSING, _("with missing answers")), (FAILED, _("failed"))],
        "budget_form": budget or BudgetForm(run),
        "socket": f"{settings.WEBSOCKET_ORIGIN}/ws/runs/{run.pk}/",
        "may_resume": run.state in Run.RESUMABLE,
        "may_retry": run.state in {State.DONE, State.PAUSED, State.FAILED} and has_failed(run),
        "may_cancel": run.state in {State.RUNNING, State.PAUSED, State.FAILED},
        "may_fund": has_price(run) and run.state in {State.RUNNING, State.PAUSED, State.FAILED},
    }
    return render_page(request, "runs/detail.html", "runs/_run.html", context)


def expected(run: Run) -> list[tuple[str, str]]:
    """What a planned run will take, in the words of the page."""
    try:
        found = estimate(run)
    except BadSettings as problem:
        return [(_("Cannot start"), problem.sentence)]
    seconds = _("known after a first run") if found.seconds is None else showing.duration(found.seconds)
    return [
        (_("Sittings"), showing.count(found.sittings)),
        (_("Requests"), showing.count(found.requests)),
        (_("Tokens read"), showing.count(found.input_tokens)),
        (_("Tokens written"), showing.count(found.output_tokens)),
        (_("Cost"), showing.money(found.cost)),
        (_("Budget"), _("no limit") if run.budget is None else showing.money(run.budget)),
        (_("Time"), seconds),
    ]


def has_price(run: Run) -> bool:
    return run.budget is not None or bool(run.language_model.input_price or run.language_model.output_price)


def has_failed(run: Run) -> bool:
    return sittings_of(run).filter(response__missing=Response.Missing.FAILED).exists()


# --- buttons ---


@login_required
@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Start a planned run; resume a paused or a failed one."""
    return _start(request, own_run(request, pk))


def _start(request: HttpRequest, run: Run) -> HttpResponse:
    try:
        set_going(run)
    except CannotStart as problem:
        messages.error(request, str(problem))
    return redirect("runs:detail", run.pk)


@login_required
@require_POST
def pause(request: HttpRequest, pk: int) -> HttpResponse:
    run = own_run(request, pk)
    if run.state == State.RUNNING:
        states.stop(run, State.PAUSED, _("Paused by hand. Requests that were under way are kept."))
    return redirect("runs:detail", pk)


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """End a run for good; one that never began is deleted."""
    run = own_run(request, pk)
    if discard(run):
        messages.success(request, _("The planned run is deleted; nothing had been asked."))
        return redirect("runs:index")
    states.stop(run, State.CANCELLED)
    return redirect("runs:detail", pk)


@login_required
@require_POST
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the failed sittings of a run that is not at work once more."""
    run = own_run(request, pk)
    if run.state not in {State.DONE, State.PAUSED, State.FAILED}:
        return redirect("runs:detail", pk)
    n = states.reopen_failed(run)
    if not n:
        messages.info(request, _("No sitting of this run has failed."))
        return redirect("runs:detail", pk)
    again = ngettext("%(n)d sitting is asked again.", "%(n)d sittings are asked again.", n)
    messages.success(request, again % {"n": n})
    return _start(request, run)


@login_required
@require_POST
def budget(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what the run may cost, also while it goes on."""
    run = own_run(request, pk)
    form = BudgetForm(run, request.POST)
    if not form.is_valid():
        return _page(request, run, form)
    Run.objects.filter(pk=pk).update(budget=form.cleaned_data["budget"])
    if run.state in STARTABLE and run.state != State.PLANNED:
        messages.success(request, _("The budget is raised. Resume the run to go on."))
    return redirect("runs:detail", pk)
