"""The page, the JSON and the CSV of a board say the same numbers; the page rounds them."""

import csv
import io
from itertools import product

import pytest

from apps.benchmarks.echo.questions import TYPES
from apps.leaderboard.board_files import load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.printed import load_printed
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import busy_study
from tests.leaderboard.reading import tables

PRINTED = [board.slug for board in load_boards().values() if not board.instrument]
SHOWN = ("change", "value", "difference")


def api(client, slug):
    return client.get(f"/api/boards/{slug}/").json()


def page_tables(client, slug, **query):
    page = client.get(f"/boards/{slug}/", query)
    assert page.status_code == 200
    return tables(page.content.decode())


def csv_rows(client, slug):
    return list(csv.DictReader(io.StringIO(client.get(f"/boards/{slug}.csv").content.decode())))


def agree(cell, number):
    """Does the cell show this number, as far as it is rounded?"""
    if cell.number is None or number is None:
        return cell.number is None and number is None
    return abs(cell.number - number) <= cell.half_a_step


def match(rows, expected):
    """Every expected line (label, numbers) is a row of its own, and no row is left."""
    left = list(rows)
    for label, numbers in expected:
        fitting = [
            row
            for row in left
            if row[0].name == label and all(agree(cell, one) for cell, one in zip(row[1:], numbers, strict=True))
        ]
        assert fitting, (label, numbers, [[cell.text for cell in row] for row in left if row[0].name == label])
        left.remove(fitting[0])
    assert left == []


# --- the emotion board ---


@pytest.fixture
def measured(study, model, person):
    """Two people and a model have answered before and after, beside what is printed."""
    conditions = sorted(study.condition_set.exclude(code="default").values_list("code", flat=True))[:3]
    for number, respondent in enumerate([model, person(), person()]):
        for repeat, code in product(range(2) if respondent == model else range(1), ["default", *conditions]):
            answer(study, respondent, code, 2 + (number + repeat) % 3, 3 + (number + len(code)) % 3)
    refresh_boards()


def people_of(entries, vignettes):
    """Whom the page says others differ from: the people who were measured, else the first who were printed."""
    people = [one for one in entries if one["human"] and one["vignettes"] == vignettes]
    return next((one for one in people if one["kind"] == "human"), people[0] if people else None)


def expected_number(entries, entry, column, subscale, shown):
    key = f"{column}.{subscale}"
    cell = entry["values"].get(key) or {}
    if column == "default" or shown == "value":
        return cell.get("mean")
    if shown == "change":
        return cell.get("change")
    people = people_of(entries, entry["vignettes"])
    theirs = ((people or {"values": {}})["values"].get(key) or {}).get("change")
    return None if cell.get("change") is None or theirs is None else cell["change"] - theirs


@pytest.mark.parametrize("subscale", ["positive", "negative"])
@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("emotion", ["", "anger", "factors", "pleasant"])
def test_the_emotion_board(client, measured, subscale, shown, emotion):
    entries = api(client, "emotion")["entries"]
    page = client.get("/boards/emotion/", {"affect": subscale, "show": shown, "emotion": emotion})

    columns = [column.code for column in page.context["columns"]]
    expected = [
        (entry["label"], [expected_number(entries, entry, column, subscale, shown) for column in columns])
        for entry in entries
    ]
    (board,) = tables(page.content.decode())
    match(board.rows, [line for line in expected if any(number is not None for number in line[1])])
    assert {"human", "imported", "published"} <= {entry["kind"] for entry in entries}


@pytest.mark.parametrize("slug", ["emotion", "echo"])
def test_the_csv_of_an_instruments_board(client, measured, slug):
    busy_study()
    refresh_boards()
    field = {"emotion": "mean", "echo": "value"}[slug]

    in_json = [
        (entry["label"], entry["kind"], key, entry["provenance"].get("judge"), cell[field])
        for entry in api(client, slug)["entries"]
        for key, cell in entry["values"].items()
    ]
    in_csv = [
        (row["label"], row["kind"], f"{row['condition']}.{row['subscale']}", row.get("judge"),
         float(row[field]) if row[field] else None)
        for row in csv_rows(client, slug)
    ]  # fmt: skip
    assert in_csv == in_json
    assert len(in_csv) > 100


