"""The private pages of a person who is imitated. Every address holds the person's own secret code.

That code is what lets a POST in, so these views need no CSRF token: whoever knows the code may write,
and nobody else can send a form there. No view here writes on GET: link scanners must not begin anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from apps.benchmarks.echo.profile import hints
from apps.core.downloads import json_file
from apps.core.forgetting import forget_deleted
from apps.core.writing import writing as write_transaction
from apps.personas import steps
from apps.personas.forms import LONGEST, PermissionsForm, read_texts
from apps.personas.models import Persona
from apps.studies.characters import profile_form
from apps.turing import people, writing
from apps.turing.boxes import Box, is_empty, too_long
from apps.turing.judging_visits import are_strangers
from apps.turing.me import Me, Step, me
from apps.turing.mine import answers_of, holdings_of, record_of

Problems = Mapping[str, str]
HELD = {
    "answers": ngettext_lazy("%(n)s answer of yours", "%(n)s answers of yours", "n"),
    "machine_answers": ngettext_lazy(
        "%(n)s answer that a machine gave as if it were you",
        "%(n)s answers that machines gave as if they were you",
        "n",
    ),
    "pairs": ngettext_lazy("%(n)s pair of answers", "%(n)s pairs of answers", "n"),
    "judgements": ngettext_lazy("%(n)s judgement of a pair", "%(n)s judgements of pairs", "n"),
    "requests": ngettext_lazy(
        "%(n)s request to a language model, with its reply",
        "%(n)s requests to language models, with their replies",
        "n",
    ),
}


def of_person(*methods: str, withdraws: bool = False) -> Callable[..., Callable[..., HttpResponse]]:
    """Give a view the person whose link it is; say so kindly when the link leads nowhere (any more).

    A POST runs in one transaction with the person's row locked, so two tabs take turns; after the study's
    retention date it is refused. Withdrawing is never refused, and has transactions of its own.
    """

    def decorate(view: Callable[[HttpRequest, Me], HttpResponse]) -> Callable[..., HttpResponse]:
        def found(request: HttpRequest, code: str, locked: bool) -> HttpResponse:
            rows = Persona.objects.select_for_update(of=("self",)) if locked else Persona.objects.all()
            here = me(code, rows)
            if here is None:
                return render(request, "turing/me_gone.html", status=404)
            return _closed(request, here) if locked and here.study.has_expired else view(request, here)

        @wraps(view)
        def wrapped(request: HttpRequest, code: str) -> HttpResponse:
            if request.method != "POST" or withdraws:
                return found(request, code, locked=False)
            with write_transaction():
                return found(request, code, locked=True)

        return csrf_exempt(never_cache(require_http_methods(methods)(wrapped)))

    return decorate


def _page(request: HttpRequest, here: Me, template: str, title: str, **context: Any) -> HttpResponse:
    context = {
        "me": here,
        "persona": here.persona,
        "study": here.study,
        "strangers": are_strangers(here.study),
        "title": title,
        "base": _base(here),
        **context,
    }
    return render(request, template, context)


def _base(here: Me) -> str:
    return f"/me/{here.persona.code}/"


def _closed(request: HttpRequest, here: Me) -> HttpResponse:
    return render(
        request, "turing/me_closed.html", {"title": _("The study is closed"), "base": _base(here)}, status=410
    )


@of_person("GET", "HEAD")
def home(request: HttpRequest, here: Me) -> HttpResponse:
    """What this is, what is asked next, what is kept."""
    return _page(request, here, "turing/me_home.html", _("Your page"), permissions=steps.permissions(here.persona))


@of_person("GET", "HEAD", "POST")
def consent(request: HttpRequest, here: Me) -> HttpResponse:
    """Three permissions, each by itself, now and later."""
    if here.step in {Step.NOT_OPEN, Step.CLOSED}:
        return redirect(_base(here))
    form = PermissionsForm(request.POST if request.method == "POST" else None, initial=steps.permissions(here.persona))
    if form.is_valid():
        given = [name for name, is_given in form.cleaned_data.items() if is_given]
        steps.permit(here.persona, given, here.study.consent_version)
        return redirect(_base(here))
    return _page(request, here, "turing/me_consent.html", _("Your permissions"), form=form)


@of_person("GET", "HEAD", "POST")
def profile(request: HttpRequest, here: Me) -> HttpResponse:
    """The ten topics on one page: typed, looked over once, sent."""
    if here.step != Step.PROFILE:
        return _profile_as_sent(request, here)
    if request.method != "POST":
        return _profile_page(request, here, steps.typed(here.persona))
    texts = read_texts(request.POST, _codes_asked(here))
    steps.keep_draft(here.persona, texts)
    if "save" in request.POST:
        return redirect(_base(here))
    if problems := _wrong_in_profile(texts):
        return _profile_page(request, here, texts, problems)
    odd = {} if "looked_over" in request.POST else hints(texts)
    if odd:
        return _profile_page(request, here, texts, odd, is_warning=True)
    steps.send(here.persona, texts)
    return redirect(_base(here))


def _wrong_in_profile(texts: dict[str, str]) -> Problems:
    if all(is_empty(text) for text in texts.values()):
        return {profile_form().questions[0].code: _("Write something about yourself before you send it.")}
    return too_long(texts)


def _profile_page(
    request: HttpRequest, here: Me, texts: Mapping[str, str], problems: Problems | None = None, is_warning: bool = False
) -> HttpResponse:
    form, problems = profile_form(), problems or {}
    groups = [
        (
            title,
            [
                Box(one.code, one.title, one.text, texts.get(one.code, ""), one.hint, problems.get(one.code, ""))
                for one in form.questions
                if one.group == group
            ],
        )
        for group, title in form.groups.items()
    ]
    boxes = [box for _title, group in groups for box in group]
    return _boxes_page(
        request, here, "turing/me_profile.html", _("Your profile"), boxes, groups=groups, is_warning=is_warning
    )


def _profile_as_sent(request: HttpRequest, here: Me) -> HttpResponse:
    if request.method == "POST" or not here.has_sent_profile:
        return redirect(_base(here))
    told = [(one.text, here.persona.profile.get(one.code, "")) for one in profile_form().questions]
    return _page(request, here, "turing/me_told.html", _("Your profile"), told=told)


@of_person("GET", "HEAD", "POST")
def questions(request: HttpRequest, here: Me) -> HttpResponse:
    """The ten questions on one page; the answers are stored once."""
    if here.step == Step.DONE and request.method != "POST":
        told = [(answer["question"], answer["typed"]) for answer in answers_of(here)]
        return _page(request, here, "turing/me_told.html", _("Your answers"), told=told)
    if here.step != Step.QUESTIONS:
        return redirect(_base(here))
    if request.method != "POST":
        return _questions_page(request, here, here.sitting.draft if here.sitting else {})
    texts = read_texts(request.POST, _codes_asked(here))
    problems = {} if "save" in request.POST else _wrong_in_answers(here, texts)
    if "save" in request.POST or problems:
        writing.keep_draft(here.condition, texts)
        return _questions_page(request, here, texts, problems) if problems else redirect(_base(here))
    writing.answer(here.condition, texts)
    return redirect(_base(here))


def _wrong_in_answers(here: Me, texts: dict[str, str]) -> Problems:
    empty = {code: _("Write an answer here.") for code in here.questions if is_empty(texts.get(code, ""))}
    return empty | too_long(texts)


def _questions_page(
    request: HttpRequest, here: Me, texts: Mapping[str, str], problems: Problems | None = None
) -> HttpResponse:
    boxes = [
        Box(
            code=code,
            title=_("Question %(number)s") % {"number": number},
            question=question,
            text=texts.get(code, ""),
            problem=(problems or {}).get(code, ""),
        )
        for number, (code, question) in enumerate(here.questions.items(), 1)
    ]
    return _boxes_page(request, here, "turing/me_questions.html", _("Ten questions"), boxes)


def _boxes_page(
    request: HttpRequest, here: Me, template: str, title: str, boxes: list[Box], **context: Any
) -> HttpResponse:
    wrong = [box for box in boxes if box.problem]
    return _page(request, here, template, title, boxes=boxes, wrong=wrong, longest=f"{LONGEST:,}", **context)


@of_person("POST")
def draft(request: HttpRequest, here: Me) -> HttpResponse:
    """Keep one text as it is typed, and answer with its number of words. Sent by the pages themselves."""
    texts = read_texts(request.POST, _codes_asked(here))
    if not texts:  # it was sent in the meantime, and what was sent stands
        return HttpResponse(status=204)
    if here.step == Step.PROFILE:
        steps.keep_draft(here.persona, texts)
    else:
        writing.keep_draft(here.condition, texts)
    box = Box(*next((code, "", "", text) for code, text in texts.items()))
    return render(request, "turing/_me_note.html", {"box": box, "is_saved": True})


def _codes_asked(here: Me) -> list[str]:
    if here.step == Step.PROFILE:
        return [question.code for question in profile_form().questions]
    return list(here.questions) if here.step == Step.QUESTIONS else []


@of_person("GET", "HEAD")
def download(request: HttpRequest, here: Me) -> HttpResponse:
    """All that is stored about this person as one JSON file."""
    return json_file(record_of(here), "my-data.json")


@of_person("GET", "HEAD", "POST", withdraws=True)
def withdraw(request: HttpRequest, here: Me) -> HttpResponse:
    """Asks once and says what goes, then deletes."""
    if request.method != "POST":
        goes = _in_words(here)
        return _page(request, here, "turing/me_withdraw.html", _("Delete everything?"), goes=goes)
    people.withdraw(here.persona)
    transaction.on_commit(forget_deleted, robust=True)
    return redirect("turing_me:withdrawn")


def _in_words(here: Me) -> list[str]:
    counted = [HELD[name] % {"n": n} for name, n in asdict(holdings_of(here.persona)).items()]
    return [_("your name, your permissions and your profile, sent or not"), *counted]


@require_safe
def withdrawn(request: HttpRequest) -> HttpResponse:
    """Says that it is done; nobody's page, so it holds nothing of anybody."""
    return render(request, "turing/me_withdrawn.html", {"title": _("Everything is deleted")})
