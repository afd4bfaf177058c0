"""The page of the ECHO board, its figure, and what of it can be downloaded."""

import csv
import io
import json
import re

import plotly.graph_objects
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.echo_export import HEADER
from apps.leaderboard.models import Entry
from tests.leaderboard.judging import busy_study, judge, judged, machine, somebody, turing_study
from tests.leaderboard.test_board_command import said

PAGE = "/boards/echo/"


@pytest.fixture
def filled(instruments):
    busy_study()
    refresh_boards()


def tables(page: str) -> list[list[list[str]]]:
    """Every table's rows of texts, the head first."""
    found = []
    for table in re.findall(r"<table.*?</table>", page, re.S):
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
        found.append(
            [
                [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
                for row in rows
            ]
        )
    return found


def figure(page: str) -> dict:
    return json.loads(re.search(r'<script id="figure-data" type="application/json">(.*?)</script>', page).group(1))


def test_people_come_first_with_question_types_in_rows(client, filled):
    own, paper = tables(client.get(PAGE).content.decode())

    assert own[0] == [
        "Question type", "chance, Zero-shot baseline", "gpt-4, RoleGPT measured here",
        "gpt-4, RPP measured here", "All writers, mean of cells", "All writers, pooled",
    ]  # fmt: skip
    assert [row[0] for row in own[1:]] == [
        "Creativity", "Ethical dilemmas", "Logic", "Philosophy", "Problem solving", "In-depth personal", "Emotions",
        "Future", "Insight", "Interests", "Overall, mean of cells", "Overall, pooled", "p against 50 %",
        "p of equivalence, 45 to 55 %",
    ]  # fmt: skip
    assert (paper[-1][1], paper[-1][-2:]) == ("37.5", ["48.2*", "42.8"])


def test_a_rate_has_interval_and_all_three_numbers_beside_it(client, filled):
    own, _paper = tables(client.get(PAGE).content.decode())

    for row in own[11:13]:
        assert re.fullmatch(r"\d+\.\d \d+–\d+ n 78 / 24 / 3", row[1])


def test_a_rate_of_fewer_than_ten_judgements_is_grey_and_says_so(client, filled):
    page = client.get(PAGE).content.decode()
    own, _paper = tables(page)

    assert own[1][1].endswith("n 6 / 6 / 3 few")
    assert "few" not in own[1][4]
    assert page.count('<td class="soft">') == page.count('<span class="ci">few</span>') == 30


def test_a_rate_far_from_chance_is_marked(client, instruments):
    study, writer = turing_study(), machine("gpt-4", "echo/rpp/v1")
    for person in range(6):
        for _judge in range(6):
            judge(judged(study, f"p{person}"), somebody(), {"CR": (writer, False), "ED": (writer, person == _judge)})
    refresh_boards()

    page = client.get(PAGE).content.decode()

    assert page.count('<td class="down">') == 2  # the writer's pooled rate and that of all writers


@pytest.mark.parametrize(("asked", "first"), [("human", "67.0"), ("machine", "33.0")])
def test_models_are_in_rows_with_and_without_the_profile(client, filled, asked, first):
    own, paper = tables(client.get(f"{PAGE}?judges={asked}").content.decode())

    assert [row[0] for row in own[1:]] == [
        "gpt-5 with the profile", "longer with the profile", "gpt-5 without the profile", "longer without the profile",
    ]  # fmt: skip
    assert all("n 30 / 1 / 3" in row[1] for row in own[1:])
    assert [row[0] for row in paper[1:]] == [
        f"{judge} with the profile" for judge in ("Control Model", "GPT-4", "GPT-4-Turbo", "Gemini-1.0-Pro")
    ]
    assert paper[1][3] == first


def test_printed_figures_that_do_not_add_up_say_so(client, instruments):
    refresh_boards()

    page = client.get(f"{PAGE}?judges=machine").content.decode()

    assert "The mean of the printed cells is 49.14." in page
    assert "41.0*" in page


def test_before_the_first_judgement_only_the_paper_is_shown(client, instruments):
    refresh_boards()

    page = client.get(PAGE).content.decode()

    assert "There are no such judgements yet." in page
    assert len(tables(page)) == 1


def test_the_newest_study_is_shown_and_another_can_be_chosen(client, filled):
    busy_study(slug="later", title="Later, among strangers", parameters={"judges": "strangers"})
    refresh_boards()

    assert "do not know the person" in client.get(PAGE).content.decode()
    assert "The judges know the person." in client.get(f"{PAGE}?study=who-wrote-this").content.decode()


def test_a_chosen_study_stays_chosen_where_it_has_no_such_judgements(client, filled):
    judge(judged(turing_study("later"), "dan"), somebody(), {"CR": (machine("gpt-4", "echo/rpp/v1"), True)})
    refresh_boards()

    page = client.get(f"{PAGE}?judges=human&study=later").content.decode()
    assert "There are no such judgements yet." in page
    assert '<option value="later" selected>' in page
    assert "n 30 / 1 / 3" in client.get(f"{PAGE}?judges=human").content.decode()


def test_the_figure_holds_the_tables_rates_and_the_line_of_chance(client, filled):
    page = client.get(PAGE).content.decode()
    own, paper = tables(page)
    drawn = figure(page)

    rates = [rate for trace in drawn["data"] for rate in trace["y"] if rate is not None]
    assert sorted(f"{rate:.1f}" for rate in rates) == sorted(
        re.match(r"[\d.]+", text).group() for text in own[11][1:4] + paper[11][1:8]
    )
    assert drawn["layout"]["reference"] == 50
    assert {trace["name"]: trace["marker"]["symbol"] for trace in drawn["data"]} == {
        "baseline": "diamond-open", "measured here": "square", "published": "square-open",
    }  # fmt: skip
    assert len(plotly.graph_objects.Figure(data=drawn["data"]).data) == 3


def test_the_figures_whiskers_are_the_intervals(client, filled):
    trace = next(
        one for one in figure(client.get(PAGE).content.decode())["data"] if one["marker"]["symbol"] == "square"
    )
    cell = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people").values["judging.overall"]

    place = trace["x"].index("gpt-4, RoleGPT")
    assert trace["y"][place] == cell["value"]
    assert trace["y"][place] + trace["error_y"]["array"][place] == pytest.approx(cell["ci"][1])
    assert trace["y"][place] - trace["error_y"]["arrayminus"][place] == pytest.approx(cell["ci"][0])


def test_judges_of_one_table_have_a_shape_each(client, filled):
    traces = figure(client.get(f"{PAGE}?judges=human").content.decode())["data"]

    assert len({trace["marker"]["symbol"] for trace in traces}) == len(traces) == 8
    assert [trace["marker"]["symbol"].endswith("-open") for trace in traces] == [False] * 4 + [True] * 4


@pytest.mark.parametrize("query", ["", "?judges=human", "?judges=machine"])
def test_no_answer_score_or_sitting_is_read(client, filled, query):
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE + query)

    for query in queries:
        for table in ("studies_response", "studies_score", "studies_sitting", "personas_persona"):
            assert table not in query["sql"]


