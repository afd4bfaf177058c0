"""A researcher's pages: plan a study, open it, watch it fill, take its answers home."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.core.downloads import csv_file
from apps.core.htmx import render_page
from apps.core.writing import writing
from apps.studies import export
from apps.studies.assignment import cells
from apps.studies.drafts import close_and_say, may_change, open_and_say, saved
from apps.studies.forms import StudyForm
from apps.studies.models import Invitation, Participation, Study

PROLIFIC = "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"


def visible(request: HttpRequest) -> QuerySet[Study]:
    """The studies this researcher may see: their own, and imported ones; an administrator sees all."""
    studies = Study.objects.select_related("instrument", "vignette_set")
    if request.user.is_superuser:
        return studies
    return studies.filter(owner=request.user) | studies.filter(kind=Study.Kind.IMPORTED)


def own_study(request: HttpRequest, slug: str) -> Study:
    """A live study that this researcher may change, or 404."""
    return get_object_or_404(visible(request), slug=slug, kind=Study.Kind.LIVE)


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "studies/index.html", {"here": "studies", "studies": visible(request)})


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = StudyForm(request.POST or None)
    return _edited(request, form, _("New study"))


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_study(request, slug)
    if study.is_turing_test:
        return redirect("turing:edit", study.slug)
    with writing():
        if may_change(request, study):
            return _edited(request, StudyForm(request.POST or None, instance=study), study.title)
    return redirect("studies:detail", study.slug)


def _edited(request: HttpRequest, form: StudyForm, title: str) -> HttpResponse:
    if study := saved(request, form, _("Saved. Nobody can take it before you open it.")):
        return redirect("studies:detail", study.slug)
    context = {"here": "studies", "form": form, "title": title, "problems": problems(form)}
    return render(request, "studies/edit.html", context)


def problems(form: BaseForm) -> list[tuple[str, str]]:
    """For the error summary: where each problem is, and its sentence."""
    return [
        (field.id_for_label or f"id_{field.name}", f"{field.label}: {field.errors[0]}")
        for field in form
        if field.errors
    ]


@login_required
@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    study = get_object_or_404(visible(request), slug=slug)
    if study.is_turing_test and study.kind == Study.Kind.LIVE:
        return redirect("turing:detail", study.slug)
    return render_page(
        request, "studies/detail.html", "studies/_progress.html", {"here": "studies", **_progress(study, request)}
    )


def _progress(study: Study, request: HttpRequest) -> dict[str, Any]:
    invitation = Invitation.objects.filter(study=study).first() if study.is_for_people else None
    link = request.build_absolute_uri(f"/p/{invitation.code}/") if invitation else ""
    rows = list(cells(study).select_related("vignette")) if study.opened_at else []
    return {
        "study": study,
        "link": link,
        "prolific_link": link + PROLIFIC,
        "cells": rows,
        "done": sum(row.done for row in rows),
        "live": sum(row.live for row in rows),
        "expired": sum(row.expired for row in rows),
        "target": len(rows) * study.quota,
        "declined": Participation.objects.filter(study=study, stage=Participation.Stage.DECLINED).count(),
        "withdrawn": Participation.objects.filter(study=study, stage=Participation.Stage.WITHDRAWN).count(),
    }


@login_required
@require_POST
def open(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_study(request, slug)
    open_and_say(request, study, _("The study is open and its protocol is frozen. Send people the link."))
    return redirect("studies:detail", study.slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_study(request, slug)
    close_and_say(request, study)
    return redirect("studies:detail", study.slug)


@login_required
@require_safe
def responses(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    study = get_object_or_404(visible(request), slug=slug)
    return csv_file(export.responses_csv(study), f"{study.slug}-responses.csv")


@login_required
@require_safe
def scores(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    study = get_object_or_404(visible(request), slug=slug)
    return csv_file(export.scores_csv(study), f"{study.slug}-scores.csv")


@login_required
@require_safe
def visits(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Only the study's owner sees external ids."""
    study = own_study(request, slug)
    return csv_file(export.visits_csv(study), f"{study.slug}-visits.csv")
