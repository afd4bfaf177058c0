"""Every printed figure can be found again in its paper: source, table, row and column."""

import json
import re
from pathlib import Path

import pytest

from apps.leaderboard.board_files import load_boards
from apps.leaderboard.printed import load_printed

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "published"
TABLE = re.compile(r"(Tables?|Figure|Section) \d+")
PRINTED = [board for board in load_boards().values() if not board.instrument]


def test_every_file_is_on_a_board():
    assert {path.name for path in FOLDER.glob("*.json")} == {
        board.published for board in load_boards().values() if board.published
    }


@pytest.mark.parametrize("name", ["emotion.json", "echo.json"])
def test_a_figure_beside_measured_ones_names_table_row_and_column(name):
    file = json.loads((FOLDER / name).read_text(encoding="utf-8"))

    assert file["source"]
    for line in file["entries"]:
        assert TABLE.match(line["table"])
        for key, figure in line["values"].items():
            assert TABLE.match(figure["cell"]), (line["label"], key)
            assert ", row " in figure["cell"], (line["label"], key)
            assert ", column " in figure["cell"], (line["label"], key)


@pytest.mark.parametrize("board", PRINTED, ids=lambda board: board.slug)
def test_a_figure_of_a_printed_table_has_one_row_and_one_column(board):
    printed = load_printed(board)

    assert printed.source
    for table in printed.tables:
        assert TABLE.match(table.table)
        assert table.title
        assert table.reading
        titles = [column.title for column in table.columns]
        assert len(titles) == len(set(titles)), table.table
        rows = [(row.kind, row.group, row.label) for row in table.rows]
        assert len(rows) == len(set(rows)), table.table
        assert all(title for title in titles)
        assert all(row.label and row.values for row in table.rows)
