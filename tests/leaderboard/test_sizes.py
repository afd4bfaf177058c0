"""SimBench's score over sizes of models: which models, which fits, where they stand in the drawing."""

import math
import xml.etree.ElementTree as ET

import pytest
from scipy import stats

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board
from apps.leaderboard.sizes import sizes_of
from tests.leaderboard.printed_files import tables_of


@pytest.fixture
def board(instruments):
    refresh_boards()
    return Board.objects.get(slug="simbench")


@pytest.fixture
def sizes(board):
    return analysed(board, "table-1")


def analysed(board, code):
    head = next(table for table in board.about["tables"] if table["code"] == code)
    return sizes_of(board, head, board.entry_set.filter(provenance__code=code).order_by("pk"))


def test_every_model_of_known_size_stands_in_its_family(sizes):
    rows = tables_of("simbench.json")["Table 1"]["rows"]
    printed = {
        (row["family"], row["label"], row["parameters_b"], row["values"]["score"]["value"])
        for row in rows
        if "parameters_b" in row
    }

    shown = {(one.name, dot.label, dot.billions, dot.value) for one in sizes.families for dot in one.points}
    assert shown == printed
    assert set(sizes.left_out) == {row["label"] for row in rows if "parameters_b" not in row}


def test_base_and_tuned_models_differ_by_shape(sizes):
    assert {one.name: one.is_base for one in sizes.families} == {
        "Llama 3.1 Instruct": False, "Gemma 3 IT": False, "Qwen2.5": True, "Gemma 3 PT": True,
    }  # fmt: skip
    assert all(one.symbol.endswith("-open") == one.is_base for one in sizes.families)
    assert len({one.symbol for one in sizes.families}) == 4


def test_fits_are_scipy_s(sizes):
    for family in sizes.families:
        x = [math.log10(dot.billions) for dot in family.points]
        expected = stats.linregress(x, [dot.value for dot in family.points])
        assert family.fit.slope == pytest.approx(expected.slope)

    slopes = {family.name: family.fit.slope for family in sizes.families}
    assert sizes.flattest == (pytest.approx(min(slopes.values())), "Qwen2.5")
    assert sizes.steepest == (pytest.approx(max(slopes.values())), "Gemma 3 IT")


def test_the_drawing_has_every_model_and_a_dashed_line_per_family(sizes):
    found = list(ET.fromstring(sizes.drawing).iter())

    marks = [one for one in found if one.tag == "use"]
    assert len(marks) == sum(len(family.points) for family in sizes.families) == 17
    assert sum(one.get("class") == "fit" for one in found) == 4
    largest = max(marks, key=lambda one: float(one.get("x").rstrip("%")))
    assert largest.get("y") == min((one.get("y") for one in marks), key=float)  # Llama 405B: largest and best


def test_equal_ratios_of_size_are_equally_far_apart(sizes):
    texts = {one.text: one.get("x") for one in ET.fromstring(sizes.drawing).iter("text")}

    one, ten, hundred = (float(texts[size].rstrip("%")) for size in ("1", "10", "100"))
    assert ten - one == pytest.approx(hundred - ten, abs=0.02)


def test_other_tables_have_no_such_analysis(board):
    assert analysed(board, "table-5") is None


def test_the_page_has_the_figure_with_its_numbers_and_says_what_is_not_drawn(client, board):
    page = client.get("/boards/simbench/").content.decode()

    assert 'aria-labelledby="sizes-title sizes-desc"' in page
    assert "Slope +6.8 (+3.4 to +10.2), n 7" in page
    assert "between +6.8 (Qwen2.5) and +25.5 (Gemma 3 IT) points" in page
    assert "their size is not told: Claude-3.7-Sonnet," in page
    assert "sizes-title" not in client.get("/boards/simbench/?table=table-5").content.decode()
