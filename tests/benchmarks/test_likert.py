"""Scoring of rating scales, against the published key and against its own laws."""

import json
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks import likert
from apps.benchmarks.protocol import Item, Subscale, load_protocol

INSTRUMENTS = Path(__file__).resolve().parents[2] / "fixtures" / "instruments"

# The golden file's names for scales and subscales, and ours.
SCALES = {
    "PANAS": ("panas", {"Positive Affect": "positive", "Negative Affect": "negative"}),
    "AGQ": (
        "agq",
        {
            "Overall": "overall",
            "Physical Aggression Scale": "physical",
            "Verbal Aggression Scale": "verbal",
            "Anger Scale": "anger",
            "Hostility Scale": "hostility",
        },
    ),
    "DASS-21": (
        "dass-21",
        {"Anxiety score": "anxiety", "Depression score": "depression", "Stress score": "stress", "Overall": "overall"},
    ),
    "BDI": ("bdi-ii", {"Overall": "overall"}),
    "FDS": (
        "fds",
        {
            "Overall": "overall",
            "Discomfort intolerance": "discomfort",
            "Entitlement": "entitlement",
            "Emotional intolerance": "emotional",
            "Achievement": "achievement",
        },
    ),
    "MJS": (
        "mjs",
        {
            "Cognitive Jealousy": "cognitive",
            "Emotional Jealousy": "emotional",
            "Bahavioral Jealousy": "behavioral",  # spelt so in the release
        },
    ),
    "GASP": (
        "gasp",
        {
            "Guilt Negative Behavior Evaluation (NBE)": "guilt-nbe",
            "Guilt Repair": "guilt-repair",
            "Shame Negative Self Evaluation (NSE)": "shame-nse",
            "Shame Withdraw": "shame-withdraw",
        },
    ),
    "FSS": (
        "fss-iii",
        {
            "Overall": "overall",
            "Social Fears (SOC)": "social",
            "Agoraphobia Fears (AGO)": "agoraphobia",
            "Injury Fears (INJ)": "injury",
            "Sex Aggression Fears (SEX)": "sex-aggression",
            "Fear of Harmless Animals (ANI)": "animals",
        },
    ),
    "BFNE": ("bfne", {"Overall": "overall"}),
}
TOTALS_OF_OURS = {"mjs", "gasp"}  # Table 7 compares totals of these two; the release's key names none

ITEMS = (
    Item("calm", "Calm", 1, 5, reversed=True),
    Item("tense", "Tense", 1, 5, reversed=False),
    Item("upset", "Upset", 1, 5, reversed=False),
)
TENSION = Subscale("tension", "Tension", "sum", 1, ("calm", "tense"))
DISTRESS = Subscale("distress", "Distress", "mean", 1, ("tense", "upset"))


def protocol(slug):
    return load_protocol(INSTRUMENTS / slug / "protocol.json")


def golden(shared):
    return json.loads((shared / "golden" / "emotionbench.json").read_text(encoding="utf-8"))


# The published key


@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("pattern", ["all_min", "all_max", "cycle"])
def test_it_scores_as_the_published_key_does(shared, name, pattern):
    slug, titles = SCALES[name]
    scale, vector = protocol(slug), golden(shared)["scoring_vectors"][name][pattern]
    answers = dict(zip((item.code for item in scale.items), vector["answers"], strict=True))

    values = {value.subscale: value.value for value in likert.score(answers, scale.items, scale.subscales)}

    assert {code: values[code] for code in titles.values()} == {
        titles[title]: expected for title, expected in vector["scores"].items()
    }
    assert set(values) - set(titles.values()) == ({"overall"} if slug in TOTALS_OF_OURS else set())


@pytest.mark.parametrize("slug", sorted(TOTALS_OF_OURS))
def test_a_total_that_the_release_does_not_name_sums_its_parts(slug):
    scale = protocol(slug)
    answers = {item.code: item.low + i % (item.high - item.low + 1) for i, item in enumerate(scale.items)}

    *parts, total = likert.score(answers, scale.items, scale.subscales)

    assert total.subscale == "overall"
    assert total.value == sum(part.value for part in parts)


@pytest.mark.parametrize("slug", sorted(slug for slug, _titles in SCALES.values()))
def test_the_lowest_and_highest_scores_are_the_bounds(slug):
    scale = protocol(slug)
    lowest = {item.code: item.high if item.reversed else item.low for item in scale.items}
    highest = {item.code: item.low if item.reversed else item.high for item in scale.items}

    low = [value.value for value in likert.score(lowest, scale.items, scale.subscales)]
    high = [value.value for value in likert.score(highest, scale.items, scale.subscales)]

    assert list(zip(low, high, strict=True)) == [likert.bounds(scale.items, part) for part in scale.subscales]


def test_dass_21_counts_each_answer_twice():
    scale = protocol("dass-21")

    values = likert.score({item.code: 1 for item in scale.items}, scale.items, scale.subscales)

    # 7 items per subscale and 21 in all (thesis Table 3), each 1, doubled
    assert {value.subscale: value.value for value in values} == {
        "anxiety": 14,
        "depression": 14,
        "stress": 14,
        "overall": 42,
    }


