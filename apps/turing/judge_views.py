"""The pages of a person who judges which of two answers somebody they know has written.

What all visits share is in apps.studies.visit_pages. What tells the two answers of a pair apart is never in
a page: no key, no order, no other markup around the one than around the other.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from apps.core.downloads import json_file
from apps.studies.characters import profile_of
from apps.studies.models import Invitation, Participation
from apps.studies.visit_pages import VisitPages, left_open
from apps.turing import judge_record, judging_visits
from apps.turing.assignment import FEWEST, NotReady, n_to_judge
from apps.turing.judge_forms import FIRST, AboutForm, JudgementForm
from apps.turing.judging_visits import LinkUsedUp, ShownPair, are_strangers, person_judged

Stage = Participation.Stage
ENDS = {Stage.THANKS, Stage.DECLINED, Stage.WITHDRAWN}


def _closed_to(request: HttpRequest, visit: Participation) -> HttpResponse | None:
    """After the study's retention date nothing is shown and nothing taken any more, but for the last page."""
    return _closed(request) if visit.study.has_expired and visit.stage not in ENDS else None


pages = VisitPages("/j/", judging_visits.of_judges, _closed_to)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, code: str) -> HttpResponse:
    """The link that judges are given. Only the button begins a visit."""
    rows = Invitation.objects.select_related("study__instrument", "persona").defer("study__protocol")
    invitation = get_object_or_404(rows, code=code, persona__isnull=False)
    visit = _remembered(request, invitation)
    if visit:
        return pages.to_step(visit)
    if not invitation.study.is_open:
        return _closed(request)
    if invitation.has_expired:
        return _expired(request)
    if invitation.is_used_up:
        return _used_up(request)
    n = n_to_judge(invitation.study, invitation.persona)
    if n < FEWEST:
        return _not_ready(request)
    if request.method == "POST":
        return _begin(request, invitation)
    strangers = are_strangers(invitation.study)
    context = {"study": invitation.study, "name": invitation.persona.name, "strangers": strangers, "n": n}
    return render(request, "turing/judge_start.html", context)


