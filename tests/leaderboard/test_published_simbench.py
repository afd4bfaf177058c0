"""fixtures/published/simbench.json: Tables 1, 2, 4, 5 and 7 of the paper, cell by cell."""

import json
import re

import pytest

from tests.leaderboard.printed_files import check_shape, figures_of, notes_of, tables_of

SPLITS = ["pop", "grouped", "average"]
MEASURES = ["tvd", "jsd", "rank-correlation"]
GROUPS = {
    "Religiosity/Practice": "religiosity-practice",
    "Political Affil./Ideology": "political-affiliation-ideology",
    "Religion (Affiliation)": "religion",
    "Income/Social Standing": "income-social-standing",
    "Domicile/Urbanicity": "domicile-urbanicity",
    "Employment Status": "employment-status",
    "Education": "education",
    "Marital Status": "marital-status",
    "Age": "age",
    "Gender": "gender",
}
BASELINES = ["Random baseline", "Uniform baseline"]
BLANK = "Llama-3.1-8B-Instruct"
TYPES = {"Instr.": "instruction-tuned", "Base": "base"}


@pytest.fixture(scope="module")
def tables():
    return tables_of("simbench.json")


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "simbench.json").read_text(encoding="utf-8"))


def printed_figures(golden: dict) -> dict[tuple[str, str, str], float | None]:
    """Every cell of the five tables; a row that is blank in the text has none."""
    cells = {("Table 1", row["model"], "score"): row["S"] for row in golden["table1_S_average_of_two_splits"]}
    changes = golden["table2_delta_S"]
    cells |= {("Table 2, models", model, "delta"): figure for model, figure in changes["Models"].items()}
    for group, figure in changes["Demographics"].items():
        cells["Table 2, demographics", "Five models together", GROUPS[group]] = figure
    for table, codes, rows in (
        ("Table 4", MEASURES, golden["table4_metrics_TVD_JSD_RankCorr"]),
        ("Table 5", SPLITS, golden["table5_TVD_pop_grouped_average"]),
    ):
        for label, figures in rows.items():
            cells |= {(table, label, code): figure for code, figure in zip(codes, figures, strict=True)}
    quantised = dict(golden["table7_quantisation"])
    assert quantised.pop(BLANK).startswith("row blank")
    for label, figures in quantised.items():
        for precision, figure in figures.items():
            code = f"bit-{precision.removesuffix('-bit')}"
            cells["Table 7", label, code] = figure
            cells["Table 7", BLANK, code] = None
    return cells


# --- against the golden file ---


def test_every_cell_is_as_printed_and_none_is_missing(tables, golden):
    assert figures_of(tables) == printed_figures(golden)


def test_type_and_release_of_a_model_are_as_printed(tables, golden):
    printed = {
        row["model"]: (TYPES[row["type"]], row["release"].lower()) for row in golden["table1_S_average_of_two_splits"]
    }

    assert {row["label"]: (row["type"], row["release"]) for row in tables["Table 1"]["rows"]} == printed


# --- of itself ---


def test_every_table_that_reports_results_is_there(tables):
    assert list(tables) == ["Table 1", "Table 2, models", "Table 2, demographics", "Table 4", "Table 5", "Table 7"]


def test_its_shape_is_that_of_printed_tables(tables):
    check_shape(tables, {"model", "baseline"}, facts=frozenset({"family", "parameters_b", "type", "release"}))


def test_the_two_baselines_stand_under_their_heading(tables):
    rows = [row for table in tables.values() for row in table["rows"] if row["kind"] == "baseline"]

    assert [row["label"] for row in rows] == BASELINES
    assert {row["group"] for row in rows} == {"Baselines"}
    assert {row["group"] for row in tables["Table 5"]["rows"]} == {"Baselines", "Commercial Models", "Open Models"}


def test_a_model_has_the_size_that_its_name_tells(tables):
    for name, table in tables.items():
        for row in table["rows"]:
            size = re.search(r"-([\d.]+)B\b", row["label"])
            assert row.get("parameters_b") == (float(size[1]) if size else None), (name, row["label"])


def test_four_families_come_in_several_sizes(tables):
    sizes: dict[str, set] = {}
    for row in tables["Table 1"]["rows"]:
        if "parameters_b" in row:
            sizes.setdefault(row["family"], set()).add(row["parameters_b"])

    assert sizes == {
        "Llama 3.1 Instruct": {8, 70, 405},
        "Qwen2.5": {0.5, 1.5, 3, 7, 14, 32, 72},
        "Gemma 3 PT": {1, 4, 12, 27},
        "Gemma 3 IT": {4, 12, 27},
    }


def test_a_model_is_of_one_family_in_every_table(tables):
    rows = [row for table in tables.values() for row in table["rows"] if row["kind"] == "model"]
    families = {(row["label"], row["family"]) for row in rows if row["label"] != "Five models together"}

    assert len(families) == len({label for label, _family in families}) == 24


def test_an_average_is_between_its_two_splits_or_says_so(tables):
    for row in tables["Table 5"]["rows"]:
        pop, grouped, average = (row["values"][code]["value"] for code in SPLITS)
        agrees = abs(average - (7167 * pop + 6343 * grouped) / 13510) < 0.0015
        assert agrees != ("note" in row["values"]["average"]), row["label"]


def test_notes_stand_at_the_blank_row_and_the_average_that_does_not_follow(tables):
    blank = {("Table 7", BLANK, f"bit-{precision}") for precision in (4, 8, 16, 32)}

    assert notes_of(tables).keys() == {("Table 5", "o4-mini-low", "average"), *blank}
