"""The differences from people: one unit, a heat map that says its numbers, ranks as ranges."""

import csv
import io
import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.columns import EMOTIONS, all_columns
from apps.leaderboard.differences import read_choice, sets_of, tables_of
from apps.leaderboard.models import Board, Entry
from tests.leaderboard.answering import answer

PAGE = "/boards/emotion/differences/"
USED = "emotionbench-used"
FACTORS = [column.code for column in all_columns() if column.level == "factor"]
CODES = [column.code for column in all_columns() if column.level != "default"]


@pytest.fixture
def board(instruments):
    refresh_boards()
    return Board.objects.get(slug="emotion")


def cell(change, n=100, half=1.0, **fields):
    return {"mean": 20.0, "sd": 5.0, "n": n, "change": change, "ci": [change - half, change + half], **fields}


def line(board, label, change, kind="imported", codes=CODES, people=False, **fields):
    """A line whose changes are all `change`, or given by column."""
    values = {
        f"{code}.{affect}": cell(change[code] if isinstance(change, dict) else change, **fields)
        for code in codes
        for affect in ("positive", "negative")
    }
    for affect in ("positive", "negative"):
        values[f"default.{affect}"] = {"mean": 15.0, "sd": 8.0, "n": 1000, "ci": [14, 16], "change": None}
    return Entry.objects.create(
        board=board, label=label, kind=kind, is_human=people, vignettes="trial", n=100, n_missing=0, values=values
    )


@pytest.fixture
def people(board):
    return line(board, "Crowd of the trial", 4.0, kind="human", people=True)


def tables(board, alpha=0.01, **query):
    entries = list(board.entry_set.all())
    subscales = list(board.instrument.subscale_set.all())
    return tables_of(entries, read_choice({"set": "trial", **query}, subscales, sets_of(entries)), alpha)


def test_the_unit_is_peoples_spread_beforehand(board, people):
    line(board, "eager", 8.0)

    figure = tables(board)[0].rows[0].figures[0]

    assert figure.value == pytest.approx(0.5, abs=0.001)
    assert figure.half == pytest.approx(2**0.5 / 8, abs=0.002)
    assert figure.shade == "more1"


@pytest.mark.parametrize(
    ("change", "shade"), [(4.0, "alike"), (6.0, "more1"), (-2.0, "less2"), (12.0, "more3"), (-20.0, "less4")]
)
def test_a_shade_tells_sign_and_size(board, people, change, shade):
    line(board, "one", change)

    assert tables(board)[0].rows[0].figures[0].shade == shade


def test_the_closest_come_first_and_share_places_where_chance_could_have_made_the_order(board, people):
    wave = {code: 4.0 + (i % 7 - 3) for i, code in enumerate(CODES)}
    other = {code: 4.0 + (i % 5 - 2) * 1.4 for i, code in enumerate(CODES)}
    line(board, "far", {code: change + 30 for code, change in wave.items()})
    line(board, "near", wave)
    line(board, "near too", other)

    rows = tables(board)[0].rows

    found = {row.entry.label: (row.closeness.best, row.closeness.worst) for row in rows}
    assert found == {"near": (1, 2), "near too": (1, 2), "far": (3, 3)}
    assert rows[-1].entry.label == "far"


def test_closeness_rests_on_factors_whatever_columns_are_shown(board, people):
    line(board, "one", {code: 4.0 if code in FACTORS else 40.0 for code in CODES})

    assert tables(board)[0].rows[0].closeness.rms == 0
    assert tables(board)[0].asked == 72
    assert tables(board, affect="negative", emotion="fear")[0].asked == len(EMOTIONS["fear"])


def test_one_emotion_has_too_few_columns_for_ranks(board, people):
    line(board, "one", 5.0)

    close = tables(board, affect="negative", emotion="fear")[0].rows[0].closeness

    assert close.rms > 0
    assert close.best is None


def test_few_answers_are_shown_and_count_nowhere(board, people):
    line(board, "pilot", 5.0, n=9)

    row = tables(board)[0].rows[0]

    assert (row.figures[0].state, row.figures[0].shade) == ("few", "few")
    assert row.closeness is None


def test_a_line_with_too_few_figures_takes_no_column_from_the_others(board, people):
    line(board, "whole", 5.0)
    line(board, "part", 5.0, codes=CODES[:20])

    rows = {row.entry.label: row for row in tables(board)[0].rows}

    assert rows["part"].closeness is None
    assert tables(board)[0].shared == 72
    assert (rows["whole"].closeness.best, rows["whole"].closeness.worst) == (1, 1)


def test_printed_lines_have_a_table_and_ranks_of_their_own(board, people):
    line(board, "answered", 20.0)
    line(board, "printed", 5.0, kind="published", n=None)

    own, paper = tables(board)

    assert [row.entry.label for row in own.rows] == ["answered"]
    assert own.rows[0].closeness.best == 1
    assert [row.entry.label for row in paper.rows] == ["printed"]


