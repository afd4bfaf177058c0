"""Chromium on the real pages, driven by Playwright."""

import pytest
from playwright.sync_api import sync_playwright

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # root, as in a container, has none
]
PHONE, DESK = 390, 1280
HEIGHTS = {PHONE: 844, DESK: 800}


@pytest.fixture(scope="module")
def browser(chromium):
    """One Chromium for a file of tests.

    Playwright keeps an event loop in this thread, and Django refuses the database where one
    runs; it is gone, with the permission, before the next file of tests begins.
    """
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page_at(browser, live_server):
    """Return `open(width, javascript=True)`: a page in a browser profile of its own, on our live server.

    `page.complaints` collects what the console, a script or the Content-Security-Policy had to say.
    """
    contexts = []

    def open(width=DESK, javascript=True):
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": HEIGHTS[width]},
            is_mobile=width == PHONE,
            has_touch=width == PHONE,
            java_script_enabled=javascript,
            reduced_motion="reduce",  # else axe may see a colour on its way to another
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.javascript = javascript
        page.complaints = []
        page.on("console", lambda said: said.type in {"error", "warning"} and page.complaints.append(said.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        return page

    yield open
    for context in contexts:
        context.close()


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def page(request, page_at):
    """A page with JavaScript, once on a phone and once on a desk."""
    return page_at(request.param)


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def plain_page(request, page_at):
    """A page without JavaScript, once on a phone and once on a desk."""
    return page_at(request.param, javascript=False)


@pytest.fixture(
    params=[(PHONE, True), (DESK, True), (PHONE, False), (DESK, False)],
    ids=["phone", "desk", "phone without JavaScript", "desk without JavaScript"],
)
def any_page(request, page_at):
    """All four of them."""
    return page_at(*request.param)


@pytest.fixture
def signed_in(researcher, client):
    """Return `sign_in(page)`, which gives a page Rosa's session without walking through the form."""

    def sign_in(page):
        client.force_login(researcher)
        cookie = client.cookies["sessionid"]
        page.context.add_cookies(
            [{"name": "sessionid", "value": cookie.value, "domain": "localhost", "path": "/", "httpOnly": True}]
        )

    return sign_in
