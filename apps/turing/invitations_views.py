"""The page of links for judges: made, copied, and taken back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from apps.core.writing import writing
from apps.studies.models import Invitation, Study
from apps.studies.views import problems
from apps.turing.invitations import judged_of, make_links
from apps.turing.invitations_form import ONE_EACH, InvitationsForm
from apps.turing.people import people
from apps.turing.phases_page import rows_of
from apps.turing.views import own_test


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    study = own_test(request, slug)
    form = InvitationsForm(rows_of(study), request.POST if request.method == "POST" else None)
    if request.method == "POST" and not study.is_open:
        messages.error(request, _("Only an open study takes judges."))
        return redirect("turing:invitations", study.slug)
    if request.method == "POST" and form.is_valid():
        return _make(request, study, form)
    context = {
        "here": "studies",
        "study": study,
        "form": form,
        "problems": problems(form),
        "judged": judged_of(request, study),
    }
    return render(request, "turing/invitations.html", context)


def _make(request: HttpRequest, study: Study, form: InvitationsForm) -> HttpResponse:
    said = form.cleaned_data
    persona, n = get_object_or_404(people(study), slug=said["person"]), said["number"]
    with writing():
        make_links(study, persona, n, 1 if said["uses"] == ONE_EACH else None, said["last_day"], said["note"])
    messages.success(request, ngettext("%(n)d link is made.", "%(n)d links are made.", n) % {"n": n})
    return redirect("turing:invitations", study.slug)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Nobody comes in by this link any more; who has begun may finish."""
    study = own_test(request, slug)
    with writing():
        invitation = get_object_or_404(
            Invitation.objects.select_for_update(of=("self",)), pk=pk, study=study, persona__isnull=False
        )
        if not invitation.has_expired:
            invitation.expires_at = timezone.now()
            invitation.save(update_fields=["expires_at"])
    messages.success(request, _("The link is withdrawn. Whoever has begun may still finish."))
    return redirect("turing:invitations", study.slug)
