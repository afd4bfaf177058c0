"""What holds on every page of a participant: no copies, no strangers' scripts, no codes in logs."""

import io
import logging

import pytest
from django.test import Client

from apps.core.logs import HideParticipants
from tests.people import PROLIFIC, Person, open_a_study

STAGES = ["consent", "about", "before", "imagine", "after", "thanks"]


@pytest.fixture
def every_page(study):
    """One answer of each page, by what it shows."""
    person = Person(study, PROLIFIC.format("anna"))
    pages = {"start": person.client.get(person.link)}
    for stage in STAGES:
        person = Person(study, PROLIFIC.format(f"anna-{stage}")).go_to(stage)
        pages[stage] = person.open(f"{stage}/")
        if stage in {"consent", "about", "before", "after"}:
            pages[f"{stage}, with errors"] = person.send(f"{stage}/")
    for page in ["answers/", "answers.json", "withdraw/", ""]:
        pages[page or "resume"] = person.open(page)
    pages["draft"] = person.send("draft/")
    pages["withdrawing"] = person.send("withdraw/")
    pages["withdrawn"] = person.open("withdrawn/")
    person = Person(study).go_to("consent")
    pages["declining"] = person.send("consent/", {"agree": "no"})
    pages["declined"] = person.open("declined/")
    return pages


def test_no_page_may_be_kept_by_a_browser_or_a_proxy(every_page):
    kept = {name for name, page in every_page.items() if "no-store" not in page.get("Cache-Control", "")}

    assert kept == set()


def test_no_page_allows_inline_scripts_or_styles(every_page):
    for name, page in every_page.items():
        policy = page["Content-Security-Policy"]
        assert "default-src 'self'" in policy, name
        assert "unsafe" not in policy, name
        assert "frame-ancestors 'none'" in policy, name


def test_no_page_has_inline_scripts_or_styles(every_page):
    for name, page in every_page.items():
        text = page.content.decode()
        assert "<style" not in text, name
        assert " style=" not in text, name
        assert " onclick=" not in text, name
        assert text.count("<script") == text.count("<script src="), name


def test_no_page_tells_another_site_where_the_person_came_from(every_page):
    assert {page["Referrer-Policy"] for page in every_page.values()} == {"same-origin"}


def test_no_address_holds_an_external_id(study):
    person = Person(study, PROLIFIC.format("anna"))

    places = [person.press_start()["Location"], person.agree()["Location"]]

    assert not any("anna" in place or "PROLIFIC" in place for place in places)


def test_pages_of_an_open_study_say_nothing_to_search_for(study):
    """No page of one visit names another one's code."""
    one, other = Person(study).go_to("thanks"), Person(study).go_to("thanks")

    assert other.visit.code not in one.open("thanks/").content.decode()


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("Not Found: %s", ("/p/abcdef/ghijkl/before/",)),
        ('"GET /p/abcdef/?PROLIFIC_PID=anna HTTP/1.1" 200', ()),
        ("%s: %d", ("/p/abcdef/ghijkl/answers.json", 500)),
    ],
)
def test_a_log_line_never_holds_a_code_or_an_id(message, args):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)

    assert HideParticipants().filter(record)

    line = record.getMessage()
    assert "/p/..." in line
    assert not any(secret in line for secret in ("abcdef", "ghijkl", "anna"))


def test_what_is_no_participants_address_stays_in_the_log():
    record = logging.LogRecord("x", logging.INFO, "", 0, "GET %s", ("/boards/emotion/",), None)

    HideParticipants().filter(record)

    assert record.getMessage() == "GET /boards/emotion/"


def test_the_servers_own_log_hides_the_code(study):
    handlers = [
        one for one in logging.getLogger().handlers if any(isinstance(f, HideParticipants) for f in one.filters)
    ]
    said = io.StringIO()
    usual = handlers[0].setStream(said)
    person = Person(study).go_to("consent")

    Client().get(f"{person.base}nowhere/")
    Client().put(f"{person.base}before/")

    handlers[0].setStream(usual)
    assert said.getvalue().count("/p/...") == 2
    assert person.visit.code not in said.getvalue()


def test_a_secure_site_sends_the_cookie_only_over_https(study, settings):
    settings.HTTPS = True

    cookie = Person(study).press_start().cookies[f"visit-{study.pk}"]

    assert cookie["secure"]


def test_a_closed_study_is_not_kept_either(instruments, researcher):
    study = open_a_study(researcher, retention_date="2090-01-01")
    person = Person(study)
    type(study).objects.update(retention_date="2020-01-01")

    page = person.client.get(person.link)

    assert page.status_code == 410
    assert "no-store" in page["Cache-Control"]