def test_printed_figures_have_no_interval(board, people):
    entry = line(board, "printed", 5.0, kind="published", n=None)
    for figure in entry.values.values():
        figure["ci"] = None
    entry.save()

    assert tables(board)[0].rows[0].figures[0].half is None


def test_people_without_spread_give_no_unit(board, people):
    people.values["default.positive"]["sd"] = 0.0
    people.save()
    line(board, "one", 5.0)

    rows = tables(board)[0].rows

    assert rows[0].figures[0].state == "none"
    assert tables(board)[0].asked == 36


def test_it_can_be_sorted_by_a_column_and_by_name(board, people):
    line(board, "a", 9.0)
    line(board, "b", 2.0)

    def order(**query):
        return [row.entry.label for row in tables(board, **query)[0].rows]

    assert order() == ["b", "a"]
    assert order(sort="anger.negative", dir="down") == ["a", "b"]
    assert order(sort="label") == ["a", "b"]
    assert order(sort="label", dir="down") == ["b", "a"]
    assert order(sort="nonsense") == ["b", "a"]


def test_the_printed_tables_are_compared_from_the_first_day(client, board):
    page = client.get(PAGE).content.decode()

    assert "Printed figures" in page
    assert "Measured here and imported" not in page
    labels = re.findall(r'<th scope="row"><a [^>]+>([^<]+)</a>', page)
    assert set(labels) >= {"gpt-4", "text-davinci-003"}
    gpt4 = re.search(r">gpt-4</a>.*?</tr>", page, re.S).group()
    assert re.search(r'class="more\d">\s*\+2\.', gpt4)
    assert re.search(r'class="less\d">\s*−2\.', gpt4)


def test_a_column_says_how_it_is_sorted(client, board):
    page = client.get(PAGE).content.decode()

    assert page.count('aria-sort="ascending"') == 1
    assert 'href="?sort=closeness&amp;dir=down"' in page


def test_too_few_answers_are_said(client, board, study, model, person):
    for respondent, rating in [(model, 5), (model, 4), (person(), 3), (person(), 5)]:
        answer(study, respondent, "default", 3, 1 if respondent == model else rating - 2)
        answer(study, respondent, "anger-1.1", 3, rating)
    refresh_boards()

    page = client.get(f"{PAGE}?set=everyday&emotion=anger").content.decode()

    row = re.search(r">model-1</a>.*?</tr>", page, re.S).group()
    assert '<span class="ci">few</span>' in row
    assert "0 of 0 figures" in row


def test_csv_and_json_hold_the_figures_of_the_page(client, board, people):
    line(board, "one", 9.0)
    query = "?set=trial&affect=negative"

    rows = list(csv.DictReader(io.StringIO(client.get(f"/boards/emotion/differences.csv{query}").content.decode())))
    told = client.get(f"/boards/emotion/differences.json{query}").json()

    (table,) = told["tables"]
    (only,) = table["lines"]
    assert len(rows) == len(table["columns"]) == 9
    for row in rows:
        value = only["values"][f"{row['condition']}.{row['subscale']}"]
        assert float(row["difference"]) == value["difference"]
        assert row["state"] == value["state"] == "ok"
    assert float(rows[0]["rms"]) == only["rms"]
    assert (only["best"], only["worst"]) == (1, 1)
    assert f"{only['values']['anger.negative']['difference']:+.1f}" in client.get(PAGE + query).content.decode()


def test_htmx_gets_the_tables_alone(client, board):
    page = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in page
    assert "<table" in page


def test_only_boards_and_entries_are_read_and_more_lines_take_no_more_queries(client, board, people):
    def asked():
        caches["pages"].clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{PAGE}?set=trial")
        return [query["sql"] for query in queries]

    before = asked()
    for number in range(4):
        line(board, f"m{number}", number)
    after = asked()

    assert len(after) == len(before) <= 5
    for table in ("studies_response", "studies_score", "studies_sitting", "studies_respondent"):
        assert not any(table in sql for sql in after)


@pytest.mark.parametrize("query", ["?set=x", "?affect=%00", "?emotion=pleasant", "?sort=%27", "?dir=x"])
def test_an_odd_choice_is_a_page_all_the_same(client, board, query):
    assert client.get(PAGE + query).status_code == 200


def test_a_board_without_people_says_so(client, board):
    assert "nothing to be close to" in client.get("/boards/emotion-agq/differences/").content.decode()


@pytest.mark.parametrize("slug", ["nothing", "echo", "refusal"])
def test_other_boards_have_no_such_page(client, board, slug):
    assert client.get(f"/boards/{slug}/differences/").status_code == 404
    assert client.post(PAGE).status_code == 405
