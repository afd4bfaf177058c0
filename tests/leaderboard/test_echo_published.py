"""fixtures/published/echo.json: Tables 1 to 3 of the paper, cell by cell."""

import json

import pytest

from apps.leaderboard.board_files import boards_folder
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.echo_published import entries, published_path
from apps.leaderboard.models import Board, Entry
from tests.leaderboard.judging import TYPES, busy_study

TITLES = (
    "Creativity", "Ethical Dilemmas", "Logical", "Philosophical", "Problem Solving", "In-Depth Personal", "Emotional",
    "Future Prediction", "Insightful", "Interest", "Overall",
)  # fmt: skip
ROWS = dict(zip(TITLES, [*TYPES, "overall"], strict=True))
MODEL_TABLES = {
    "table2_llm_evaluators_pick_human": "judging-human-profile.overall",
    "table3_llm_evaluators_pick_nonhuman": "judging-machine-profile.overall",
}


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "echo.json").read_text(encoding="utf-8"))


def label(column: str) -> str:
    """GPT-4-Turbo/RPP is the line GPT-4-Turbo, RPP."""
    return ", ".join(column.split("/"))


def printed() -> dict[tuple[str, str], Entry]:
    return {(entry.provenance["judge"], entry.label): entry for entry in entries()}


def test_every_cell_of_table_1_is_as_printed(golden):
    lines = printed()

    for title, rates in golden["table1_human_evaluators"].items():
        for column, rate in zip(golden["columns"], rates, strict=True):
            assert lines["People", label(column)].values[f"judging.{ROWS[title]}"]["value"] == rate


@pytest.mark.parametrize("table", MODEL_TABLES)
def test_every_cell_of_tables_2_and_3_is_as_printed(golden, table):
    lines = printed()

    for judge, rates in golden[table].items():
        for column, rate in zip(golden["columns"], rates, strict=True):
            assert lines[judge, label(column)].values[MODEL_TABLES[table]]["value"] == rate


def test_there_is_nothing_that_is_not_printed(golden):
    figures = sum(len(entry.values) for entry in entries())

    assert figures == 11 * 8 + 4 * 8 + 4 * 8


def test_each_overall_that_is_not_the_mean_of_its_cells_says_so(golden):
    lines = printed()
    checks = {"table2_overall_vs_mean": "judging-human-profile.overall",
              "table3_overall_vs_mean": "judging-machine-profile.overall"}  # fmt: skip

    for check, key in checks.items():
        for judge, found in golden["checks"][check].items():
            note = lines[judge, "Overall"].values[key]["note"]
            if found["agrees_to_0.1"]:
                assert note == ""
            else:
                assert str(found["unweighted_mean_of_seven"]) in note


def test_every_figure_names_its_cell():
    content = json.loads(published_path().read_text(encoding="utf-8"))

    assert content["source"] == "ECHO (arXiv 2404.13957)"
    for entry in content["entries"]:
        for key, figure in entry["values"].items():
            number = {"judging": 1, "judging-human-profile": 2}.get(key.partition(".")[0], 3)
            assert figure["cell"].startswith(f"Table {number}, row ")


def test_a_printed_line_has_no_n_no_interval_and_no_test():
    for entry in entries():
        assert (entry.kind, entry.n, entry.is_human) == ("published", None, False)
        for cell in entry.values.values():
            assert {cell[name] for name in ("n", "judges", "persons", "ci", "p", "equivalence_p")} == {None}


def test_no_measured_figure_is_computed_with_a_printed_one(instruments, settings, tmp_path):
    """The measured lines are the same where nothing was ever printed."""
    busy_study()
    refresh_boards()
    beside = list(Entry.objects.exclude(kind="published").filter(board__slug="echo").values_list("label", "values"))

    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "echo.json").write_text('{"source": "", "entries": []}')
    (tmp_path / "published" / "emotion.json").write_bytes((published_path().parent / "emotion.json").read_bytes())
    (tmp_path / "boards").mkdir()
    for name in ("echo.json", "emotion.json", "refusal.json"):
        (tmp_path / "boards" / name).write_bytes((boards_folder() / name).read_bytes())
    settings.FIXTURES = tmp_path
    assert refresh_boards() == ["echo"]

    assert list(Board.objects.get(slug="echo").entry_set.values_list("label", "values")) == beside