# Keying


def test_a_reversed_item_is_mirrored_on_its_scale():
    assert [likert.keyed(rating, ITEMS[0]) for rating in range(1, 6)] == [5, 4, 3, 2, 1]


def test_a_scale_that_starts_at_zero_is_mirrored_too():
    assert [likert.keyed(rating, Item("x", "", 0, 3, reversed=True)) for rating in range(4)] == [3, 2, 1, 0]


@st.composite
def ratings(draw):
    low = draw(st.integers(-5, 5))
    high = draw(st.integers(low + 1, low + 10))
    return draw(st.integers(low, high)), Item("x", "", low, high, draw(st.booleans()))


@given(ratings())
def test_keying_twice_gives_the_rating_back_and_stays_on_the_scale(rated):
    rating, item = rated

    once = likert.keyed(rating, item)

    assert item.low <= once <= item.high
    assert likert.keyed(once, item) == rating


@pytest.mark.parametrize("rating", [0, 6, -1, 10])
def test_it_refuses_a_rating_off_the_scale(rating):
    with pytest.raises(ValueError, match=f"item tense: {rating} is off the scale 1 to 5"):
        likert.score({"tense": rating}, ITEMS, [TENSION])


def test_a_mean_divides_by_the_number_of_items():
    [value] = likert.score({"tense": 4, "upset": 1}, ITEMS, [DISTRESS])

    assert value == likert.ScoreValue("distress", 2.5, 2, 0)


# Missing answers


@pytest.mark.parametrize("answers", [{"calm": 1}, {"calm": 1, "tense": None}])
def test_a_subscale_with_a_missing_answer_has_no_value(answers):
    [value] = likert.score(answers, ITEMS, [TENSION])

    assert value == likert.ScoreValue("tension", None, 2, 1)


def test_a_missing_answer_spoils_only_its_own_subscale():
    tension, distress = likert.score({"tense": 2, "upset": 4}, ITEMS, [TENSION, DISTRESS])

    assert (tension.value, tension.n_missing) == (None, 1)
    assert (distress.value, distress.n_missing) == (3.0, 0)


def test_no_answer_at_all_counts_every_item_as_missing():
    assert [value.n_missing for value in likert.score({}, ITEMS, [TENSION, DISTRESS])] == [2, 2]


def test_zero_is_an_answer():
    item = Item("x", "", 0, 3, reversed=False)

    [value] = likert.score({"x": 0}, [item], [Subscale("all", "All", "sum", 1, ("x",))])

    assert (value.value, value.n_missing) == (0.0, 0)


# Reliability


def crowd_ratings(shared):
    """Return the workbook's answers, shape (1266 people, 40): PANAS before, then PANAS after."""
    path = shared / "upstream" / "emotionbench" / "panas" / "crowd.xlsx"
    sheet = openpyxl.load_workbook(path, read_only=True, data_only=True)["Raw"]
    rows = sheet.iter_rows(min_row=7, max_row=46, min_col=3, max_col=2 + 1266, values_only=True)
    return np.array(list(rows), dtype=np.float64).T


def test_alpha_of_the_crowd_is_that_of_the_golden_file(shared):
    scale, ratings = protocol("panas"), crowd_ratings(shared)
    expected = golden(shared)["crowd"]["cronbach_alpha"]
    places = {item.code: i for i, item in enumerate(scale.items)}

    for subscale, letter in zip(scale.subscales, "PN", strict=True):
        columns = [places[code] for code in subscale.items]
        assert likert.cronbach_alpha(ratings[:, columns]) == pytest.approx(expected[f"default_{letter}"], abs=5e-7)
        after = ratings[:, [20 + column for column in columns]]
        assert likert.cronbach_alpha(after) == pytest.approx(expected[f"evoked_{letter}"], abs=5e-7)


def test_alpha_of_identical_items_is_one():
    assert likert.cronbach_alpha(np.array([[1.0, 1.0, 1.0], [3.0, 3.0, 3.0], [4.0, 4.0, 4.0]])) == pytest.approx(1)


def test_alpha_of_a_small_table_is_that_worked_out_by_hand():
    ratings = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 5.0]])

    # item variances 1 and 3, sums 3, 4, 8 with variance 7: 2/1 * (1 - 4/7)
    assert likert.cronbach_alpha(ratings) == pytest.approx(6 / 7)


def test_alpha_is_undefined_where_all_sums_are_equal():
    with pytest.raises(ValueError, match="every respondent has the same sum"):
        likert.cronbach_alpha(np.array([[1.0, 3.0], [3.0, 1.0]]))


@pytest.mark.parametrize("shape", [(1, 5), (5, 1)])
def test_alpha_needs_two_items_and_two_respondents(shape):
    with pytest.raises(ValueError, match="two items and two respondents"):
        likert.cronbach_alpha(np.ones(shape))


def test_it_refuses_an_answer_to_no_item():
    with pytest.raises(ValueError, match="no such item: zz"):
        likert.score({"zz": 1}, [], [])