@pytest.mark.parametrize("query", ["?judges=x", "?judges=%00", "?study=%27%3B--", "?study=&judges=human"])
def test_an_odd_choice_is_a_page_all_the_same(client, filled, query):
    assert client.get(PAGE + query).status_code == 200


def test_htmx_gets_the_tables_alone(client, filled):
    answered = client.get(PAGE, headers={"HX-Request": "true"})

    assert "<html" not in answered.content.decode()
    assert "HX-Request" in answered["Vary"]


def test_before_the_instrument_there_is_no_board(client, db):
    assert client.get(PAGE).status_code == 404
    assert client.get(f"{PAGE}1/").status_code == 404


def test_a_line_opens_down_to_its_figures_or_its_cells(client, filled):
    own = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people")
    paper = Entry.objects.get(label="GPTs", provenance__judges="people")

    page = client.get(f"{PAGE}{own.pk}/").content.decode()
    assert "ab" * 32 in page and "81 judgements, 0 missing" in page
    page = client.get(f"{PAGE}{paper.pk}/").content.decode()
    assert "Table 1, row Overall, column GPTs" in page and "ECHO (arXiv 2404.13957), Table 1" in page


def test_the_csv_has_a_row_for_each_rate(client, filled):
    rows = list(csv.DictReader(io.StringIO(client.get("/boards/echo.csv").content.decode())))

    assert set(rows[0]) == set(HEADER)
    assert len(rows) == sum(len(entry.values) for entry in Entry.objects.filter(board__slug="echo"))
    row = next(
        row for row in rows if (row["label"], row["judge"], row["subscale"]) == ("gpt-4, RoleGPT", "People", "pooled")
    )
    cell = Entry.objects.get(label="gpt-4, RoleGPT", provenance__judges="people").values["judging.pooled"]
    assert [float(row["ci_low"]), float(row["ci_high"])] == cell["ci"]
    assert (row["n"], row["judges"], row["persons"], row["study"]) == ("81", "24", "3", "who-wrote-this")


def test_the_command_prints_the_tables_of_each_study_and_of_the_paper(filled):
    text = said("echo")

    titles = [line for line in text.splitlines() if line.startswith("ECHO: who wrote this?")]
    judges = ["People", "Models, asked for the person’s answer", "Models, asked for the machine’s answer"]
    assert titles == [
        f"ECHO: who wrote this?: {origin}. Judges: {by}"
        for origin in ("Who wrote this, among friends", "Printed in the paper")
        for by in judges
    ]
    assert "81/24/3" in text
    assert "p of equivalence" in text
    assert "The mean of the printed cells is 49.14." in text


def test_the_command_gives_json_and_csv_too(client, filled):
    assert json.loads(said("echo", format="json")) == client.get("/api/boards/echo/").json()
    assert list(csv.reader(io.StringIO(said("echo", format="csv")))) == list(
        csv.reader(io.StringIO(client.get("/boards/echo.csv").content.decode()))
    )


def test_both_boards_are_on_the_first_page(client, filled):
    page = client.get("/").content.decode()

    assert 'href="/boards/emotion/"' in page
    assert 'href="/boards/echo/"' in page