def _begin(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    try:
        visit = judging_visits.begin(invitation)
    except LinkUsedUp:
        return _used_up(request)
    return pages.to_begin(visit, _cookie(invitation))


def _closed(request: HttpRequest) -> HttpResponse:
    return _turned_away(
        request, _("This study is closed"), _("It takes no more judgements. Thank you for wanting to help."), 410
    )


def _expired(request: HttpRequest) -> HttpResponse:
    advice = _(
        "Ask whoever sent it to you for a new one. If you had begun, open it in the browser that you began in:"
        " there it still leads to where you were."
    )
    return _turned_away(request, _("This link has expired"), advice, 410)


def _used_up(request: HttpRequest) -> HttpResponse:
    advice = _(
        "As many people as it was made for have begun. If you are one of them, open it in the browser that you"
        " began in. Otherwise ask whoever sent it to you for a link of your own."
    )
    return _turned_away(request, _("This link has been used"), advice, 410)


def _not_ready(request: HttpRequest) -> HttpResponse:
    advice = _("The answers are still being collected. Nothing is wrong with your link: open it again in a few days.")
    return _turned_away(request, _("There is nothing to judge yet"), advice, 200)


def _turned_away(request: HttpRequest, title: str, advice: str, status: int) -> HttpResponse:
    return render(request, "turing/judge_turned_away.html", {"title": title, "advice": advice}, status=status)


def _cookie(invitation: Invitation) -> str:
    """One visit per person judged: another link for the same person leads to the same visit."""
    return f"judge-{invitation.study_id}-{invitation.persona_id}"


def _remembered(request: HttpRequest, invitation: Invitation) -> Participation | None:
    """The visit this browser has begun."""
    code = request.COOKIES.get(_cookie(invitation), "")
    mine = judging_visits.of_judges().filter(code=code, study=invitation.study, invitation__persona=invitation.persona)
    return mine.first() if code else None


def _page(request: HttpRequest, visit: Participation, template: str, **context: Any) -> HttpResponse:
    context = {
        "visit": visit,
        "study": visit.study,
        "name": person_judged(visit).name,
        "strangers": are_strangers(visit.study),
        "base": pages.base(visit),
        **context,
    }
    return render(request, template, context)


def _step(request: HttpRequest, visit: Participation, title: str, template: str, **context: Any) -> HttpResponse:
    """A step before the pairs, which are the last one."""
    steps = [Stage.CONSENT, Stage.ABOUT, Stage.INSTRUCTION, Stage.JUDGE]
    if are_strangers(visit.study):
        steps.remove(Stage.ABOUT)
    number = steps.index(Stage(visit.stage)) + 1
    where = _("Step %(number)s of %(of)s") % {"number": number, "of": len(steps)}
    n = n_to_judge(visit.study, person_judged(visit))
    return _page(request, visit, template, title=title, where=where, number=number, of=len(steps), n=n, **context)


def _profile(visit: Participation) -> str:
    """The profile, for those who do not know the person."""
    return profile_of(person_judged(visit)) if are_strangers(visit.study) else ""


@require_safe
@pages.at_any_stage
def resume(request: HttpRequest, visit: Participation) -> HttpResponse:
    """The visit's own address leads to the step it is at."""
    return pages.to_step(visit)


@pages.at_stage(Stage.CONSENT)
def consent(request: HttpRequest, visit: Participation) -> HttpResponse:
    agree = request.POST.get("agree")
    if agree == "no":
        visit.decline()
    elif agree == "yes":
        judging_visits.consent(visit)
    else:
        missing = _("Tick the box to take part, or choose the button below it")
        problems = [("agree", missing)] if request.method == "POST" else []
        text = visit.study.parameters.get("judge_consent", "")
        title = _("Before you begin")
        invented = person_judged(visit).is_invented
        return _step(
            request, visit, title, "turing/judge_consent.html", text=text, invented=invented, problems=problems
        )
    return pages.to_step(visit)


@pages.at_stage(Stage.ABOUT)
def about(request: HttpRequest, visit: Participation) -> HttpResponse:
    form = AboutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        judging_visits.describe(visit, form.cleaned_data)
        return pages.to_step(visit)
    title = _("You and %(name)s") % {"name": person_judged(visit).name}
    return _step(request, visit, title, "turing/judge_about.html", form=form, problems=left_open(form))


@pages.at_stage(Stage.INSTRUCTION)
def instruction(request: HttpRequest, visit: Participation) -> HttpResponse:
    if request.method == "POST":
        try:
            judging_visits.start(visit)
        except NotReady:
            return _not_ready(request)
        return pages.to_step(visit)
    return _step(request, visit, _("How it goes"), "turing/judge_instruction.html", profile=_profile(visit))


@pages.at_stage(Stage.JUDGE)
def judge(request: HttpRequest, visit: Participation) -> HttpResponse:
    form = JudgementForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        judging_visits.choose(
            visit,
            request.POST.get("pair", ""),
            chose_first=form.cleaned_data["choice"] == FIRST,
            sureness=form.cleaned_data["sureness"],
            why=form.cleaned_data["why"],
            latency_ms=form.latency_ms,
        )
        return pages.to_step(visit)
    pair = judging_visits.pair_shown(visit)
    return _pair(request, visit, pair, form) if pair else _no_pair_left(request, visit)


def _no_pair_left(request: HttpRequest, visit: Participation) -> HttpResponse:
    """Where a machine's answers were deleted while somebody judged them."""
    if request.method == "POST":
        judging_visits.finish(visit)
        return pages.to_step(visit)
    return _page(request, visit, "turing/judge_no_more.html", title=_("There are no more pairs"))


def _pair(request: HttpRequest, visit: Participation, pair: ShownPair, form: JudgementForm) -> HttpResponse:
    if form.is_bound and form.data.get("pair") != str(pair.number):  # an old page: what it said is of another pair
        return pages.to_step(visit)
    targets = {"choice": "choice-1", "sureness": "sureness-1", "why": "why"}
    return _page(
        request,
        visit,
        "turing/judge_pair.html",
        title=_("Which answer did %(name)s write?") % {"name": person_judged(visit).name},
        where=_("Pair %(number)s of %(of)s") % {"number": pair.number, "of": pair.of},
        number=pair.number,
        of=pair.of,
        question=pair.question,
        texts=pair.texts,
        form=form,
        problems=[(targets[field], errors[0]) for field, errors in form.errors.items()],
        profile=_profile(visit),
    )


@pages.at_stage(Stage.THANKS)
def thanks(request: HttpRequest, visit: Participation) -> HttpResponse:
    told = bool(visit.study.parameters.get("feedback"))
    right, of = judge_record.number_right(visit) if told else (None, None)
    return _page(request, visit, "turing/judge_thanks.html", title=_("Thank you"), right=right, of=of)


@pages.at_stage(Stage.DECLINED)
def declined(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _page(request, visit, "turing/judge_declined.html", title=_("You do not take part"))


@pages.at_stage(Stage.WITHDRAWN)
def withdrawn(request: HttpRequest, visit: Participation) -> HttpResponse:
    return _page(request, visit, "turing/judge_withdrawn.html", title=_("Your judgements are deleted"))


@require_safe
@pages.until_left
def judgements(request: HttpRequest, visit: Participation) -> HttpResponse:
    """What the lab holds about this judge."""
    record = judge_record.record_of(visit)
    return _page(request, visit, "turing/judge_judgements.html", title=_("Your judgements"), record=record)


@require_safe
@pages.at_any_stage
def download(request: HttpRequest, visit: Participation) -> HttpResponse:
    """The same as one JSON file."""
    return json_file(judge_record.record_of(visit), "my-judgements.json")


@pages.until_left
def withdraw(request: HttpRequest, visit: Participation) -> HttpResponse:
    """Asks once, then deletes."""
    if request.method == "POST":
        return pages.leave(visit, Participation.withdraw)
    return _page(request, visit, "turing/judge_withdraw.html", title=_("Delete all your judgements?"))
