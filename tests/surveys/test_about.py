"""Five questions about the person, each with a way not to tell."""

import re

import pytest

from tests.people import ABOUT, Person


@pytest.fixture
def person(study):
    return Person(study).go_to("about")


def test_there_are_five_questions_and_none_must_be_told(person):
    page = person.open("about/").content.decode()

    assert re.findall(r'<select name="(\w+)"', page) == ["age", "gender", "country", "education", "employment"]
    assert page.count('<option value="untold">Prefer not to say</option>') == 5
    assert len(re.findall(r'<label for="id_\w+">', page)) == 5


def test_the_answers_are_kept(person):
    response = person.send("about/", ABOUT)

    assert response["Location"] == f"{person.base}before/"
    assert person.visit.respondent.demographics == ABOUT


def test_telling_nothing_is_an_answer(person):
    person.send("about/", dict.fromkeys(ABOUT, "untold"))

    assert person.stage == "before"


@pytest.mark.parametrize("question", ABOUT)
def test_a_question_left_open_is_pointed_at_and_the_rest_kept(person, question):
    sent = {code: answer for code, answer in ABOUT.items() if code != question}

    page = person.send("about/", sent).content.decode()

    assert person.stage == "about"
    assert f'<a href="#id_{question}"' in page
    assert "One answer is still open" in page
    assert 'aria-invalid="true"' in page
    for code, answer in sent.items():
        assert f'<option value="{answer}" selected>' in page, code


def test_an_empty_form_has_five_open_answers(person):
    page = person.send("about/").content.decode()

    assert "5 answers are still open" in page


def test_an_answer_that_is_not_offered_is_refused(person):
    page = person.send("about/", {**ABOUT, "age": "12"}).content.decode()

    assert person.stage == "about"
    assert '<a href="#id_age"' in page


def test_a_second_answer_changes_nothing(person):
    person.send("about/", ABOUT)

    response = person.send("about/", {**ABOUT, "age": "65+"})

    assert response["Location"] == f"{person.base}before/"
    assert person.visit.respondent.demographics == ABOUT
