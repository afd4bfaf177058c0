"""Figures in Chromium: the server's drawing gives way to Plotly's without a jump, names switch lines, files come."""

import base64
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import expect

from apps.leaderboard.boards import refresh_boards
from tests.browser.checks import check
from tests.browser.conftest import DESK, PHONE
from tests.leaderboard.judging import busy_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
VIEWS = [
    "/boards/emotion/?affect=positive",
    "/boards/echo/?judges=machine",
    "/boards/psychobench/?table=table-12-cabin-vocations",
    "/boards/simbench/?table=table-5",
]
# Everything that is moved about by what has been drawn since the page came
SHIFTS = "new PerformanceObserver(l => l.getEntries().forEach(e => window.shift = (window.shift || 0) + e.value))"
# Size, number of colours, and the colour of a corner of a PNG
COLOURS = """async (content) => {
    const image = new Image();
    image.src = `data:image/png;base64,${content}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const dots = pen.getImageData(0, 0, image.width, image.height).data;
    return { width: image.width, height: image.height, paper: [...dots.slice(0, 3)],
        colours: new Set(new Uint32Array(dots.buffer)).size };
}"""


@pytest.fixture
def board(instruments):
    busy_study()
    refresh_boards()


def see(page):
    page.locator("#figure").evaluate("box => box.scrollIntoView()")
    expect(page.locator("#figure .main-svg").first).to_be_visible()


@pytest.mark.parametrize("view", VIEWS)
def test_plotly_takes_the_drawing_s_place_without_a_jump(page, board, view):
    page.add_init_script(f"{SHIFTS}.observe({{type: 'layout-shift', buffered: true}})")
    page.goto(view)
    before = page.locator("#figure").bounding_box()["height"]

    see(page)

    assert page.locator("#figure").bounding_box()["height"] == before > 200
    assert page.evaluate("window.shift || 0") < 0.01
    check(page)


@pytest.mark.parametrize("view", VIEWS)
def test_the_drawing_alone_is_accessible_and_legible(plain_page, board, view):
    plain_page.goto(view)

    drawing = plain_page.locator("#figure svg.drawn")
    expect(drawing).to_be_visible()
    sizes = drawing.evaluate(
        "one => [...one.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize))"
    )
    cut = drawing.evaluate(
        """one => { const box = one.parentElement.getBoundingClientRect();
                    return [...one.querySelectorAll('text')].filter(t => t.getBoundingClientRect().left < box.left - 1
                      || t.getBoundingClientRect().right > box.right + 1).map(t => t.textContent); }"""
    )
    assert min(sizes) >= 11
    assert cut == []
    check(plain_page)


def test_a_name_switches_its_line_off_and_another_on(page_at, board):
    page = page_at(DESK)
    page.goto("/boards/reliability/")
    see(page)
    drawn = "document.getElementById('figure').data.filter(t => t.visible === true).map(t => t.name)"
    first = page.evaluate(drawn)

    page.get_by_role("button", name=first[0], exact=True).click()
    assert page.evaluate(drawn) == first[1:]

    page.get_by_text("more lines").click()
    other = page.locator("details .legend button").first
    other.click()

    expect(other).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(drawn) == [*first[1:], other.inner_text()]
    check(page)


def test_the_figure_comes_as_svg(page_at, board):
    page = page_at(PHONE)
    page.goto("/boards/psychobench/?table=table-14-empathy")

    with page.expect_download() as download:
        page.get_by_role("link", name="SVG").click()

    assert download.value.suggested_filename == "psychobench-table-14-empathy.svg"
    assert ET.parse(download.value.path()).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_figure_comes_as_png(page_at, board, scheme):
    page = page_at(DESK)
    page.emulate_media(color_scheme=scheme)
    page.goto("/boards/emotion/?affect=positive")
    root = ET.fromstring(page.request.get("/boards/emotion.svg?affect=positive").body())

    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()

    assert download.value.suggested_filename == "emotion-positive.png"
    content = Path(download.value.path()).read_bytes()
    seen = page.evaluate(COLOURS, base64.b64encode(content).decode())
    assert content.startswith(b"\x89PNG")
    assert (seen["width"], seen["height"]) == (2 * int(root.get("width")), 2 * int(root.get("height")))
    assert seen["colours"] > 20
    assert seen["paper"] == {"light": [0xFD, 0xFC, 0xF9], "dark": [0x16, 0x18, 0x1A]}[scheme]
    assert page.complaints == []
