"""The server's drawing of a figure, in a page and as a file: that every number stands at its place."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from django.conf import settings

from apps.leaderboard import plot
from apps.leaderboard.shapes import PATHS, SHAPES, sign
from apps.leaderboard.svg import draw_figure
from apps.leaderboard.svg_file import DAY, NIGHT, svg_file

SVG = "{http://www.w3.org/2000/svg}"
NONE = [None, None]


def figure(*traces, **more):
    return {"data": list(traces), "layout": {**plot.layout(list(traces), ["Anger", "Fear"], "Score"), **more}}


def line(name="gpt-4", tone="model", symbol="square", numbers=(0, 10), arms=(None, None), visible=True):
    return plot.trace(name, tone, symbol, ["Anger", "Fear"], list(numbers), (list(arms), list(arms)), visible)


def parsed(drawing):
    return ET.fromstring(drawing)


def group(drawing, style):
    return next(one for one in parsed(drawing).iter() if one.get("class") == style)


def test_a_number_stands_at_its_share_of_the_scale_in_its_row():
    drawn = figure(line(numbers=(2, 10)), line("b", numbers=(0, 5)))

    first, second = group(draw_figure(drawn), "m").iter("use")

    assert (first.get("x"), second.get("x")) == ("20%", "100%")
    assert float(second.get("y")) - float(first.get("y")) == drawn["layout"]["row"]


def test_an_interval_reaches_as_far_as_its_arms():
    [arm] = group(draw_figure(figure(line(numbers=(0, 10)), line("b", "base", arms=(None, 4)))), "b").iter("line")

    # The arms of 10 reach from 6 to 14, and so the scale from 0 to 15
    assert (arm.get("x1"), arm.get("x2")) == ("40%", "93.3%")


def test_traces_that_share_no_row_stand_in_the_middle_of_theirs():
    apart = [line("a", numbers=(1, None)), line("b", "base", numbers=(None, 2))]
    for one in apart:
        one["offsetgroup"] = "both"
    drawn = figure(*apart)

    first, second = (next(group(draw_figure(drawn), style).iter("use")) for style in "mb")
    assert float(first.get("y")) == drawn["layout"]["top"] + drawn["layout"]["row"] / 2
    assert float(second.get("y")) == drawn["layout"]["top"] + drawn["layout"]["row"] * 1.5


def test_a_missing_number_has_no_mark():
    assert len(list(group(draw_figure(figure(line(numbers=(None, 3)))), "m").iter("use"))) == 1


def test_people_are_a_line_and_a_band_over_the_whole_row():
    drawn = figure(line("People", "human", "circle", (4, 6), (2, 2)), line(numbers=(0, 10)))
    found = list(parsed(draw_figure(drawn)).iter())

    bands = [one for one in found if one.get("class") == "band"]
    lines = [one for one in found if one.get("class") == "h" and one.tag == "line"]
    assert [(one.get("x"), one.get("width")) for one in bands] == [("20%", "40%"), ("40%", "40%")]
    assert [one.get("x1") for one in lines] == ["40%", "60%"]
    assert {one.get("height") for one in bands} == {str(drawn["layout"]["row"] - 4)}


def test_what_is_not_drawn_at_first_has_no_mark_and_no_name():
    drawing = draw_figure(figure(line(), line("grok", visible=False)))

    assert "grok" not in drawing
    assert drawing.count("<use") == 2


def test_a_reference_is_a_line_with_its_name():
    drawing = draw_figure(figure(line(), reference=5, reference_text="chance"))

    assert group(drawing, "reference").get("x1") == "50%"
    assert ">chance</text>" in drawing


def test_it_tells_what_it_shows_to_who_cannot_see_it():
    root = parsed(draw_figure(figure(line("Ann & Bob <3"))))

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "figure-title figure-desc"
    assert root.find("title").text == "Score"
    assert root.find("desc").text == "Ann & Bob <3; rows: Anger, Fear"


def test_marks_of_one_tone_differ_by_shape_and_printed_ones_are_hollow():
    drawing = draw_figure(figure(*[line(shape, symbol=shape) for shape in SHAPES], line(symbol="square-open")))

    assert len({PATHS[shape] for shape in SHAPES}) == len(SHAPES)
    assert all(f'href="#figure-{shape}"' in drawing for shape in SHAPES)
    assert group(drawing, "m open").find("use").get("href") == "#figure-square"
    assert 'class="m open"' in sign("square-open", "model")


def test_a_page_s_drawing_brings_no_style_which_the_policy_forbids():
    drawing = draw_figure(figure(line()))

    assert "<style" not in drawing
    assert "style=" not in drawing


@pytest.fixture
def file():
    drawn = figure(line("People", "human", "circle"), line("Ann & Bob"), line("grok", visible=False), heading="Anger")
    return svg_file(drawn, "Emotion & more", ["Source: a paper", "https://example.org/?a=1&b=2"])


def test_a_file_is_svg_with_heading_legend_and_where_it_comes_from(file):
    root = ET.fromstring(file)
    words = [one.text for one in root.iter(f"{SVG}text")]

    assert root.tag == f"{SVG}svg"
    assert words[:2] == ["Emotion & more", "Anger"]
    assert words[-4:] == ["People", "Ann & Bob", "Source: a paper", "https://example.org/?a=1&b=2"]


def test_a_file_has_its_size_and_its_own_colours_of_day_and_night(file):
    root = ET.fromstring(file)

    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    day, night = root.find(f"{SVG}style").text.split("@media (prefers-color-scheme: dark)")
    assert ".drawn .h, .sign .h { fill: #b4510f;" in day
    assert ".drawn .h, .sign .h { fill: #f0a468;" in night


def test_a_file_can_be_coloured_by_programs_that_know_no_custom_properties(file):
    assert "var(" not in file


def test_a_file_has_the_colours_of_the_site(file):
    sheet = Path(settings.BASE_DIR, "static", "likeness.css").read_text()

    day, night = sheet.split("@media (prefers-color-scheme: dark)")[:2]
    assert all(f"--{name}: {colour}" in day for name, colour in DAY.items())
    assert all(f"--{name}: {colour}" in night for name, colour in NIGHT.items())


def test_nothing_in_a_file_lies_below_its_edge(file):
    root = ET.fromstring(file)

    lowest = max(float(one.get("y", 0)) for one in root.iter(f"{SVG}text"))
    assert lowest < float(root.get("height"))
