"""The pages of a visit: addresses, cookie and steps, the same for everybody who takes part.

Every address but the first holds the visit's own secret code. That code is what lets a POST in, so these
views need no CSRF token: whoever knows the code may answer, and nobody else can send a form there. A person
whose cookies are gone keeps their typed answers. No view writes on GET: link scanners must not burn a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from apps.core.forgetting import forget_deleted
from apps.core.writing import writing
from apps.studies.models import Participation

Stage = Participation.Stage
Page = Callable[[HttpRequest, Participation], HttpResponse]
View = Callable[..., HttpResponse]
COOKIE_SECONDS = 60 * 24 * 3600


def never_refused(request: HttpRequest, visit: Participation) -> HttpResponse | None:
    return None


@dataclass(frozen=True)
class VisitPages:
    """The pages below one address. `rows` are the visits that have them, with what every step needs;
    `refusal` is the page for who may not go on, whatever the step they are at.
    """

    root: str
    rows: Callable[[], QuerySet[Participation]]
    refusal: Callable[[HttpRequest, Participation], HttpResponse | None] = never_refused

    def base(self, visit: Participation) -> str:
        return f"{self.root}{visit.invitation.code}/{visit.code}/"

    def to_step(self, visit: Participation) -> HttpResponse:
        """Send the browser to the step that the visit is at."""
        return redirect(f"{self.base(visit)}{visit.stage}/")

    def to_begin(self, visit: Participation, cookie: str) -> HttpResponse:
        """Send the browser to the first step, and let it remember the visit."""
        response = self.to_step(visit)
        response.set_cookie(
            cookie,
            visit.code,
            max_age=COOKIE_SECONDS,
            path=self.root,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
        return response

    def visit(self, code: str, visit: str) -> Participation:
        return get_object_or_404(self.rows(), code=visit, invitation__code=code)

    def locked(self, code: str, visit: str) -> Participation:
        """Return the visit, or 404, with its row locked until the transaction ends: two tabs take turns."""
        return get_object_or_404(self.rows().select_for_update(of=("self",)), code=visit, invitation__code=code)

    def at_stage(self, stage: Stage) -> Callable[[Page], View]:
        """Let a step's view see only visits that are at this step; others are sent to where they are.

        A POST runs in one transaction with the visit locked, so of two at once the second finds the
        visit further on.
        """

        def decorate(page: Page) -> View:
            def at(request: HttpRequest, here: Participation) -> HttpResponse:
                refused = self.refusal(request, here)
                return refused or (page(request, here) if here.stage == stage else self.to_step(here))

            @wraps(page)
            def view(request: HttpRequest, code: str, visit: str) -> HttpResponse:
                if request.method != "POST":
                    return at(request, self.visit(code, visit))
                with writing():
                    return at(request, self.locked(code, visit))

            return _without_token(view)

        return decorate

    def at_any_stage(self, page: Page) -> View:
        """Let a view see the visit, wherever it is."""

        @wraps(page)
        def view(request: HttpRequest, code: str, visit: str) -> HttpResponse:
            return page(request, self.visit(code, visit))

        return _without_token(view)

    def until_left(self, page: Page) -> View:
        """The same, but nothing is left to see of who declined or withdrew."""

        @wraps(page)
        def unless_gone(request: HttpRequest, here: Participation) -> HttpResponse:
            return self.to_step(here) if here.has_left else page(request, here)

        return self.at_any_stage(unless_gone)

    def leave(self, visit: Participation, withdraw: Callable[[Participation], None]) -> HttpResponse:
        """Withdraw in a transaction of its own; of two presses at once the second finds it done."""
        with writing():
            here = self.locked(visit.invitation.code, visit.code)
            if not here.has_left:
                withdraw(here)
        transaction.on_commit(forget_deleted, robust=True)
        return self.to_step(here)


def _without_token(view: View) -> View:
    return csrf_exempt(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view)))


def left_open(form: BaseForm) -> list[tuple[str, str]]:
    """For the error summary: where each question without an answer stands, and a sentence."""
    return [
        (field.id_for_label, _("Answer “%(question)s”") % {"question": field.label}) for field in form if field.errors
    ]
