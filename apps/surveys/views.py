"""The pages of a person's visit. Every address but the first holds the visit's own secret code.

That code is what lets a POST in, so these views need no CSRF token: whoever knows the code
may answer, and nobody else can send a form there. A person whose cookies are gone keeps
their typed answers. No view here writes on GET: link scanners must not burn a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from apps.core.writing import writing
from apps.studies.models import Invitation, Participation, Sitting, Study
from apps.surveys import mine, visits
from apps.surveys.forms import AboutForm, read_ratings
from apps.surveys.rating_page import items_html, title_of
from apps.surveys.visits import External, StudyFull

Stage = Participation.Stage
View = Callable[..., HttpResponse]
COOKIE_SECONDS = 60 * 24 * 3600


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
        return redirect(step_url(visit))
    return render(request, "surveys/start.html", {"study": invitation.study, "external": external})


def _begin(
    request: HttpRequest, invitation: Invitation, external: External, remembered: Participation | None
) -> HttpResponse:
    try:
        visit = remembered or visits.begin(invitation, external)
    except StudyFull:
        return render(request, "surveys/full.html", {"study": invitation.study})
    response = redirect(step_url(visit), permanent=False)
    response.set_cookie(
        _cookie(invitation),
        visit.code,
        max_age=COOKIE_SECONDS,
        path="/p/",
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
    return response


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


def step_url(visit: Participation) -> str:
    return visit_url(visit, visit.stage)


def visit_url(visit: Participation, page: str) -> str:
    return f"/p/{visit.invitation.code}/{visit.code}/{page}/"


def _visit(code: str, visit: str) -> Participation:
    return get_object_or_404(visits.with_study(visits.of_surveys()), code=visit, invitation__code=code)


def at_stage(stage: Stage) -> Callable[[View], View]:
    """Let a step's view see only visits that are at this step; others are sent to where they are.

    A POST runs in one transaction with the visit locked, so of two at once the second finds
    the visit further on.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, code: str, visit: str) -> HttpResponse:
            if request.method != "POST":
                here = _visit(code, visit)
                return view(request, here) if here.stage == stage else redirect(step_url(here))
            with writing():
                here = visits.locked(code, visit)
                return view(request, here) if here.stage == stage else redirect(step_url(here))

        return csrf_exempt(never_cache(require_http_methods(["GET", "HEAD", "POST"])(wrapped)))

    return decorate


def _step(request: HttpRequest, visit: Participation, title: str, template: str, **context: Any) -> HttpResponse:
    number = Participation.STEPS.index(Stage(visit.stage)) + 1
    context = {
        "visit": visit,
        "study": visit.study,
        "title": title,
        "number": number,
        "of": len(Participation.STEPS) - 1,
        "base": f"/p/{visit.invitation.code}/{visit.code}/",
        **context,
    }
    return render(request, template, context)


@never_cache
@require_safe
def resume(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """The visit's own address leads to the step it is at."""
    return redirect(step_url(_visit(code, visit)))


@at_stage(Stage.CONSENT)
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
    return redirect(step_url(visit))


@at_stage(Stage.ABOUT)
def about(request: HttpRequest, visit: Participation) -> HttpResponse:
    form = AboutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        visits.describe(visit, form.cleaned_data)
        return redirect(step_url(visit))
    problems = [
        (field.id_for_label, _("Answer “%(question)s”") % {"question": field.label}) for field in form if field.errors
    ]
    return _step(request, visit, _("Five questions about you"), "surveys/about.html", form=form, problems=problems)


@at_stage(Stage.BEFORE)
def before(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _rating_step(request, visit, _("How do you feel right now?"), "")


@at_stage(Stage.AFTER)
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
    return redirect(step_url(visit))


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


@at_stage(Stage.IMAGINE)
def imagine(request: HttpRequest, visit: Participation) -> HttpResponse:
    if request.method == "POST":
        visits.imagined(visit)
        return redirect(step_url(visit))
    vignette = visits.sitting_at(visit, Stage.AFTER).condition.vignette
    return _step(request, visit, _("Imagine this"), "surveys/imagine.html", vignette=vignette)


@csrf_exempt
@never_cache
@require_POST
def draft(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """Keep what is chosen so far, so that a closed tab loses nothing. Sent by the page itself."""
    with writing():
        here = visits.locked(code, visit)
        if here.stage in visits.RATING_STAGES:
            sitting = visits.sitting_at(here, here.stage)
            instrument = here.study.instrument
            answers = read_ratings(request.POST, sitting, instrument.low, instrument.high)
            if request.POST.get("stage") == here.stage:
                mine.keep_draft(here, sitting, answers)
    return HttpResponse(status=204)


@at_stage(Stage.THANKS)
def thanks(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _step(request, visit, _("Thank you"), "surveys/thanks.html")


@at_stage(Stage.DECLINED)
def declined(request: HttpRequest, visit: Participation) -> HttpResponse:
    return render(request, "surveys/declined.html", {"visit": visit, "study": visit.study})


@at_stage(Stage.WITHDRAWN)
def withdrawn(request: HttpRequest, visit: Participation) -> HttpResponse:
    return render(request, "surveys/withdrawn.html", {"visit": visit, "study": visit.study})


@never_cache
@require_safe
def answers(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """What the lab holds about this person."""
    here = _visit(code, visit)
    if here.has_left:
        return redirect(step_url(here))
    context = {"visit": here, "study": here.study, "record": mine.record_of(here), "base": f"/p/{code}/{visit}/"}
    return render(request, "surveys/answers.html", context)


@never_cache
@require_safe
def download(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """The same as one JSON file."""
    return JsonResponse(
        mine.record_of(_visit(code, visit)),
        headers={"Content-Disposition": 'attachment; filename="my-answers.json"'},
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, code: str, visit: str) -> HttpResponse:
    """Asks once, then deletes."""
    here = _visit(code, visit)
    if here.has_left:
        return redirect(step_url(here))
    if request.method == "POST":
        with writing():
            here = visits.locked(code, visit)
            if not here.has_left:
                visits.withdraw(here)
        return redirect(step_url(here))
    return render(request, "surveys/withdraw.html", {"visit": here, "study": here.study, "base": f"/p/{code}/{visit}/"})
