"""Boards that have only printed tables: their lines, their page, and what of it can be downloaded."""

import csv
import io
import json
import re
from copy import deepcopy

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.benchmarks.files import ProtocolError
from apps.leaderboard.board_files import boards_folder, load_boards
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.printed import load_printed, printed_path
from apps.leaderboard.printed_export import HEADER

PAGE = "/boards/tides/"
BOARD = {
    "title": "Tides",
    "place": 9,
    "question": "Who feels the moon?",
    "measured": "How much everybody sways.",
    "reading": "High is swaying. Low is standing.",
    "direction": "human",
    "reference": "Sailors",
    "sources": ["A log book"],
    "instrument": None,
    "published": "tides.json",
    "sections": [{"title": "At sea", "tables": ["Table 2"]}, {"title": "On land", "tables": ["Table 1, upper half"]}],
    "picture": {
        "caption": "Sway", "table": "Table 2", "figure": "sway", "field": "value", "low": 0, "high": 10,
        "reference": None,
    },
}  # fmt: skip
SAMPLE = {
    "source": "The log of the Albatros",
    "tables": [
        {
            "table": "Table 1, upper half", "title": "Ashore", "reading": "Steps to the left.", "unit": "",
            "columns": [{"code": "steps", "title": "Steps", "better": "lower"}],
            "rows": [{"label": "gull", "kind": "model", "values": {"steps": {"value": 3}}}],
        },
        {
            "table": "Table 2", "title": "Afloat", "reading": "Degrees of sway.", "unit": "points",
            "columns": [
                {"code": "sway", "title": "Sway", "better": "human", "low": 0, "high": 10},
                {"code": "roll", "title": "Roll", "better": "higher"},
            ],
            "rows": [
                {"label": "gpt-sea", "kind": "model", "group": "Big", "family": "GPT", "parameters_b": 7,
                 "values": {"sway": {"value": 4.0, "sd": 0.25, "n": 1200, "note": "Smudged by salt water."}}},
                {"label": "cork", "kind": "baseline", "group": "Small",
                 "values": {"sway": {"value": -9.5, "note": "p = 0.04"}, "roll": {"value": None, "note": "Lost."}}},
                {"label": "Sailors", "kind": "human",
                 "values": {"sway": {"value": 2, "n": 7}, "roll": {"value": 1, "n": 7}}},
            ],
        },
    ],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path, settings):
    """Our own fixtures folder with one board of printed tables in it."""
    for name, content in [("boards", BOARD), ("published", SAMPLE)]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "tides.json").write_text(json.dumps(content))
    settings.FIXTURES = tmp_path
    return tmp_path


@pytest.fixture
def filled(folder, db):
    refresh_boards()


def write(folder, change):
    content = deepcopy(SAMPLE)
    change(content)
    (folder / "published" / "tides.json").write_text(json.dumps(content))


