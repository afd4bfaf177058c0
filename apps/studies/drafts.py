"""What becomes of a researcher's study of any kind, and what the page says about it: saved, opened, closed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.core.writing import writing
from apps.studies.forms import PlanForm
from apps.studies.models import Study
from apps.studies.opening import CannotOpen, open_study


def may_change(request: HttpRequest, study: Study) -> bool:
    """Is it a draft still? Who opens it at this moment was first, or waits: call in a transaction."""
    study.lock()
    if study.opened_at:
        messages.info(request, _("An open study is frozen and cannot be changed."))
    return not study.opened_at


def saved(request: HttpRequest, form: PlanForm, sentence: str) -> Study | None:
    """Return the study as it was sent; None where nothing was sent, or something in it is wrong."""
    if request.method != "POST" or not form.is_valid():
        return None
    form.instance.owner = form.instance.owner or request.user
    study = form.save()
    messages.success(request, sentence)
    return study


def open_and_say(request: HttpRequest, study: Study, sentence: str) -> None:
    try:
        with writing():
            open_study(study)
    except CannotOpen as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, sentence)


def close_and_say(request: HttpRequest, study: Study) -> None:
    if study.is_open:
        study.close()
        messages.success(request, _("Closed. Whoever has begun may still finish."))
