"""A researcher's pages of one person: added, read, accepted or sent back, and deleted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.benchmarks.echo.profile import hints
from apps.benchmarks.echo.questions import TYPES
from apps.benchmarks.files import ProtocolError
from apps.core.forgetting import forget_deleted
from apps.core.writing import writing
from apps.personas.models import Persona
from apps.studies.characters import profile_form
from apps.studies.models import Study
from apps.studies.views import problems
from apps.turing import phases_page
from apps.turing.exporting import CannotExport, files_of
from apps.turing.forms import InventForm, PersonForm, ReviewForm
from apps.turing.importing import import_person
from apps.turing.invented import file_of, names_left
from apps.turing.links import private_links
from apps.turing.me import Me
from apps.turing.people import add_person, drawn_questions, people, withdraw, writing_condition
from apps.turing.reviewing import has_begun, keep_general
from apps.turing.views import own_test, study_page
from apps.turing.writing import sitting_of

State = Persona.State


def own_person(request: HttpRequest, slug: str, handle: str) -> tuple[Study, Persona]:
    """A Turing test that this researcher may change, and one of its people; or 404."""
    study = own_test(request, slug)
    return study, get_object_or_404(people(study), slug=handle)


@login_required
@require_POST
def new_person(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    if study.state == "closed":
        messages.error(request, _("The study is closed; nobody can be added."))
        return redirect("turing:detail", study.slug)
    form = PersonForm(request.POST)
    if not form.is_valid():
        return study_page(request, study, form)
    with writing():
        persona = add_person(study, form.cleaned_data["name"], study.owner)
        keep_general(study, persona)
    messages.success(request, _("%(name)s is added.") % {"name": persona.name})
    return redirect("turing:detail", study.slug)


@login_required
@require_POST
def invent(request: HttpRequest, slug: str) -> HttpResponse:
    """Add one of our invented persons, with profile, questions and answers, for a rehearsal."""
    study = own_test(request, slug)
    form = InventForm(names_left(phases_page.rows_of(study)), request.POST)
    if not study.is_open:
        messages.error(request, _("Open the study first: invented people bring their answers along."))
    elif form.is_valid():
        try:
            with writing():
                persona = import_person(study, file_of(form.cleaned_data["person"]), study.owner)
        except ProtocolError as problem:
            messages.error(request, str(problem))
        else:
            messages.success(request, _("%(name)s, who is invented, is added.") % {"name": persona.name})
    else:
        messages.error(request, _("This person is in the study already."))
    return redirect("turing:detail", study.slug)


@login_required
@never_cache
@require_safe
def person(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    return _person_page(request, *own_person(request, slug, handle))


def _person_page(request: HttpRequest, study: Study, persona: Persona, form: ReviewForm | None = None) -> HttpResponse:
    row = next(row for row in phases_page.rows_of(study) if row.persona == persona)
    form = form or ReviewForm(initial={"sent_at": _moment(persona)})
    context = {
        "here": "studies",
        "study": study,
        "persona": persona,
        "row": row,
        "link": next(iter(private_links(request, study, [row])), None),
        "permissions": _permissions(persona),
        "profile": _profile(persona),
        "drawn": [(TYPES[kind], text) for kind, text in drawn_questions(study, persona).items()],
        "files": list(_files(study, persona)),
        "form": form,
        "problems": problems(form) if form.is_bound else [],
        "may_accept": persona.state == State.SENT,
        "may_return": _may_return(study, persona),
    }
    return render(request, "turing/person.html", context)


def _permissions(persona: Persona) -> list[tuple[str, Any]]:
    return [
        (_("Storing profile and answers"), persona.may_store_at),
        (_("Imitation by models on our own machines"), persona.may_imitate_locally_at),
        (_("Imitation by models of remote services"), persona.may_imitate_remotely_at),
    ]


def _profile(persona: Persona) -> list[tuple[str, Any, str]]:
    """Return title, text and what is odd about it, in the order of the questionnaire or of the file."""
    if persona.shape != Persona.Shape.QUESTIONNAIRE:
        return [(title, text, "") for title, text in persona.profile.items()]
    odd = hints(persona.profile)
    return [
        (question.title, persona.profile[question.code], odd.get(question.code, ""))
        for question in profile_form().questions
        if persona.profile.get(question.code)
    ]


def _may_return(study: Study, persona: Persona) -> bool:
    """Once somebody answers as this person, their profile stands."""
    if persona.is_invented or persona.erased_at:
        return False
    return persona.state == State.SENT or (persona.state == State.READY and not has_begun(study, persona))


def _moment(persona: Persona) -> str:
    return persona.sent_at.isoformat() if persona.sent_at else ""


def _files(study: Study, persona: Persona) -> dict[str, str]:
    """Return the person as files by name, in every layout that can hold them; none before the profile is there."""
    if not persona.profile:
        return {}
    condition = writing_condition(study, persona)
    me, found = Me(persona, condition, sitting_of(condition)), {}
    for path in (Path(f"{persona.slug}.json"), Path("echo")):
        with suppress(CannotExport):
            found.update({place.name: content for place, content in files_of(me, path).items()})
    return found


@login_required
@never_cache
@require_safe
def file(request: HttpRequest, slug: str, handle: str, name: str) -> HttpResponse:
    """One of the files that hold this person, to be taken home."""
    files = _files(*own_person(request, slug, handle))
    if name not in files:
        raise Http404
    return HttpResponse(
        files[name],
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@login_required
@require_POST
def review(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    """Accept a profile, or send it back with a note; only the text that was read, not a newer one."""
    study = own_test(request, slug)
    form = ReviewForm(request.POST)
    with writing():
        persona = get_object_or_404(people(study).select_for_update(of=("self",)), slug=handle)
        if not form.is_valid():
            return _person_page(request, study, persona, form)
        accepts = form.cleaned_data["decision"] == "accept"
        may = persona.state == State.SENT if accepts else _may_return(study, persona)
        if not may or form.cleaned_data["sent_at"] != _moment(persona):
            messages.error(request, _("The profile has changed since you opened this page. Please read it again."))
            return redirect("turing:person", study.slug, persona.slug)
        persona.state = State.READY if accepts else State.RETURNED
        persona.note = "" if accepts else form.cleaned_data["note"]
        persona.reviewed_at = timezone.now()
        persona.save(update_fields=["state", "note", "reviewed_at"])
    if accepts:
        messages.success(request, _("Accepted. The profile can be used now."))
    else:
        messages.success(request, _("Returned. Your note stands on the person’s page; tell them to look there."))
    return redirect("turing:person", study.slug, persona.slug)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str, handle: str) -> HttpResponse:
    """For who asks for it by word of mouth: the same as withdrawing on one's own page."""
    study, persona = own_person(request, slug, handle)
    withdraw(persona)
    transaction.on_commit(forget_deleted, robust=True)
    messages.success(request, _("The person and everything written by or as them is deleted."))
    return redirect("turing:detail", study.slug)
