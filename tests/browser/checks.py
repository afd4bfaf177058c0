"""What every page must pass, whatever it shows."""

from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()


def check(page):
    """All three, on the page as it stands now."""
    axe(page)
    fits(page)
    quiet(page)


def axe(page):
    """axe-core finds no accessibility violation."""
    if page.javascript:
        results = AXE.run(page)
    else:
        with copy_for_axe(page) as copy:
            results = AXE.run(copy)

    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


@contextmanager
def copy_for_axe(page):
    """Open the same document where axe can run: it is a script, and waits for ever where scripts are off."""
    document, headers = page.content(), {"Content-Security-Policy": "script-src 'none'"}
    context = page.context.browser.new_context(viewport=page.viewport_size)
    copy = context.new_page()
    copy.route(page.url, lambda route: route.fulfill(body=document, content_type="text/html", headers=headers))
    copy.goto(page.url)
    yield copy
    context.close()


def fits(page):
    """Nothing makes the page scroll sideways."""
    wide = page.evaluate(
        """() => [...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
            .slice(0, 5).map(e => e.outerHTML.slice(0, 120))"""
    )
    scrolls = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

    assert not scrolls, f"{page.url} is wider than its window, perhaps by: {wide}"


def quiet(page):
    """No script failed, nothing was missing, and the Content-Security-Policy stopped nothing."""
    assert page.complaints == [], f"{page.url}: {page.complaints}"