# --- the ECHO board ---


@pytest.fixture
def judged(instruments):
    busy_study()
    refresh_boards()


def is_of(entry, judges, origin):
    told = entry["provenance"]
    by_people = told["judges"] == "people"
    return by_people == (judges == "people") and (entry["kind"] == "published") == (origin == "printed")


@pytest.mark.parametrize(("place", "origin"), [(0, "measured"), (1, "printed")])
def test_the_echo_board_of_people(client, judged, place, origin):
    lines = [entry for entry in api(client, "echo")["entries"] if is_of(entry, "people", origin)]
    table = page_tables(client, "echo", judges="people")[place]
    rows = {row[0].name: row[1:] for row in table.rows}

    assert sorted(head.name for head in table.heads[1:]) == sorted(line["label"] for line in lines)
    for title, code in [*((title, code) for code, title in TYPES.items()), ("Overall, mean of cells", "overall")]:
        for head, cell in zip(table.heads[1:], rows[title], strict=True):
            (line,) = [one for one in lines if one["label"] == head.name]
            assert agree(cell, (line["values"].get(f"judging.{code}") or {}).get("value")), (title, head.name)


@pytest.mark.parametrize("judges", ["human", "machine"])
@pytest.mark.parametrize(("place", "origin"), [(0, "measured"), (1, "printed")])
def test_the_echo_board_of_models(client, judged, judges, place, origin):
    lines = [entry for entry in api(client, "echo")["entries"] if is_of(entry, judges, origin)]
    table = page_tables(client, "echo", judges=judges)[place]

    shown = []
    for row in table.rows:
        for head, cell in zip(table.heads[1:], row[1:], strict=True):
            writers = [one for one in lines if (one["label"], one["provenance"]["judge"]) == (head.name, row[0].name)]
            keys = [f"judging-{judges}-{told}" for told in ("profile", "bare")]
            codes = ["pooled" if one["provenance"]["total"] == "pooled" else "overall" for one in writers]
            numbers = [
                (one["values"].get(f"{key}.{code}") or {}).get("value")
                for one, code in zip(writers, codes, strict=True) for key in keys
            ]  # fmt: skip
            assert cell.number is None or any(agree(cell, number) for number in numbers), (row[0].name, head.name)
            shown.append(cell.number)
    assert len([number for number in shown if number is not None]) > 5


# --- boards of printed tables ---


@pytest.mark.parametrize("slug", PRINTED)
def test_every_printed_table(client, instruments, slug):
    refresh_boards()
    board = api(client, slug)
    assert [table["code"] for table in board["tables"]] == [
        one.code for one in load_printed(load_boards()[slug]).tables
    ]

    for head in board["tables"]:
        codes = [column["code"] for column in head["columns"]]
        expected = [
            (entry["label"], [(entry["values"].get(code) or {}).get("value") for code in codes])
            for entry in board["entries"]
            if entry["provenance"]["code"] == head["code"]
        ]
        table, *_analyses = page_tables(client, slug, table=head["code"])
        assert [cell.name for cell in table.heads[1:]] == [column["title"] for column in head["columns"]]
        match(table.rows, expected)


@pytest.mark.parametrize("slug", PRINTED)
def test_the_csv_of_a_printed_board(client, instruments, slug):
    refresh_boards()
    board = api(client, slug)
    columns = {head["code"]: [column["code"] for column in head["columns"]] for head in board["tables"]}

    in_json = sorted(
        (entry["label"], entry["provenance"]["table"], column, str(entry["values"][column]["value"]))
        for entry in board["entries"]
        for column in columns[entry["provenance"]["code"]]
        if entry["values"].get(column)
    )
    in_csv = sorted(
        (row["label"], row["table"], row["column"], row["value"] or "None") for row in csv_rows(client, slug)
    )

    assert in_csv == in_json
