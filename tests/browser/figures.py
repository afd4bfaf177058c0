"""The figure of a board: drawn by the library once it is seen, from the same numbers as the table."""

import json

from playwright.sync_api import expect


def drawn(page):
    """The figure is drawn once it is seen; until then the server's drawing stands there."""
    page.locator("#figure").evaluate("box => box.scrollIntoView()")
    return expect(page.locator("#figure .main-svg").first)


def traces(page):
    """Return the traces that the page holds, and those that the library has drawn."""
    told = json.loads(page.locator("#figure-data").text_content())["data"]
    return told, page.evaluate("document.getElementById('figure').data.map(t => ({name: t.name, x: t.x, y: t.y}))")
