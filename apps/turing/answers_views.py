"""The page of all answers: read, decided on where a text may give its writer away, and made into pairs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.benchmarks.echo.phases import WRITING
from apps.core.writing import writing
from apps.studies.models import Pair, Response, Sitting, Study
from apps.turing import decisions
from apps.turing.answers import MISSING, SHOWN, WAITING, WITHHELD, people_of
from apps.turing.pairing import prepare
from apps.turing.views import own_test


@login_required
@never_cache
@require_safe
def answers(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    return render(request, "turing/answers.html", {"here": "studies", "study": study, **_chosen(request, study)})


def _chosen(request: HttpRequest, study: Study) -> dict[str, Any]:
    """All states of one person, or one state of everybody: a page that can still be read."""
    everybody = people_of(study)
    shows = {
        "": _("all answers"), WAITING: _("waiting for a decision"), WITHHELD: _("withheld"), MISSING: _("missing"),
        SHOWN: _("judges may see"),
    }  # fmt: skip
    show = request.GET.get("show", "")
    show = show if show in shows else ""
    handle = request.GET.get("person", "")
    picked = [one for one in everybody if one.persona.slug == handle]
    handle = handle if picked else ""
    if not picked:
        picked = everybody[:1] if not show else everybody
    return {
        "people": everybody,
        "picked": [one for one in (one.only(show) for one in picked) if one.asked],
        "handle": handle,
        "show": show,
        "shows": shows,
        "waiting": sum(one.waiting for one in everybody),
        "n_pairs": Pair.objects.filter(human_response__sitting__study=study).count(),
    }


@login_required
@require_POST
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a text to judges, or withhold it."""
    study = own_test(request, slug)
    is_shown = request.POST.get("decision") == "show"
    with writing():
        written = Response.objects.select_related("sitting__condition__persona").filter(missing="")
        response = get_object_or_404(
            written, pk=pk, sitting__study=study, sitting__condition__group=WRITING,
            sitting__state=Sitting.State.COMPLETED,
        )  # fmt: skip
        try:
            if is_shown:
                decisions.let_through(response, request.user)
                messages.success(request, _("Judges may see this text. Prepare the pairs to put it before them."))
            else:
                gone, left = decisions.withhold(response, request.user)
                messages.success(request, _withheld(gone, left))
        except decisions.TooLate:
            messages.error(request, _("Somebody has been shown this text, so the decision on it stands."))
    return redirect(_back(request, study) + f"#answer-{pk}")


def _withheld(gone: int, left: int) -> str:
    parts = [_("The text is withheld.")]
    if gone:
        parts.append(ngettext("%(n)d pair is taken back.", "%(n)d pairs are taken back.", gone) % {"n": gone})
    if left:
        stay = ngettext(
            "%(n)d pair stays with its judgements: somebody has been shown it, or a run is planned with it.",
            "%(n)d pairs stay with their judgements: somebody has been shown them, or a run is planned with them.",
            left,
        )
        parts.append(stay % {"n": left})
    return " ".join(parts)


def _back(request: HttpRequest, study: Study) -> str:
    """Return the page with the choice that the button stood on."""
    query = request.GET.urlencode()
    return reverse("turing:answers", args=[study.slug]) + (f"?{query}" if query else "")


@login_required
@require_POST
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the pairs of all answers that judges may see."""
    study = own_test(request, slug)
    with writing():
        new = prepare(study)
    everybody = people_of(study)
    held = sum(
        answer.state in {WAITING, WITHHELD} for one in everybody for asked in one.asked for answer in asked.answers
    )
    parts = [ngettext("%(n)d new pair.", "%(n)d new pairs.", new) % {"n": new} if new else _("No new pairs.")]
    if held:
        sentence = ngettext("%(n)d text is still held back.", "%(n)d texts are still held back.", held)
        parts.append(sentence % {"n": held})
    messages.success(request, " ".join(parts))
    return redirect("turing:answers", study.slug)
