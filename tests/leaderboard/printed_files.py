"""What the tests of fixtures/published/ share: the tables by name, their cells, and what holds for every file."""

import json
from pathlib import Path

PUBLISHED = Path(__file__).resolve().parents[2] / "fixtures" / "published"

Key = tuple[str, str, str]


def tables_of(name: str) -> dict[str, dict]:
    tables = json.loads((PUBLISHED / name).read_text(encoding="utf-8"))["tables"]
    by_name = {table["table"]: table for table in tables}
    assert len(by_name) == len(tables)
    return by_name


def cells_of(tables: dict[str, dict]) -> dict[Key, dict]:
    """Every cell by table, label of its row and code of its column."""
    cells = {
        (name, row["label"], code): cell
        for name, table in tables.items()
        for row in table["rows"]
        for code, cell in row["values"].items()
    }
    assert len(cells) == sum(len(row["values"]) for table in tables.values() for row in table["rows"])
    return cells


def figures_of(tables: dict[str, dict]) -> dict[Key, object]:
    """The same without notes: a number, or mean and SD where a spread is printed."""
    return {
        key: (cell["value"], cell["sd"]) if "sd" in cell else cell["value"] for key, cell in cells_of(tables).items()
    }


def notes_of(tables: dict[str, dict]) -> dict[Key, str]:
    return {key: cell["note"] for key, cell in cells_of(tables).items() if "note" in cell}


def check_shape(tables: dict[str, dict], kinds: set[str], facts: frozenset[str] = frozenset()) -> None:
    """Tables, columns, rows and cells are complete; `facts` are the keys a row may have beside the usual ones."""
    for name, table in tables.items():
        assert table.keys() == {"table", "title", "reading", "unit", "columns", "rows"}, name
        assert table["title"] and table["reading"].endswith("."), name
        assert table["unit"] in ("points", "%", ""), name
        columns = {column["code"]: column for column in table["columns"]}
        assert len(columns) == len(table["columns"]), name
        for column in columns.values():
            assert column.keys() <= {"code", "title", "better", "low", "high"}, name
            assert column["better"] in ("human", "higher", "lower", "none"), name
        for row in table["rows"]:
            assert {"label", "kind", "values"} <= row.keys() <= {"label", "kind", "group", "values"} | facts, name
            assert row["values"].keys() == columns.keys(), (name, row["label"])
            for code, cell in row["values"].items():
                check_cell(cell, columns[code], (name, row["label"], code))
    assert {row["kind"] for table in tables.values() for row in table["rows"]} == kinds


def check_cell(cell: dict, column: dict, key: Key) -> None:
    assert {"value"} <= cell.keys() <= {"value", "sd", "n", "note"}, key
    if cell["value"] is None:
        assert cell["note"], key
    else:
        assert column.get("low", cell["value"]) <= cell["value"] <= column.get("high", cell["value"]), key
