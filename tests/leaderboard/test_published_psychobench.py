"""fixtures/published/psychobench.json: the printed tables of the thesis's Part IV, cell by cell."""

import json
import re
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "fixtures" / "published" / "psychobench.json"

BY_MODEL = range(11, 15)
BY_ROLE = range(28, 41)
PEOPLE = {"Crowd": "People", "Male": "Men", "Female": "Women"}
SEXES = {"Men": "M", "Women": "F"}
LEVELS = {"vocation": "vocations", "8DM": "eight areas", "6DM": "six types"}
WITHOUT_HUMAN_FIGURES = {"Table 12, CABIN eight areas", "Table 12, CABIN six types", "Table 32, eight areas",
                         "Table 32, six types"}  # fmt: skip


@pytest.fixture(scope="module")
def tables():
    return {table["table"]: table for table in json.loads(PATH.read_text(encoding="utf-8"))["tables"]}


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "psychobench.json").read_text(encoding="utf-8"))


def name_of(printed: dict) -> str:
    """One printed table is cut by scale, and CABIN's by the level of its interests."""
    number, scale, level = printed["table"], printed["scale"], LEVELS.get(printed.get("level", ""))
    if number in BY_MODEL:
        return f"Table {number}, {scale} {level}" if level else f"Table {number}, {scale}"
    return f"Table {number}, {level}" if level else f"Table {number}"


def code_of(printed: dict) -> str:
    """The paper spells Initiatives without its third syllable."""
    name = printed["subscale"].replace("Iniatives", "Initiatives").lower()
    return re.sub(r"[^a-z]+", "-", name).strip("-")


def printed_cells(golden: dict) -> dict[tuple[str, str, str, str], object]:
    """Every cell of both sets of tables, by table, kind, label and column."""
    cells = {}
    for printed in golden["tables11_14_results"]:
        for model, figure in printed["models"].items():
            cells[name_of(printed), "model", model, code_of(printed)] = figure
    for printed in golden["tables28_40_role_play_gpt-3.5-turbo"]:
        for role, figure in printed["roles"].items():
            cells[name_of(printed), "model", f"gpt-3.5-turbo, {role}", code_of(printed)] = figure
    for printed in golden["tables11_14_results"] + golden["tables28_40_role_play_gpt-3.5-turbo"]:
        for crowd, figure in (printed["crowd"] or {}).items():
            cells[name_of(printed), "human", PEOPLE[crowd], code_of(printed)] = figure
    return cells


def our_cells(tables: dict) -> dict[tuple[str, str, str, str], dict]:
    return {
        (name, row["kind"], row["label"], code): cell
        for name, table in tables.items()
        for row in table["rows"]
        for code, cell in row["values"].items()
    }


def half_printed(golden: dict) -> dict[tuple[str, str, str, str], float]:
    """Means whose SD is lost: the golden file keeps them in its notes."""
    means = {}
    for printed in golden["tables28_40_role_play_gpt-3.5-turbo"]:
        for role, mean in re.findall(r"(\w+) prints mean ([\d.]+), SD lost", printed.get("ocr_note", "")):
            means[name_of(printed), "model", f"gpt-3.5-turbo, {role}", code_of(printed)] = float(mean)
    return means


# --- against the golden file ---


def test_the_cells_are_those_that_are_printed(tables, golden):
    assert our_cells(tables).keys() == printed_cells(golden).keys()


def test_every_legible_figure_is_as_printed(tables, golden):
    ours = our_cells(tables)
    for key, printed in printed_cells(golden).items():
        if isinstance(printed, dict):
            assert (ours[key]["value"], ours[key]["sd"]) == (printed["mean"], printed["sd"]), key


def test_counts_of_roles_stand_in_the_note_because_their_order_is_in_doubt(tables, golden):
    ours = our_cells(tables)
    counts = {key: printed for key, printed in printed_cells(golden).items() if isinstance(printed, str)}

    assert len(counts) == 6 + 5
    for key, printed in counts.items():
        assert ours[key]["value"] is None, key
        assert ours[key]["note"].startswith(f"Printed {printed}. "), key


def test_what_is_lost_is_null_and_says_so(tables, golden):
    ours, means = our_cells(tables), half_printed(golden)
    lost = {key for key, printed in printed_cells(golden).items() if printed is None}

    assert len(means) == 2
    assert means.keys() <= lost
    for key in lost:
        assert ours[key]["value"] == means.get(key), key
        assert "sd" not in ours[key], key
        assert "cannot be read" in ours[key]["note"].lower(), key


