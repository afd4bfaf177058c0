"""fixtures/published/gama.json: Tables 15 and 41 to 45 of the thesis's Part V, cell by cell."""

import json
from statistics import mean, stdev

import pytest

from tests.leaderboard.printed_files import cells_of, check_shape, figures_of, notes_of, tables_of

MODEL = "GPT-3.5-0125"
GAMES = {
    "guessing-game": "Guess 2/3 of the Average",
    "bar-game-implicit": "El Farol Bar",
    "divide-dollar": "Divide the Dollar",
    "public-goods": "Public Goods Game",
    "diner-dilemma": "Diner's Dilemma",
    "sealed-bid-auction": "Sealed-Bid Auction",
    "battle-royale": "Battle Royale",
    "pirate-game": "Pirate Game",
}
# Tables of one model in several circumstances: name in the golden file, row of a column, row of its mean.
SERIES = {
    "Table 41": ("table41_five_runs", lambda name: f"run {name.removeprefix('T')}", "mean of five runs"),
    "Table 42": ("table42_temperature", lambda name: f"temperature {name}", "mean of six temperatures"),
    "Table 43": ("table43_prompt_versions", lambda name: f"wording {name}", "mean of five wordings"),
    "Table 45": ("table45_improvements", lambda name: name if name == "CoT" else name.lower(), ""),
}
LAST_DIGIT = {("Table 41", "run 2"), ("Table 41", "run 4"), ("Table 41", "run 5"), ("Table 42", "temperature 0.8"),
              ("Table 44, Public Goods Game", "R = 0.5")}  # fmt: skip


@pytest.fixture(scope="module")
def tables():
    return tables_of("gama.json")


@pytest.fixture(scope="module")
def golden(shared):
    return json.loads((shared / "golden" / "gamabench.json").read_text(encoding="utf-8"))


def code_of(game: str) -> str:
    return game.lower().replace("_", "-")


def spaced(setting: object) -> str:
    """Print a range or a set of prices with a space after each comma."""
    return ", ".join(str(setting).split(","))


def settings_of(name: str, settings: list) -> list[str]:
    match name:
        case "range":
            return [f"range {spaced(one)}" for one in settings]
        case "Pl_Ul_Ph_Uh":
            return [f"(Pl, Ul, Ph, Uh) = ({spaced(one)})" for one in settings]
        case _:
            return [f"{name} = {one}" for one in settings]


def printed_figures(golden: dict) -> dict[tuple[str, str, str], object]:
    """Every cell of the six tables; a mean and its SD are one cell."""
    printed, cells = golden["published"], {}
    leaderboard = printed["table15_mean_std"]
    for game, figures in leaderboard["rows"].items():
        for model, figure in zip(leaderboard["columns"], figures, strict=True):
            cells["Table 15", model, code_of(game)] = tuple(figure)
    for table, (key, label, of_mean) in SERIES.items():
        for game, figures in printed[key]["rows"].items():
            found = dict(zip(printed[key]["columns"], figures, strict=True))
            if of_mean:
                cells[table, f"{MODEL}, {of_mean}", code_of(game)] = (found.pop("avg"), found.pop("std"))
            cells |= {(table, f"{MODEL}, {label(name)}", code_of(game)): one for name, one in found.items()}
    for game, found in printed["table44_game_settings"].items():
        code, (name, settings) = code_of(game), next(iter(found.items()))
        table = f"Table 44, {GAMES[code]}"
        for setting, score in zip(settings_of(name, settings), found["scores"], strict=True):
            cells[table, f"{MODEL}, {setting}", code] = score
        spread = found["std"]
        cells[table, f"{MODEL}, mean of the settings", code] = (
            found["avg"] if spread is None else (found["avg"], spread)
        )
    return cells


# --- against the golden file ---


def test_every_cell_is_as_printed_and_none_is_missing(tables, golden):
    assert figures_of(tables) == printed_figures(golden)


