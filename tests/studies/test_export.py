"""A study's answers as CSV that needs no reshaping."""

import csv
import io
from datetime import datetime

import pytest

from tests.people import PROLIFIC, Person


@pytest.fixture
def people(study):
    anna = Person(study, PROLIFIC.format("anna-at-prolific")).go_to("thanks", before=2, after=5)
    ben = Person(study).go_to("imagine", before=1)
    return anna, ben


def read(browser, study, name) -> list[dict[str, str]]:
    response = browser.get(f"/studies/{study.slug}/{name}.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{study.slug}-{name}.csv"'
    assert response.streaming
    return list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode())))


def test_there_is_one_row_for_each_answer(rosa, study, people):
    rows = read(rosa, study, "responses")

    assert len(rows) == 60
    assert list(rows[0]) == [
        "study", "protocol_sha256", "respondent", "kind", "label", "condition", "repeat", "sitting", "item",
        "position", "raw", "value", "missing", "latency_ms", "served_at", "completed_at",
    ]  # fmt: skip


def test_a_row_says_all_about_its_answer(rosa, study, people):
    anna, _ben = people
    sitting = anna.sitting("before")

    row = next(row for row in read(rosa, study, "responses") if row["sitting"] == str(sitting.code))

    assert row["respondent"] == str(anna.visit.respondent_id)
    assert (row["kind"], row["condition"], row["raw"], row["value"], row["missing"]) == (
        "human", "default", "2", "2", "",
    )  # fmt: skip
    assert row["item"] == sitting.item_order[0]
    assert row["position"] == "1"
    assert row["protocol_sha256"] == study.protocol_sha256
    assert datetime.fromisoformat(row["completed_at"]) == sitting.completed_at


def test_rows_come_in_the_order_of_sitting_and_position(rosa, study, people):
    rows = read(rosa, study, "responses")

    assert [int(row["position"]) for row in rows] == [*range(1, 21)] * 3


@pytest.mark.parametrize("name", ["responses", "scores"])
def test_no_external_id_and_no_code_is_in_it(rosa, study, people, name):
    text = b"".join(rosa.get(f"/studies/{study.slug}/{name}.csv").streaming_content).decode()

    for secret in ("anna-at-prolific", "session-1", *(person.visit.code for person in people)):
        assert secret not in text


def test_scores_have_one_row_for_each_subscale(rosa, study, people):
    rows = read(rosa, study, "scores")

    anna, ben = people
    condition = anna.sitting("after").condition.code
    assert {(row["respondent"], row["condition"], row["subscale"], row["value"]) for row in rows} == {
        (str(anna.visit.respondent_id), "default", "positive", "20.0"),
        (str(anna.visit.respondent_id), "default", "negative", "20.0"),
        (str(anna.visit.respondent_id), condition, "positive", "50.0"),
        (str(anna.visit.respondent_id), condition, "negative", "50.0"),
        (str(ben.visit.respondent_id), "default", "positive", "10.0"),
        (str(ben.visit.respondent_id), "default", "negative", "10.0"),
    }


def test_visits_pay_people_and_hold_no_answer(rosa, study, people):
    rows = read(rosa, study, "visits")

    anna, ben = people
    assert [(row["external_person"], row["stage"]) for row in rows] == [("anna-at-prolific", "thanks"), ("", "imagine")]
    assert rows[0]["completion_code"] == anna.visit.completion_code
    assert rows[0]["external_session"] == "session-1"
    assert ben.visit.code not in str(rows)


def test_an_empty_study_gives_the_header_alone(rosa, study):
    for name in ("responses", "scores", "visits"):
        assert read(rosa, study, name) == []


def test_withdrawn_answers_are_not_in_it(rosa, study, people):
    people[0].send("withdraw/")

    assert len(read(rosa, study, "responses")) == 20
    assert read(rosa, study, "visits")[0]["external_person"] == ""
