"""What simulated people do on the pages. At each step that yields, somebody may leave for good.

Yielding WAIT says that nothing more can be done before the researcher has done their part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random

from apps.turing.simulation.browser import Browser, TurnedAway, Unexpected
from apps.turing.simulation.pages import Page

GO_ON, WAIT = "go on", "wait"
Steps = Iterator[str]
# How many steps each yields; who leaves does so after one of them.
PERSON_STEPS, JUDGE_STEPS, PARTICIPANT_STEPS = 2, 13, 5
MOST_STEPS = 50


def be_imitated(browser: Browser, address: str, profile: Mapping[str, str], answers: Mapping[str, str]) -> Steps:
    """Allow everything and send a profile; once it is accepted and questions are drawn, answer them."""
    form = _follow(browser, browser.open(address), "/consent/").form
    page = browser.submit(form, {name: one.values[0] for name, one in form.fields.items()})
    yield GO_ON
    page = browser.send(_follow(browser, page, "/profile/").form, profile)
    if not page.was_taken:  # it asks for a second look, and the profile is meant so
        browser.submit(page.form, {})
    browser.acknowledged["profiles"] += 1
    yield WAIT
    browser.submit(_follow(browser, browser.open(address), "/questions/").form, answers)
    browser.acknowledged["answers"] += len(answers)


def judge(browser: Browser, address: str, written: Collection[str], accuracy: float, rng: Random) -> Steps:
    """Judge the pairs; each time the person's own answer is found with a probability of `accuracy`."""
    page = _begin(browser, address)
    for _step in range(MOST_STEPS):
        yield GO_ON
        choices = page.form.at_random(rng)
        is_pair = "choice" in choices
        if is_pair:
            choices["choice"] = _choice(page, written, is_right=rng.random() < accuracy)
        page = browser.submit(page.form, choices)
        browser.acknowledged["judgements"] += is_pair
        if not page.forms:
            return
    raise Unexpected("judge: the pairs do not end")


def take_part(browser: Browser, address: str, rng: Random) -> Steps:
    """Rate one's feelings, read a situation, and rate them again, as chance has it."""
    page = _begin(browser, address)
    for _step in range(MOST_STEPS):
        yield GO_ON
        form = page.form
        page = browser.submit(form, form.at_random(rng))
        browser.acknowledged["ratings"] += sum(one.kind == "radio" for one in form.fields.values())
        if not page.forms:
            return
    raise Unexpected("survey: the pages do not end")


def _begin(browser: Browser, address: str) -> Page:
    page = browser.open(address)
    if not page.forms:  # it says that there is nothing to do yet, or any more
        raise TurnedAway
    return browser.submit(page.form, {})


def _follow(browser: Browser, page: Page, end: str) -> Page:
    return browser.open(page.link(end))


def _choice(page: Page, written: Collection[str], is_right: bool) -> str:
    """Return the value of the answer to choose; where nothing is known of either, it is an error."""
    field = page.form.fields["choice"]
    theirs = [page.texts[name].strip() in written for name in field.described_by]
    if not any(theirs):
        raise Unexpected("judge: neither answer is the person’s")
    return field.values[theirs.index(True) if is_right or all(theirs) else theirs.index(False)]
