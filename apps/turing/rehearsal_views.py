"""The end of a rehearsal: the study and all that simulated people left in it, deleted."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.studies.views import own_study
from apps.turing.simulation import copies


@login_required
@require_POST
def delete_rehearsal(request: HttpRequest, slug: str) -> HttpResponse:
    """For a rehearsal of any kind of study; of a study with real people there is no such address."""
    study = own_study(request, slug)
    if not study.is_rehearsal:
        raise Http404
    copies.delete(study)
    messages.success(request, _("The rehearsal is deleted, with everything in it."))
    return redirect("studies:index")
