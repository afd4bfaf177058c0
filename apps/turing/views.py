"""A researcher's pages of a Turing test: plan it, open it, see phase by phase what is missing."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.benchmarks.echo.questions import TYPES
from apps.core.htmx import render_page
from apps.core.writing import writing
from apps.studies.drafts import close_and_say, may_change, open_and_say, saved
from apps.studies.models import Study
from apps.studies.views import problems, visible
from apps.turing import links, phases_page
from apps.turing.forms import InventForm, PersonForm, TuringStudyForm
from apps.turing.invented import names_left


def own_test(request: HttpRequest, slug: str) -> Study:
    """A Turing test that this researcher may change, or 404."""
    return get_object_or_404(visible(request), slug=slug, kind=Study.Kind.LIVE, instrument__benchmark="echo")


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    return _edited(request, TuringStudyForm(request.POST or None), _("New Turing test"))


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    with writing():
        if may_change(request, study):
            return _edited(request, TuringStudyForm(request.POST or None, instance=study), study.title)
    return redirect("turing:detail", study.slug)


def _edited(request: HttpRequest, form: TuringStudyForm, title: str) -> HttpResponse:
    if study := saved(request, form, _("Saved. Nobody can take part before you open it.")):
        return redirect("turing:detail", study.slug)
    found = [("", sentence) for sentence in form.non_field_errors()] + problems(form)
    return render(request, "turing/edit.html", {"here": "studies", "form": form, "title": title, "problems": found})


@login_required
@never_cache
@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    return study_page(request, own_test(request, slug))


def study_page(request: HttpRequest, study: Study, form: PersonForm | None = None) -> HttpResponse:
    """The page that walks through the phases; for htmx only its sections, of which it takes the counts."""
    context = {"here": "studies", "study": study, "form": form or PersonForm(), **_standing(request, study)}
    return render_page(request, "turing/detail.html", "turing/_phases.html", context)


def _standing(request: HttpRequest, study: Study) -> dict[str, Any]:
    rows, machines = phases_page.rows_of(study), phases_page.machines_of(study)
    phases = phases_page.phases(study, rows, machines)
    left = names_left(rows)
    return {
        "rows": rows,
        "machines": machines,
        "phases": phases,
        "next": phases_page.next_phase(phases),
        "types": TYPES,
        "least": min((n for machine in machines for n in machine.judged), default=0),
        "links": links.private_links(request, study, rows),
        "judge_links": links.judge_links(request, study, rows),
        "invent_form": InventForm(left) if left else None,
        "live": ",".join(f"#now-{code}" for code in ("all", *phases)),
    }


@login_required
@require_POST
def open(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    open_and_say(request, study, _("The study is open and its protocol is frozen. Send people their links."))
    return redirect("turing:detail", study.slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    close_and_say(request, study)
    return redirect("turing:detail", study.slug)
