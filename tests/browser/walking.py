"""A participant's steps in Chromium: what is clicked, and what must hold on every page."""

import re

from playwright.sync_api import Page, expect

from apps.studies.models import Study
from tests.browser.checks import axe, check, fits, quiet
from tests.people import link_of

ABOUT = {"age": "25-34", "gender": "female", "country": "DE", "education": "bachelor", "employment": "employed"}
TITLES = {
    "consent": "Before you begin",
    "about": "Five questions about you",
    "before": "How do you feel right now?",
    "imagine": "Imagine this",
    "after": "How would you feel in that situation?",
    "thanks": "Thank you",
}
STEPS = list(TITLES)


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def begin(page: Page, study: Study, query: str = "") -> None:
    page.goto(link_of(study) + query)
    press(page, "Start")


def agree(page: Page) -> None:
    page.get_by_role("checkbox").check()
    press(page, "Continue")


def tell(page: Page) -> None:
    for question, answer in ABOUT.items():
        page.locator(f"#id_{question}").select_option(answer)
    press(page, "Continue")


def rate(page: Page, rating: int, but: tuple[str, ...] = ()) -> None:
    for code in codes(page):
        if code not in but:
            choose(page, code, rating)


def fill(page: Page, rating: int) -> None:
    """Rate everything at once: for pages that a test only has to get past."""
    page.evaluate(f"document.querySelectorAll('fieldset.item input[value=\"{rating}\"]').forEach((one) => one.click())")


def choose(page: Page, code: str, rating: int) -> None:
    page.locator(f"label:has(input[name={code}][value='{rating}'])").click()


def codes(page: Page) -> list[str]:
    return [one.get_attribute("name") for one in page.locator("fieldset.item input[value='1']").all()]


def chosen(page: Page) -> dict[str, str]:
    return {
        one.get_attribute("name"): one.get_attribute("value") for one in page.locator("fieldset.item :checked").all()
    }


def walk_to(page: Page, study: Study, step: str, query: str = "") -> None:
    """Take every step up to the page of this one."""
    begin(page, study, query)
    for there, take in zip(
        STEPS,
        [
            lambda: agree(page),
            lambda: tell(page),
            lambda: (fill(page, 3), press(page, "Continue")),
            lambda: press(page, "I can picture it"),
            lambda: (fill(page, 4), press(page, "Finish")),
            lambda: None,
        ],
        strict=True,
    ):
        arrived(page, there)
        if there == step:
            return
        take()


def arrived(page: Page, step: str) -> None:
    """The step's page is there, with its address and its title."""
    expect(page).to_have_url(re.compile(rf"/{step}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[step])
    number = f" · step {STEPS.index(step) + 1} of 5" if step != "thanks" else ""
    expect(page).to_have_title(f"{TITLES[step]}{number} · Likeness")


def check_thoroughly(page: Page) -> None:
    """Width and console everywhere; axe where scripts run (the document is the same), by day and by night."""
    if not page.javascript:
        fits(page)
        quiet(page)
        return
    check(page)
    page.emulate_media(color_scheme="dark")
    axe(page)
    page.emulate_media(color_scheme="light")


def stepped_to(page: Page, step: str) -> None:
    """The step was swapped in: the focus is where the reader begins."""
    arrived(page, step)
    focused_on_heading(page)


def focused_on_heading(page: Page) -> None:
    if page.javascript:
        expect(page.get_by_role("heading", level=1)).to_be_focused()
