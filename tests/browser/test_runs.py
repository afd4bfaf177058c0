"""Models and runs in Chromium: every page at both widths, and a run that is watched from start to end."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from django.conf import settings
from django.db import connection

from apps.asgi import application
from apps.runs.baselines import ensure_baselines
from apps.runs.models import Run
from apps.studies.models import LanguageModel, Sitting
from tests.browser.checks import check
from tests.inference.server import ModelServer, Say, chat
from tests.machines import plan_a_run, work_through

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ALL_THREES = chat("\n".join(f"{number}: 3" for number in range(1, 21))).body


@pytest.fixture
def models(study, researcher):
    """Rosa, made an administrator, and every baseline."""
    researcher.is_superuser = researcher.is_staff = True
    researcher.save()
    ensure_baselines()


@pytest.fixture
def uniform(models):
    return LanguageModel.objects.get(slug="uniform")


@pytest.fixture
def slow_server():
    """A server whose answers come one by one over four seconds, so that there is something to watch."""
    with ModelServer(lambda call: Say(ALL_THREES, delay_s=0.4 * (call.number + 1))) as server:
        yield server


@pytest.fixture
def slow(models, slow_server):
    return LanguageModel.objects.create(
        slug="slow", label="Slow", engine="openai", name="slow", base_url=slow_server.url, input_price=1
    )


@pytest.fixture
def sockets(settings):
    """The process for websockets, here as a thread; pages are told where it is."""
    server = uvicorn.Server(uvicorn.Config(application, port=0, lifespan="off", log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    settings.WEBSOCKET_ORIGIN = f"ws://localhost:{port}"
    policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    allowed = [*policy["connect-src"], settings.WEBSOCKET_ORIGIN]
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": {**policy, "connect-src": allowed}}
    yield
    server.should_exit = True
    thread.join(5)


@pytest.fixture
def worker(db):
    """A Celery worker as on any machine: a process of its own on the same database and the same queue."""
    if settings.REDIS_URL or connection.vendor != "sqlite":
        pytest.skip("the worker of this test is for the embedded mode")
    address = {"DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}", "DATA_DIR": str(settings.DATA_DIR)}
    options = ["--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "ERROR"]
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "celery", "--quiet", "-A", "apps.celery", "worker", *options],
        cwd=settings.BASE_DIR, env=os.environ | address | {"DJANGO_SETTINGS_MODULE": "apps.settings"},
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()


def in_a_thread(call, *args):
    """Playwright keeps an event loop in this one, and work on a run begins another."""

    def alone():
        try:
            return call(*args)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(alone).result()


def start(page, study, label):
    """Fill the form as a researcher does, and press both buttons."""
    page.goto(f"/runs/new/?study={study.slug}")
    page.select_option("[name=language_model]", label=label)
    page.click("text=Show what it will take")
    page.click("#start")
    page.evaluate("window.sameDocument = true")


def is_done(page):
    page.locator("#live[data-state=done]").wait_for(timeout=60_000)
    assert page.evaluate("window.sameDocument") is True
    assert page.locator("[data-fact=done]").text_content() == "11 of 11"
    # The table below is of the state now, too.
    page.locator("#sittings td:has-text('completed')").first.wait_for()
    assert page.locator("#sittings td:has-text('open')").count() == 0


def test_a_run_is_watched_through_the_socket_to_its_end(page, signed_in, study, slow, sockets, worker):
    signed_in(page)
    frames, polls = [], []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda sent: frames.append(sent)))
    page.on("request", lambda request: polls.append(request.url) if "hx-request" in request.headers else None)

    start(page, study, "Slow")
    is_done(page)

    assert len(frames) > 4
    assert len(polls) == 1, "only the end brings the fragment"
    check(page)


def test_without_the_socket_the_page_asks_every_three_seconds(page, signed_in, study, slow, settings, worker):
    settings.WEBSOCKET_ORIGIN = "ws://localhost:1"
    signed_in(page)
    polls = []
    page.on("request", lambda request: polls.append(request.url) if "hx-request" in request.headers else None)

    start(page, study, "Slow")
    is_done(page)

    assert len(polls) >= 2
    # That nothing answered there is what the browser complains of, and nothing else.
    assert all("localhost:1" in said for said in page.complaints)


def test_a_run_can_be_followed_without_javascript(plain_page, signed_in, study, uniform):
    signed_in(plain_page)
    plain_page.goto(f"/runs/new/?study={study.slug}")
    plain_page.select_option("[name=language_model]", label="Uniform answers")
    plain_page.click("text=Show what it will take")
    plain_page.click("#start")
    plain_page.click("#pause")

    in_a_thread(work_through, Run.objects.get())
    plain_page.reload()

    assert plain_page.locator("[data-fact=done]").text_content() == "11 of 11"
    check(plain_page)


def test_the_budget_someone_types_survives_the_news(page, signed_in, study, slow, settings):
    settings.WEBSOCKET_ORIGIN = "ws://localhost:1"
    run = plan_a_run(study, slow)
    Run.objects.filter(pk=run.pk).update(state="running")
    signed_in(page)
    page.goto(f"/runs/{run.pk}/")

    page.fill("#id_budget", "7.5")
    with page.expect_response(lambda response: "hx-request" in response.request.headers):
        Run.objects.filter(pk=run.pk).update(n_done=5)
    page.locator("[data-fact=done]:has-text('5 of 11')").wait_for()

    assert page.locator("#id_budget").input_value() == "7.5"


def test_the_form_shows_kinds_only_when_they_are_chosen_among(page, signed_in, study, uniform):
    signed_in(page)
    page.goto(f"/runs/new/?study={study.slug}")
    assert not page.locator("#id_factors").is_visible()

    page.check("[name=scope][value=some]")

    assert page.locator("#id_factors").is_visible()
    page.locator("summary").first.click()
    check(page)


def test_the_form_of_a_model_shows_what_its_engine_needs(page, signed_in, models):
    signed_in(page)
    page.goto("/language-models/new/")
    assert page.locator("[name=address]").is_visible()
    check(page)

    page.check("[name=engine][value=transformers]")

    assert not page.locator("[name=address]").is_visible()
    check(page)


def test_every_page_is_accessible_and_fits(page, signed_in, study, uniform, slow):
    done = in_a_thread(work_through, plan_a_run(study, uniform, repeats=6))
    planned = plan_a_run(study, slow)
    failed = plan_a_run(study, slow, temperature=1)
    Run.objects.filter(pk=failed.pk).update(state="failed", reason="Nothing answers at localhost. " * 8, budget=1)
    LanguageModel.objects.filter(slug="slow").update(capabilities={"problem": "Nothing answers there. " * 9})
    sitting = Sitting.objects.filter(respondent=done.respondent).first()
    signed_in(page)

    for address in [
        "/language-models/", "/language-models/slow/", "/language-models/slow/edit/",
        "/runs/", "/runs/new/", f"/runs/new/?study={study.slug}",
        f"/runs/{done.pk}/", f"/runs/{done.pk}/?show=failed", f"/runs/{planned.pk}/", f"/runs/{failed.pk}/",
        f"/runs/{done.pk}/sittings/{sitting.code}/", f"/studies/{study.slug}/",
    ]:  # fmt: skip
        page.goto(address)
        for closed in page.locator("main details").all():
            closed.evaluate("details => { details.open = true }")
        check(page)


def test_a_refused_form_and_a_refused_person_are_told_so_accessibly(page, signed_in, study, researcher):
    signed_in(page)

    page.goto("/language-models/new/")
    assert page.locator("h1").text_content() == "This is not yours to do"
    page.complaints.clear()  # Chromium logs every 403
    check(page)

    page.goto(f"/runs/new/?study={study.slug}")
    page.click("text=Show what it will take")
    page.evaluate("document.querySelector('form.asks-model').noValidate = true")
    page.click("text=Show what it will take")
    page.locator(".problem").wait_for()
    check(page)
