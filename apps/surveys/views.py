"""The pages of a person who fills in scales; what all visits share is in apps.studies.visit_pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from apps.core.downloads import json_file
from apps.core.writing import writing
from apps.studies.models import Invitation, Participation, Sitting, Study
from apps.studies.visit_pages import VisitPages, left_open
from apps.surveys import mine, visits
from apps.surveys.forms import AboutForm, read_ratings
from apps.surveys.rating_page import items_html, title_of
from apps.surveys.visits import External, StudyFull

Stage = Participation.Stage
pages = VisitPages("/p/", visits.of_surveys)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, code: str) -> HttpResponse:
    """The link that people are given. Only the button begins a visit."""
    invitations = Invitation.objects.filter(persona__isnull=True).select_related("study__instrument")
    invitation = get_object_or_404(invitations, code=code)
    external = _external(request)
    visit = _remembered(request, invitation, external)
    if not (_takes_people(invitation.study) or visit or visits.known_visit(invitation, external)):
        return render(request, "surveys/closed.html", {"study": invitation.study}, status=410)
    if request.method == "POST":
        return _begin(request, invitation, external, visit)
    if visit:
        return pages.to_step(visit)
    return render(request, "surveys/start.html", {"study": invitation.study, "external": external})


def _begin(
    request: HttpRequest, invitation: Invitation, external: External, remembered: Participation | None
) -> HttpResponse:
    try:
        visit = remembered or visits.begin(invitation, external)
    except StudyFull:
        return render(request, "surveys/full.html", {"study": invitation.study})
    return pages.to_begin(visit, _cookie(invitation))


def _takes_people(study: Study) -> bool:
    return study.is_open and study.is_for_people


def _external(request: HttpRequest) -> External:
    sent = request.POST if request.method == "POST" else request.GET
    names = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
    return External(*(_readable(sent.get(name, "")) for name in names))


def _readable(value: str) -> str:
    """A template that Prolific has not filled in is no person, nor is what PostgreSQL cannot store."""
    return value.strip()[:100] if value.isprintable() and "{{" not in value else ""


def _cookie(invitation: Invitation) -> str:
    return f"visit-{invitation.study_id}"


def _remembered(request: HttpRequest, invitation: Invitation, external: External) -> Participation | None:
    """The visit this browser has begun, unless the link names another person."""
    visit = (
        Participation.objects.filter(code=request.COOKIES.get(_cookie(invitation), ""), study=invitation.study)
        .select_related("invitation")
        .first()
    )
    if visit and external.person and visit.external_key != Participation.key_of(external.person):
        return None
    return visit


def _step(request: HttpRequest, visit: Participation, title: str, template: str, **context: Any) -> HttpResponse:
    number, of = Participation.STEPS.index(Stage(visit.stage)) + 1, len(Participation.STEPS) - 1
    context = {
        "visit": visit,
        "study": visit.study,
        "title": title,
        "where": _("Step %(number)s of %(of)s") % {"number": number, "of": of} if number <= of else "",
        "number": number,
        "of": of,
        "base": pages.base(visit),
        **context,
    }
    return render(request, template, context)


@require_safe
@pages.at_any_stage
def resume(request: HttpRequest, visit: Participation) -> HttpResponse:
    """The visit's own address leads to the step it is at."""
    return pages.to_step(visit)


@pages.at_stage(Stage.CONSENT)
def consent(request: HttpRequest, visit: Participation) -> HttpResponse:
    if request.method != "POST":
        return _step(request, visit, _("Before you begin"), "surveys/consent.html")
    if request.POST.get("agree") == "no":
        visits.decline(visit)
    elif request.POST.get("agree") == "yes":
        try:
            visits.consent(visit)
        except StudyFull:
            return render(request, "surveys/full.html", {"study": visit.study})
    else:
        problems = [("agree", _("Tick the box to take part, or choose the button below it"))]
        return _step(request, visit, _("Before you begin"), "surveys/consent.html", problems=problems)
    return pages.to_step(visit)


@pages.at_stage(Stage.ABOUT)
def about(request: HttpRequest, visit: Participation) -> HttpResponse:
    form = AboutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        visits.describe(visit, form.cleaned_data)
        return pages.to_step(visit)
    return _step(
        request, visit, _("Five questions about you"), "surveys/about.html", form=form, problems=left_open(form)
    )