def test_every_cell_that_the_recorded_games_do_not_give_says_so(tables, golden):
    """The golden file counts them by table and game; the mean of Table 15 that is only rounded has no note."""
    notes = notes_of(tables)
    for table, game, *_rest in golden["verification"]["cells_not_reproduced"]:
        noted = {key for key in notes if key[0].startswith(table.replace("T", "Table ")) and key[2] == code_of(game)}
        assert noted, (table, game)
    spreads = golden["verification"]["table15_recomputed"]["Overall"]
    for model, (_mean, spread) in spreads.items():
        note = notes.get(("Table 15", model, "overall"), "")
        printed = cells_of(tables)["Table 15", model, "overall"]["sd"]
        assert (f"SD of {spread + 1e-9:.1f}." in note) == (abs(printed - spread) > 0.05), model


# --- of itself ---


def test_every_table_that_reports_results_is_there(tables):
    settings = [f"Table 44, {title}" for title in GAMES.values()]

    assert list(tables) == ["Table 15", "Table 41", "Table 42", "Table 43", *settings, "Table 45"]


def test_its_shape_is_that_of_printed_tables(tables):
    check_shape(tables, {"model"})


def test_columns_are_the_games_in_one_order(tables):
    for name, table in tables.items():
        columns = {column["code"]: column["title"] for column in table["columns"]}
        if name.startswith("Table 44"):
            assert columns.items() <= GAMES.items()
            assert len(columns) == 1
        else:
            assert columns == (GAMES if name == "Table 43" else {**GAMES, "overall": "Overall"})
            assert list(columns)[:8] == list(GAMES)


def test_a_number_of_runs_stands_only_where_one_setting_was_repeated(tables):
    for (name, label, _code), cell in cells_of(tables).items():
        repeated = name == "Table 15" or label == f"{MODEL}, mean of five runs"
        assert cell.get("n") == (5 if repeated else None)


def test_means_and_spreads_follow_from_their_rows(tables):
    for name, table in tables.items():
        if name in ("Table 15", "Table 45"):
            continue
        *rows, last = table["rows"]
        for code, cell in last["values"].items():
            scores = [row["values"][code]["value"] for row in rows]
            assert abs(cell["value"] - mean(scores)) < 0.1, (name, code)
            assert abs(cell.get("sd", stdev(scores)) - stdev(scores)) < 0.1, (name, code)


def test_an_overall_score_is_the_mean_of_eight_but_for_the_misprint(tables):
    for name in ("Table 15", "Table 41", "Table 42", "Table 45"):
        for row in tables[name]["rows"]:
            scores = {code: cell["value"] for code, cell in row["values"].items()}
            if (name, row["label"]) == ("Table 45", f"{MODEL}, default"):
                assert row["values"]["diner-dilemma"]["note"].startswith("Digits swapped: 96.0")
                scores["diner-dilemma"] = 96.0
            assert abs(mean(scores[code] for code in GAMES) - scores["overall"]) < 0.1, (name, row["label"])


def test_notes_stand_where_a_figure_is_wrong_unreadable_or_cannot_be_traced(tables):
    expected = {(table, f"{MODEL}, {label}", "public-goods") for table, label in LAST_DIGIT}
    expected |= {("Table 15", model, "overall") for model in ("GPT-3.5-0613", "GPT-3.5-1106", "Gemini-Pro-1.0")}
    for label in ("temperature 0.0", "mean of six temperatures"):
        expected |= {("Table 42", f"{MODEL}, {label}", code) for code in ("public-goods", "overall")}
    expected.add(("Table 44, Pirate Game", f"{MODEL}, mean of the settings", "pirate-game"))
    expected.add(("Table 45", f"{MODEL}, default", "diner-dilemma"))
    for label in ("CoT", "cooperative", "selfish", "mathematician"):
        expected.add(("Table 45", f"{MODEL}, {label}", "sealed-bid-auction"))

    assert notes_of(tables).keys() == expected
