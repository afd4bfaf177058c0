"""A person's own answers, to see and to take away."""

from tests.people import ABOUT, PROLIFIC, Person


def test_the_page_shows_both_sittings_and_the_situation(study):
    person = Person(study).go_to("thanks", before=2, after=5)

    page = person.open("answers/").content.decode()

    assert page.count("<td>2</td>") == 20
    assert page.count("<td>5</td>") == 20
    assert person.sitting("after").condition.vignette.text in page.replace("&#x27;", "'")
    assert "<td>25-34</td>" in page


def test_the_file_holds_all_that_is_kept(study):
    person = Person(study, PROLIFIC.format("anna")).go_to("thanks", before=2, after=5)

    response = person.open("answers.json")
    kept = response.json()

    assert response["Content-Disposition"] == 'attachment; filename="my-answers.json"'
    assert kept["about_you"] == ABOUT
    assert kept["consent_version"] == "3"
    assert kept["protocol_sha256"] == study.protocol_sha256
    assert kept["external_ids"] == {"person": "anna", "study": "study-1", "session": "session-1"}
    assert [part["when"] for part in kept["ratings"]] == ["before", "after"]
    assert [{answer["rating"] for answer in part["answers"]} for part in kept["ratings"]] == [{2}, {5}]


def test_the_file_gives_the_answers_in_the_order_they_were_asked(study):
    person = Person(study).go_to("thanks")
    items = person.study.instrument.items_by_code()

    part = person.open("answers.json").json()["ratings"][0]

    assert [answer["item"] for answer in part["answers"]] == [
        items[code].text for code in person.sitting("before").item_order
    ]


def test_a_visit_that_is_not_finished_shows_what_there_is(study):
    person = Person(study).go_to("after", before=2)
    person.send("draft/", {"excited": 4, "stage": "after"})

    kept = person.open("answers.json").json()

    assert len(kept["ratings"][0]["answers"]) == 20
    assert kept["ratings"][1]["answers"] == []
    assert kept["ratings"][1]["not_sent"] == {"excited": 4}
    assert person.open("answers/").content.decode().count("<h2>") == 1


def test_after_withdrawing_there_is_nothing_to_see(study):
    person = Person(study, PROLIFIC.format("anna")).go_to("thanks")
    person.send("withdraw/")

    kept = person.open("answers.json").json()

    assert person.open("answers/")["Location"] == f"{person.base}withdrawn/"
    assert (kept["about_you"], kept["ratings"], kept["external_ids"]) == ({}, [], None)
