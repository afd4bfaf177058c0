"""fixtures/published/reliability.json: the printed figures of the thesis's Part II, cell by cell."""

import json
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "fixtures" / "published" / "reliability.json"

DIFFERENCES, SPREAD, OUTLIERS = "Table 24", "Section 3.2, spread", "Section 3.2 and Appendix A, outliers"
LANGUAGES = {"En": "English", "Zh": "Chinese", "Es": "Spanish", "Fr": "French", "De": "German", "It": "Italian",
             "Ar": "Arabic", "Ru": "Russian", "Ja": "Japanese", "Ko": "Korean"}  # fmt: skip
SIZES = {"Instruction": 5, "Wording of items": 5, "Language": 10, "Labels of choices": 5, "Order of choices": 2}


@pytest.fixture(scope="module")
def tables():
    return {table["table"]: table for table in json.loads(PATH.read_text(encoding="utf-8"))["tables"]}


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "scale_reliability.json").read_text(encoding="utf-8"))


def label_of(level: str) -> str:
    """T1 is Template T1, V1 Version V1, En English."""
    if level in LANGUAGES:
        return LANGUAGES[level]
    kind = {"T": "Template ", "V": "Version "}.get(level[0], "") if len(level) == 2 else ""
    return kind + level


def cells(table: dict) -> dict[tuple[str, str], dict]:
    return {(row["label"], code): cell for row in table["rows"] for code, cell in row["values"].items()}


# --- against the golden file ---


def test_every_difference_and_its_p_are_as_printed(tables, golden):
    ours, printed = cells(tables[DIFFERENCES]), golden["table24"]["published"]

    assert len(ours) == 27 * 5
    assert ours.keys() == {(label_of(level), dim.lower()) for level, dims in printed.items() for dim in dims}
    for level, dims in printed.items():
        for dim, figure in dims.items():
            cell = ours[label_of(level), dim.lower()]
            assert cell["value"] == figure["diff"], (level, dim)
            assert cell["note"] == (f"p = {figure['p']:.2f}" if figure["p"] else "p below 0.005"), (level, dim)
            assert cell.keys() == {"value", "note"}


def test_every_spread_is_as_printed(tables, golden):
    ours, printed = cells(tables[SPREAD]), golden["sd_vs_paper"]
    rows = {"gpt-3.5-turbo": "paper", "People": "human"}

    assert len(ours) == 2 * 5
    for label, source in rows.items():
        for dim, figure in zip(golden["dims"], printed[source], strict=True):
            assert ours[label, dim.lower()]["value"] == figure


def test_a_spread_that_the_released_data_contradict_says_so(tables, golden):
    ours = cells(tables[SPREAD])
    for dim, printed, found in zip(
        golden["dims"], golden["sd_vs_paper"]["paper"], golden["sd_vs_paper"]["recomputed_all"], strict=True
    ):
        note = ours["gpt-3.5-turbo", dim.lower()].get("note", "")
        assert note == "" if round(found, 1) == printed else str(found) in note


def test_the_outliers_are_as_printed(tables, golden):
    ours, printed = cells(tables[OUTLIERS]), golden["dbscan"]["paper"]

    assert ours["gpt-3.5-turbo", "outliers"]["value"] == printed["outliers"]
    assert ours["gpt-3.5-turbo", "share"]["value"] is None  # the text gives a bound
    assert printed["rate"].removeprefix("< ") in ours["gpt-3.5-turbo", "share"]["note"]
    assert f"{ours['gpt-4', 'share']['value']}%" == golden["paper_only"]["gpt-4_outlier_rate"]
    assert f"{ours['Gemini-Pro', 'share']['value']}%" == golden["paper_only"]["gemini_outlier_rate"]
    assert len(ours) == 4
    assert {cell["n"] for cell in ours.values() if cell["value"]} == {golden["default"]["summary"]["n"]}


# --- of itself ---


def test_the_levels_stand_under_their_factors(tables):
    groups = [row["group"] for row in tables[DIFFERENCES]["rows"]]

    assert {group: groups.count(group) for group in groups} == SIZES
    assert groups == [group for group, size in SIZES.items() for _ in range(size)]


def test_one_level_of_two_is_the_other_with_the_sign_turned(tables):
    """The order of choices has two levels only."""
    ours = cells(tables[DIFFERENCES])
    for column in tables[DIFFERENCES]["columns"]:
        assert ours["Ascending", column["code"]]["value"] == -ours["Descending", column["code"]]["value"]


def test_every_table_is_sound_and_can_be_read_without_the_paper(tables):
    assert set(tables) == {DIFFERENCES, SPREAD, OUTLIERS}
    for name, table in tables.items():
        codes = [column["code"] for column in table["columns"]]
        assert len(codes) == len(set(codes))
        assert {column["better"] for column in table["columns"]} <= {"human", "higher", "lower", "none"}
        assert table["title"]
        assert table["reading"].endswith(".")
        for row in table["rows"]:
            assert row["values"].keys() <= set(codes), (name, row["label"])
            assert row["kind"] in ("human", "model")


def test_people_stand_first_where_the_part_has_them(tables):
    assert [row["kind"] for row in tables[SPREAD]["rows"]] == ["human", "model"]
