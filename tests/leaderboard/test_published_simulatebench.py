"""fixtures/published/simulatebench.json: the result tables of both versions of the paper, cell by cell."""

import json

import pytest

from tests.leaderboard.printed_files import cells_of, check_shape, figures_of, notes_of, tables_of

KINDS = ("immutable", "roles", "relations")
CONSISTENCY = ["consistency", *(f"{kind}-{known}" for kind in KINDS for known in ("known", "unknown"))]
ORDER = ["known-normal", "known-reverse", "unknown-normal", "unknown-reverse"]
PROMPTING = ["few", "few-cot", "few-self-ask", "zero", "zero-cot"]
SURNAMES = ["original", "keams", "bedonie", "nguyen"]
TEN_MODELS = "Ten models, RCoV"

# Table 8 of 2024: the printed name of a row, and the model whose answers it holds.
SHIFTED = {
    "ChatGLM2-6B-32K": "XVERSE-13B-Chat",
    "XVERSE-13B-Chat": "GPT-4",
    "Vicuna-7B-16K": "Vicuna-13B-16K",
    "GPT-4": "ChatGLM2-6B-32K",
    "ChatGLM2-6B": "Qwen-14B-Chat",
    "Vicuna-13B-16K": "ChatGLM2-6B",
    "Qwen-14B-Chat": "Qwen-7B-Chat",
    "Qwen-7B-Chat": "LongChat-7B-32K",
    "LongChat-7B-32K": "Vicuna-7B-16K",
}


@pytest.fixture(scope="module")
def tables():
    return tables_of("simulatebench.json")


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "simulatebench.json").read_text(encoding="utf-8"))


def later(table: int) -> str:
    return f"Table {table} (2024 version)"


def earlier(table: int) -> str:
    return f"Table {table} (2023 version)"


def changes(titles: list[str]) -> list[str]:
    return ["-".join(title.lower().split()) for title in titles]


def printed_figures(golden: dict) -> dict[tuple[str, str, str], float]:
    """Every cell of the result tables; the earlier Table 2 differs from the later one in its first column alone."""
    new, old = golden["published"]["v2_current"], golden["published"]["v1_earlier"]
    assert old["table2_other_columns"] == "identical to v2 table2"
    assert new["table2"]["columns"][0] == "CA"
    weighted = {name: [old["table2_mean"][name], *figures[1:]] for name, figures in new["table2"]["rows"].items()}
    grids = [
        (later(2), CONSISTENCY, new["table2"]["rows"]),
        (later(4), changes(new["table4"]["columns"]), new["table4"]["rows"]),
        (later(5), ORDER, new["table5"]["rows"]),
        (later(6), PROMPTING, new["table6"]["rows"]),
        (later(8), SURNAMES, new["table8_unknown_immutable"]["rows"]),
        (earlier(2), CONSISTENCY, weighted),
        (earlier(5), changes(old["table5"]["columns"]), old["table5"]["rows"]),
        (earlier(6), ORDER, old["table6"]["rows"]),
        (earlier(7), PROMPTING, old["table7"]["rows"]),
    ]
    cells = {
        (table, name, code): figure
        for table, codes, rows in grids
        for name, figures in rows.items()
        for code, figure in zip(codes, figures, strict=True)
    }
    correlations = [
        (later(3), TEN_MODELS, new["table3_correlation"]["RCoV"]),
        (later(3), "Ten models, RA", new["table3_correlation"]["RA"]),
        (earlier(3), TEN_MODELS, old["table3_cc"]),
        (earlier(4), "Ten models, consistency with RCoV", old["table4_cc_mean_CA_vs_RCoV"]),
    ]
    for table, label, figures in correlations:
        cells |= {(table, label, pair.replace("&", "-")): figure for pair, figure in figures.items()}
    return cells


# --- against the golden file ---


def test_every_cell_is_as_printed_and_none_is_missing(tables, golden):
    assert figures_of(tables) == printed_figures(golden)


def test_a_row_under_the_wrong_name_says_whose_it_is(tables, golden):
    """Recomputed from the released answers: accuracy on the immutable questions that the profile leaves open."""
    names, records = golden["model_aliases_paper_to_record_key"], golden["recomputed_from_shipped_records"]
    variants = ["homer", "homer_surname_Keams", "homer_surname_Bedonie", "homer_surname_Nguyen"]

    def accuracy(name: str) -> list[float]:
        counts = [records[one]["Few"][names[name]]["counts"]["basic_information"] for one in variants]
        return [round(count["unknown_correct"] / count["n_unknown"], 2) for count in counts]

    for row in tables[later(8)]["rows"]:
        name, whose = row["label"], SHIFTED.get(row["label"], row["label"])
        figures = [row["values"][code]["value"] for code in SURNAMES]
        assert figures[1:] == accuracy(whose)[1:], name
        for cell in row["values"].values():
            if whose == name:
                assert "note" not in cell
                assert figures == accuracy(name)
            else:
                own = ", ".join(f"{figure:.2f}" for figure in accuracy(name))
                assert f"row of {whose}" in cell["note"]
                assert cell["note"].endswith(f"; {name} has {own}.")
                assert (f"has {accuracy(whose)[0]:.2f} with" in cell["note"]) == (figures[0] != accuracy(whose)[0])


# --- of itself ---


def test_every_table_that_reports_results_is_there(tables):
    assert list(tables) == [later(table) for table in (2, 3, 4, 5, 6, 8)] + [earlier(table) for table in range(2, 8)]


def test_its_shape_is_that_of_printed_tables(tables):
    check_shape(tables, {"model"})


def test_notes_stand_where_a_row_is_shifted_or_a_correlation_is_not_reproduced(tables):
    shifted = {(later(8), name, code) for name in SHIFTED for code in SURNAMES}
    correlations = {key for key in cells_of(tables) if key[0] in (earlier(3), earlier(4))}

    assert notes_of(tables).keys() == shifted | correlations
    assert len(correlations) == 6