def rows(page: str) -> list[list[str]]:
    """The table's rows of texts, the head first."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.S)
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.S)]
        for row in found
    ]


def test_adding_a_board_is_adding_a_file(folder, db):
    assert refresh_boards() == ["tides"]
    assert refresh_boards() == []


def test_either_file_rebuilds_it(folder, filled):
    write(folder, lambda content: content.update(source="Another log"))
    assert refresh_boards() == ["tides"]

    (folder / "boards" / "tides.json").write_text(json.dumps({**BOARD, "title": "Ebb"}))
    assert refresh_boards() == ["tides"]
    assert Board.objects.get(slug="tides").title == "Ebb"


def test_a_board_goes_with_its_file(folder, filled):
    (folder / "boards" / "tides.json").unlink()
    refresh_boards()

    assert not Board.objects.exists()


def test_every_line_is_published_and_people_are_human(filled):
    lines = Entry.objects.filter(board__slug="tides")

    assert {line.kind for line in lines} == {"published"}
    assert {line.label: line.is_human for line in lines} == {
        "gull": False, "gpt-sea": False, "cork": False, "Sailors": True,
    }  # fmt: skip
    assert lines.get(label="gpt-sea").provenance["facts"] == {"family": "GPT", "parameters_b": 7}
    assert {line.provenance["source"] for line in lines} == {"The log of the Albatros"}


def test_tables_stand_in_the_order_of_the_sections(client, filled):
    page = client.get(PAGE).content.decode()

    assert re.findall(r'<optgroup label="([^"]+)">', page) == ["At sea", "On land"]
    tables = page.partition('<select name="table"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="([^"]+)"', tables) == ["table-2", "table-1-upper-half"]
    assert '<option value="table-2" selected>' in page


def test_people_come_first_and_headings_stand_as_printed(client, filled):
    page = client.get(PAGE).content.decode()

    assert [row[0] for row in rows(page)] == [
        "Respondent", "Sailors (people) n 7", "Big", "gpt-sea (model) n 1,200", "Small", "cork (baseline)",
    ]  # fmt: skip
    assert re.search(r'<tr id="line-\d+" class="human"><th scope="row" class="who human">Sailors', page)


def test_a_cell_has_sd_n_and_note_and_a_missing_one_says_so(client, filled):
    page = client.get(PAGE).content.decode()
    found = {row[0]: row[1:] for row in rows(page)}

    assert found["gpt-sea (model) n 1,200"] == ["4.00 note 1 SD 0.25", "– not printed"]
    assert found["cork (baseline)"] == ["−9.50 p = 0.04", "– not printed Lost."]
    assert re.findall(r"<li>(Smudged.*?)</li>", page) == ["Smudged by salt water."]


def test_it_says_what_is_better_and_how_far_the_scale_goes(client, filled):
    head = rows(client.get(PAGE).content.decode())[0]
    assert head[1:] == ["Sway 0 to 10 closer to people is better", "Roll higher is better"]

    page = client.get(f"{PAGE}?table=table-1-upper-half").content.decode()
    assert rows(page)[0] == ["Respondent", "Steps"]
    assert "Table 1, upper half, as printed. Lower is better." in page


def test_table_source_and_citation_are_named(client, filled):
    page = client.get(PAGE).content.decode()

    assert "Table 2, as printed. In points." in page
    assert '<span class="tag">published</span>' in page
    assert (
        "Table 2 (Afloat). In: The log of the Albatros. As data in Likeness, board Tides, "
        "http://testserver/boards/tides/?table=table-2"
    ) in page


@pytest.mark.parametrize("query", ["?table=x", "?table=%00", "?table=%27%3B--", "?table="])
def test_an_odd_choice_is_the_first_table(client, filled, query):
    assert "Afloat <span" in client.get(PAGE + query).content.decode()


def test_htmx_gets_the_table_alone(client, filled):
    answered = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in answered
    assert "<table" in answered


def test_a_line_leads_to_its_place_in_its_table(client, filled):
    line = Entry.objects.get(label="gull")

    page = client.get(f"{PAGE}{line.pk}/").content.decode()

    place = f"{PAGE}?table=table-1-upper-half#line-{line.pk}"
    assert f'href="{place}"' in page
    assert f'id="line-{line.pk}"' in client.get(place).content.decode()


def test_only_the_board_and_the_table_s_lines_are_read(client, filled):
    client.get(PAGE)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{PAGE}?table=table-2&again")

    tables = {table for query in queries for table in re.findall(r'FROM "(\w+)"', query["sql"])}
    assert tables == {"leaderboard_board", "leaderboard_entry"}


def test_the_downloads_hold_every_table(client, filled):
    told = list(csv.DictReader(io.StringIO(client.get("/boards/tides.csv").content.decode())))
    assert tuple(told[0]) == HEADER
    assert [(row["table"], row["label"], row["column"], row["value"]) for row in told] == [
        ("Table 2", "gpt-sea", "sway", "4.0"), ("Table 2", "cork", "sway", "-9.5"), ("Table 2", "cork", "roll", ""),
        ("Table 2", "Sailors", "sway", "2.0"), ("Table 2", "Sailors", "roll", "1.0"),
        ("Table 1, upper half", "gull", "steps", "3.0"),
    ]  # fmt: skip

    shape = client.get("/api/boards/tides/").json()
    assert shape.keys() == {"board", "columns", "entries", "source", "tables"}
    assert shape["columns"] == ["sway", "roll", "steps"]
    assert [table["table"] for table in shape["tables"]] == ["Table 2", "Table 1, upper half"]
    cell = next(entry for entry in shape["entries"] if entry["label"] == "gpt-sea")["values"]["sway"]
    assert cell == {"value": 4.0, "sd": 0.25, "n": 1200, "note": "Smudged by salt water."}


def test_the_command_prints_every_table(filled):
    out = io.StringIO()
    call_command("board", "tides", stdout=out)
    text = out.getvalue()

    assert "Table 1, upper half: Ashore" in text
    assert re.search(r"Big: gpt-sea \(model\), n 1,200 +4\.00 ±0\.25 \[1\] +\.\n", text)
    assert "[1] Smudged by salt water." in text


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda c: c.pop("source"), "source is missing"),
        (lambda c: c["tables"][1].update(table="Table 3"), r'tables has "Table 3", which is in no section'),
        (lambda c: c["tables"].pop(), 'tables has no "Table 2"'),
        (lambda c: c["tables"].append(c["tables"][0]), 'tables has "Table 1, upper half" twice'),
        (lambda c: c["tables"][1].update(unit="miles"), r'tables\[1\].unit is "miles"'),
        (lambda c: c["tables"][1]["columns"][1].update(code="sway"), r"tables\[1\].columns has a code twice"),
        (lambda c: c["tables"][1]["columns"][0].update(better="up"), r'columns\[0\].better is "up"'),
        (lambda c: c["tables"][1]["rows"][0].update(kind="fish"), r'rows\[0\].kind is "fish"'),
        (lambda c: c["tables"][1]["rows"][0]["values"].update(pitch={}), r"rows\[0\].values.pitch is not known"),
        (lambda c: c["tables"][1]["rows"][0]["values"]["sway"].update(value="4"), "values.sway.value must be a number"),
    ],
)
def test_a_mistake_is_told_with_file_and_key(folder, change, complaint):
    write(folder, change)

    with pytest.raises(ProtocolError, match=rf"tides\.json: .*{complaint}"):
        load_printed(load_boards()["tides"])


@pytest.mark.parametrize("slug", [path.stem for path in sorted(boards_folder().glob("*.json"))])
def test_every_table_of_every_paper_has_a_page(client, instruments, slug):
    refresh_boards()
    board = Board.objects.get(slug=slug)

    for table in board.about.get("tables", [{"code": ""}]):
        assert client.get(f"/boards/{slug}/?table={table['code']}").status_code == 200


def test_every_cell_of_the_real_files_is_on_a_board(db):
    refresh_boards()

    for slug, file in load_boards().items():
        if not file.instrument:
            content = json.loads(printed_path(file.published).read_text())
            cells = sum(len(row["values"]) for table in content["tables"] for row in table["rows"])
            assert sum(len(line.values) for line in Entry.objects.filter(board__slug=slug)) == cells > 0