def test_what_is_taken_from_another_table_says_so(tables, golden):
    ours = our_cells(tables)
    for printed in golden["tables11_14_results"]:
        note = ours.get((name_of(printed), "human", "People", code_of(printed)), {}).get("note", "")
        assert ("taken from Table 32" in note) == ("crowd_note" in printed), printed["subscale"]


def test_where_two_tables_disagree_both_say_so(tables, golden):
    ours = our_cells(tables)
    for found in golden["internal_inconsistencies_published"]:
        here = ours[name_of(found), "model", "gpt-3.5-turbo", code_of(found)]
        there = ours[f"Table {found['role_play_table']}", "model", "gpt-3.5-turbo, Default", code_of(found)]
        assert f"Table {found['role_play_table']} prints {there['value']}" in here["note"]
        if found["value"]:
            assert f"Table {found['table']} prints {here['value']}" in there["note"]


def test_the_number_of_people_is_that_of_table_10(tables, golden):
    crowds = {one["scale"]: one for one in golden["table10_crowds"]}
    for printed in golden["tables11_14_results"] + golden["tables28_40_role_play_gpt-3.5-turbo"]:
        crowd = crowds[printed["scale"]]
        for label in (PEOPLE[one] for one in printed["crowd"] or {}):
            cell = our_cells(tables)[name_of(printed), "human", label, code_of(printed)]
            if cell["value"] is not None:
                assert cell["n"] == (crowd["gender"][SEXES[label]] if label in SEXES else crowd["n"])


def test_a_number_of_people_that_the_released_file_contradicts_says_so(tables, golden):
    groups = {"Crowd": "People", "Whole Sample": "People", "Male": "Men", "Men": "Men", "Workers (Men)": "Men",
              "Female": "Women", "Women": "Women", "Workers (Women)": "Women"}  # fmt: skip
    released = {
        (norm["scale"], groups[norm["group_in_data"]]): norm["n"]
        for norm in golden["human_norms_in_upstream_questionnaires"]
        if norm["printed"]
    }
    for printed in golden["tables11_14_results"] + golden["tables28_40_role_play_gpt-3.5-turbo"]:
        for label in (PEOPLE[one] for one in printed["crowd"] or {}):
            cell = our_cells(tables)[name_of(printed), "human", label, code_of(printed)]
            n = released.get((printed["scale"], label))
            if cell["value"] is not None:
                assert (f"file says {n:,}" in cell.get("note", "")) == (n is not None and n != cell["n"])


# --- of itself ---


def test_every_table_that_reports_results_is_there(tables):
    numbers = {int(re.match(r"Table (\d+)", name)[1]) for name in tables}

    assert numbers == {*BY_MODEL, *BY_ROLE}


def test_nothing_stands_in_the_file_that_a_board_does_not_read(tables):
    for table in tables.values():
        assert table.keys() == {"table", "title", "reading", "unit", "columns", "rows"}
        for row in table["rows"]:
            assert row.keys() == {"label", "kind", "values"}
            for cell in row["values"].values():
                assert cell.keys() <= {"value", "sd", "n", "note"}


def test_every_value_belongs_to_a_column_and_lies_on_its_scale(tables):
    for name, table in tables.items():
        columns = {column["code"]: column for column in table["columns"]}
        assert len(columns) == len(table["columns"]), name
        for row in table["rows"]:
            for code, cell in row["values"].items():
                column = columns[code]
                if cell["value"] is not None and "low" in column:
                    assert column["low"] <= cell["value"] <= column["high"], (name, row["label"], code)


def test_every_column_is_read_against_people_where_people_are_printed(tables):
    for name, table in tables.items():
        people = {code for row in table["rows"] if row["kind"] == "human" for code in row["values"]}
        for column in table["columns"]:
            assert column["better"] == ("human" if column["code"] in people else "none"), (name, column["code"])


def test_people_stand_first_wherever_the_paper_has_them(tables):
    for name, table in tables.items():
        kinds = [row["kind"] for row in table["rows"]]
        assert kinds == sorted(kinds, key=("human", "model").index), name
        assert ("human" in kinds) == (name not in WITHOUT_HUMAN_FIGURES), name


def test_every_figure_of_a_model_comes_from_ten_runs(tables):
    for key, cell in our_cells(tables).items():
        if key[1] == "model" and cell["value"] is not None:
            assert cell["n"] == 10, key


def test_every_table_can_be_read_without_the_paper(tables):
    for table in tables.values():
        assert table["title"]
        assert table["reading"].endswith(".")
        assert table["unit"] == "points"