@pages.at_stage(Stage.BEFORE)
def before(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _rating_step(request, visit, _("How do you feel right now?"), "")


@pages.at_stage(Stage.AFTER)
def after(request: HttpRequest, visit: Participation) -> HttpResponse:
    vignette = visits.sitting_at(visit, Stage.AFTER).condition.vignette
    return _rating_step(request, visit, _("How would you feel in that situation?"), vignette.text if vignette else "")


def _rating_step(request: HttpRequest, visit: Participation, title: str, vignette: str) -> HttpResponse:
    sitting = visits.sitting_at(visit, visit.stage)
    instrument = visit.study.instrument
    if request.method != "POST":
        return _rating_page(request, visit, sitting, title, vignette, sitting.draft)
    answers = read_ratings(request.POST, sitting, instrument.low, instrument.high)
    open_items = [code for code in sitting.item_order if code not in answers]
    if open_items:
        mine.keep_draft(visit, sitting, answers)
        chosen = {code: answer.value for code, answer in answers.items()}
        return _rating_page(request, visit, sitting, title, vignette, chosen, open_items)
    visits.rate(visit, sitting, answers)
    if visit.stage == Stage.THANKS and visit.address_to_return_to:
        # Committed when this response leaves: the transaction ends before it is sent.
        return _leave(request, visit.address_to_return_to)
    return pages.to_step(visit)


def _leave(request: HttpRequest, address: str) -> HttpResponse:
    """Send the browser to another site; htmx cannot follow a redirect there by itself."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _rating_page(
    request: HttpRequest,
    visit: Participation,
    sitting: Sitting,
    title: str,
    vignette: str,
    chosen: dict[str, Any],
    open_items: list[str] | tuple[str, ...] = (),
) -> HttpResponse:
    instrument = visit.study.instrument
    items = instrument.items_by_code()
    problems = [
        (f"{code}-{items[code].low}", _("Choose an answer for “%(item)s”") % {"item": title_of(items[code])})
        for code in open_items
    ]
    return _step(
        request,
        visit,
        title,
        "surveys/rate.html",
        items=items_html(instrument, sitting.item_order, chosen, open_items),
        vignette=vignette,
        levels=instrument.levels,
        problems=problems,
        is_first=visit.stage == Stage.BEFORE,
    )


@pages.at_stage(Stage.IMAGINE)
def imagine(request: HttpRequest, visit: Participation) -> HttpResponse:
    if request.method == "POST":
        visits.imagined(visit)
        return pages.to_step(visit)
    vignette = visits.sitting_at(visit, Stage.AFTER).condition.vignette
    return _step(request, visit, _("Imagine this"), "surveys/imagine.html", vignette=vignette)


@csrf_exempt
@never_cache
@require_POST
def draft(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """Keep what is chosen so far, so that a closed tab loses nothing. Sent by the page itself."""
    with writing():
        here = pages.locked(code, visit)
        if here.stage in visits.RATING_STAGES:
            sitting = visits.sitting_at(here, here.stage)
            instrument = here.study.instrument
            answers = read_ratings(request.POST, sitting, instrument.low, instrument.high)
            if request.POST.get("stage") == here.stage:
                mine.keep_draft(here, sitting, answers)
    return HttpResponse(status=204)


@pages.at_stage(Stage.THANKS)
def thanks(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _step(request, visit, _("Thank you"), "surveys/thanks.html")


@pages.at_stage(Stage.DECLINED)
def declined(request: HttpRequest, visit: Participation) -> HttpResponse:
    return render(request, "surveys/declined.html", {"visit": visit, "study": visit.study})


@pages.at_stage(Stage.WITHDRAWN)
def withdrawn(request: HttpRequest, visit: Participation) -> HttpResponse:
    return render(request, "surveys/withdrawn.html", {"visit": visit, "study": visit.study})


@require_safe
@pages.until_left
def answers(request: HttpRequest, visit: Participation) -> HttpResponse:
    """What the lab holds about this person."""
    context = {"visit": visit, "study": visit.study, "record": mine.record_of(visit), "base": pages.base(visit)}
    return render(request, "surveys/answers.html", context)


@require_safe
@pages.at_any_stage
def download(request: HttpRequest, visit: Participation) -> HttpResponse:
    """The same as one JSON file."""
    return json_file(mine.record_of(visit), "my-answers.json")


@pages.until_left
def withdraw(request: HttpRequest, visit: Participation) -> HttpResponse:
    """Asks once, then deletes."""
    if request.method == "POST":
        return pages.leave(visit, visits.withdraw)
    context = {"visit": visit, "study": visit.study, "base": pages.base(visit)}
    return render(request, "surveys/withdraw.html", context)
