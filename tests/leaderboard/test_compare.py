"""Two lines side by side: what is shared, what is tested, and an address that stays."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.benchmarks.stats import Summary, compare
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.compare import compare as hold
from apps.leaderboard.compare import pairs
from apps.leaderboard.models import Board, Entry
from apps.leaderboard.subjects import names, subject
from tests.leaderboard.answering import answer

PAGE = "/compare/"


@pytest.fixture
def board(instruments):
    refresh_boards()
    Entry.objects.all().delete()
    return Board.objects.get(slug="emotion")


def line(board, label, values, kind="imported", **fields):
    return Entry.objects.create(
        **{"board": board, "label": label, "kind": kind, "vignettes": "trial", "n": 20, "values": values, **fields}
    )


def cell(value=20.0, sd=4.0, n=30, **fields):
    return {"value": value, "sd": sd, "n": n, **fields}


def test_a_difference_is_tested_as_two_samples(board):
    shared = hold(
        line(board, "a", {"fear.negative": cell(20, 4, 30)}), line(board, "b", {"fear.negative": cell(25, 9, 40)}), 0.01
    )

    (only,) = shared.lines
    expected = compare(Summary(20, 4, 30), Summary(25, 9, 40))
    assert only.difference == 5
    assert only.result == expected
    assert only.half == pytest.approx((expected.ci.high - expected.ci.low) / 2)
    assert only.adjusted == expected.p


def test_the_tests_of_a_table_are_corrected_together(board):
    values = [{f"c{i}.x": cell(10 + i * shift, 4, 30) for i in range(4)} for shift in (0, 1)]

    shared = hold(line(board, "a", values[0]), line(board, "b", values[1]), 0.01)

    p = {one.key: one.result.p for one in shared.lines}
    adjusted = {one.key: one.adjusted for one in shared.lines}
    assert adjusted["c3.x"] == pytest.approx(4 * p["c3.x"])
    assert adjusted["c2.x"] == pytest.approx(max(adjusted["c3.x"], 3 * p["c2.x"]))


@pytest.mark.parametrize("missing", [{"sd": None}, {"n": None}, {"n": 1}])
def test_without_spread_or_size_there_is_a_difference_and_no_test(board, missing):
    known, unknown = line(board, "a", {"x": cell()}), line(board, "b", {"x": cell(22.0, **{**missing})})

    (only,) = hold(known, unknown, 0.01).lines

    assert (only.difference, only.result, only.adjusted) == (2, None, None)


def test_rates_have_no_sd_and_no_test(board):
    rate = {"value": 40.0, "n": 80, "judges": 9, "persons": 3, "ci": [30, 50]}

    (only,) = hold(line(board, "a", {"x": rate}), line(board, "b", {"x": {**rate, "value": 55.0}}), 0.01).lines

    assert (only.difference, only.result) == (15, None)


def test_where_a_figure_is_not_printed_the_changes_are_compared(board):
    printed = {"value": None, "change": 9.0, "ci": None}
    one, other = cell(20, change=4.0, ci=[3, 5]), cell(20, change=9.0, ci=[7, 11])

    (only,) = hold(line(board, "a", {"x": one}), line(board, "b", {"x": printed}), 0.01).lines
    assert (only.kind, only.difference, only.half) == ("change", 5, None)

    (only,) = hold(
        line(board, "a", {"x": {**one, "value": None}}), line(board, "b", {"x": {**other, "value": None}}), 0.01
    ).lines
    assert only.half == pytest.approx(5**0.5)


def test_only_what_both_have_is_shared(board):
    first = line(board, "a", {"x": cell(), "y": cell(), "z": cell(None)})
    second = line(board, "b", {"x": cell(), "w": cell(), "z": cell()})

    assert [one.key for one in hold(first, second, 0.01).lines] == ["x"]


def test_two_constant_lines_have_no_p(board):
    (only,) = hold(line(board, "a", {"x": cell(1, 0.0)}), line(board, "b", {"x": cell(2, 0.0)}), 0.01).lines

    assert (only.result.test, only.adjusted) == ("constant", None)


def test_lines_meet_in_one_place_only(board):
    line(board, "a", {})
    line(board, "b", {}, vignettes="other")

    assert pairs(Entry.objects.select_related("board"), "a", "b") == []


def test_answers_speak_before_print_and_many_before_few(board):
    line(board, "a", {}, kind="published", n=None)
    small, large = line(board, "a", {}, n=20), line(board, "a", {}, n=200)
    other = line(board, "b", {})

    assert pairs(Entry.objects.select_related("board"), "a", "b") == [(large, other)]
    assert small != large


def test_all_people_are_people_and_totals_are_nobody(board):
    crowd = line(board, "Crowd, as printed", {}, is_human=True)
    total = line(board, "All writers, pooled", {}, provenance={"total": "pooled"})
    line(board, "gpt-4, v1", {})

    assert subject(crowd) == "people"
    assert subject(total) == ""
    assert names(Entry.objects.all()) == {"people": "People", "gpt-4-v1": "gpt-4, v1"}


def test_a_printed_table_keeps_its_people_apart(board):
    paper = Board.objects.create(slug="paper", title="Paper", about={"tables": []})
    told = {"table": "Table 1", "code": "table-1"}
    for label, human in (("Men", True), ("Women", True), ("gpt-4", False)):
        line(paper, label, {"x": cell()}, kind="published", is_human=human, vignettes="", provenance=told)

    found = pairs(Entry.objects.select_related("board"), "people", "gpt-4")

    assert [(one.label, other.label) for one, other in found] == [("Men", "gpt-4"), ("Women", "gpt-4")]


def test_the_page_shows_both_their_difference_and_the_test(client, study, model, person):
    for respondent, first, then in [(model, 1, 5), (model, 2, 5), (person(), 1, 3), (person(), 2, 5)]:
        answer(study, respondent, "default", 3, first)
        answer(study, respondent, "anger-1.1", 3, then)
    refresh_boards()

    page = client.get(f"{PAGE}?a=people&b=model-1").content.decode()

    row = re.search(r"<tr><th scope=\"row\">Anger: Facing Self-Opinioned People, Negative affect.*?</tr>", page, re.S)
    assert re.search(r'31\.00<span class="ci">SD 1\.41.*?32\.00<span class="ci">SD 0\.00', row.group(), re.S)
    assert "+1.00" in row.group()
    assert "welch" in row.group()
    assert "<h1>People and model-1</h1>" in page
    assert '<option value="model-1" selected>' in page


def test_the_address_outlasts_a_rebuild(client, instruments):
    refresh_boards()
    address = f"{PAGE}?a=people&b=gpt-4"
    before = client.get(address).content.decode()
    Board.objects.update(fingerprint="")
    refresh_boards()

    def numbers(page):
        return re.findall(r"<td[^>]*>.*?</td>", page, re.S)

    assert numbers(client.get(address).content.decode()) == numbers(before) != []


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "Compare two lines"),
        ("?a=people", "Compare two lines"),
        ("?a=gpt-4&b=gpt-4", "These are the same"),
        ("?a=people&b=nobody", "no line called “nobody”"),
        ("?a=%00&b=%27%3B", "no line called"),
    ],
)
def test_every_choice_is_a_page(client, instruments, query, told):
    refresh_boards()

    page = client.get(PAGE + query)

    assert page.status_code == 200
    assert told in page.content.decode()


def test_two_that_never_meet(client, board):
    line(board, "a", {})
    line(board, "b", {}, vignettes="other")

    assert "They stand together on no board" in client.get(f"{PAGE}?a=a&b=b").content.decode()


def test_more_lines_take_no_more_queries_and_no_answer_is_read(client, board):
    line(board, "b", {"x": cell()})

    def asked():
        caches["pages"].clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{PAGE}?a=a&b=b")
        return [query["sql"] for query in queries]

    line(board, "a", {"x": cell()})
    before = asked()
    for slug in ("emotion-agq", "emotion-bfne", "emotion-fds"):
        other = Board.objects.get(slug=slug)
        line(other, "a", {"x": cell()})
        line(other, "b", {"x": cell()})
    after = asked()

    assert len(after) == len(before) <= 6
    for table in ("studies_response", "studies_score", "studies_sitting", "studies_respondent"):
        assert not any(table in sql for sql in after)


def test_it_cannot_be_sent_to(client, db):
    assert client.post(PAGE).status_code == 405
