"""The review of one person's questions: kept, changed or dropped, then ten of them drawn."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.benchmarks.echo.questions import TYPES
from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.models import Study
from apps.studies.views import problems
from apps.turing import reviewing
from apps.turing.models import Question
from apps.turing.people import CannotDraw, draw_questions, drawn_questions
from apps.turing.people_views import own_person
from apps.turing.questions_form import QuestionsForm


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    study, persona = own_person(request, slug, handle)
    rows = list(Question.objects.filter(study=study, persona=persona))
    form = QuestionsForm(rows, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _save(request, study, persona, form)
    drawn = drawn_questions(study, persona)
    context = {
        "here": "studies",
        "study": study,
        "persona": persona,
        "form": form,
        "problems": problems(form),
        "drawn": [(TYPES[kind], drawn[kind]) for kind in TYPES if kind in drawn],
        "has_begun": reviewing.has_begun(study, persona),
    }
    return render(request, "turing/questions.html", context)


def _save(request: HttpRequest, study: Study, persona: Persona, form: QuestionsForm) -> HttpResponse:
    try:
        with writing():
            has_changed = reviewing.decide(study, persona, form.words(), form.written())
    except reviewing.HasBegun:
        messages.error(request, _("Somebody has begun to answer, so the questions stand as they are."))
    else:
        messages.success(request, _("Saved."))
        if has_changed:
            messages.warning(request, _("One of the ten had been changed or dropped. Draw them again."))
    return redirect("turing:questions", study.slug, persona.slug)


@login_required
@require_POST
def take_in(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    """Propose what models have written since; the general questions too, where they are missing."""
    study, persona = own_person(request, slug, handle)
    with writing():
        reviewing.keep_general(study, persona)
        n = reviewing.take_in(study, persona)
    found = ngettext("%(n)d new question to review.", "%(n)d new questions to review.", n) % {"n": n}
    messages.success(request, found if n else _("No model has written a question that is not here yet."))
    return redirect("turing:questions", study.slug, persona.slug)


@login_required
@require_POST
def draw(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    study, persona = own_person(request, slug, handle)
    try:
        with writing():
            draw_questions(study, persona, secrets.randbits(31))
    except CannotDraw as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, _("Ten questions are drawn, one of each type."))
    return redirect("turing:questions", study.slug, persona.slug)
