"""The ten answers of a person: all ten, once, as typed and as judges see them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.benchmarks.echo.questions import TYPES
from apps.studies.models import Response, Score, Sitting
from tests.imitated import ANSWERS, Imitated


@pytest.fixture
def person(study):
    return Imitated(study).go_to("questions")


def test_the_ten_questions_stand_there_without_their_types(person):
    page = person.read("questions/")

    assert page.count("<textarea") == 10
    assert "What about Creativity?" in page
    assert "Question 10 of 10" in page
    assert ">CR<" not in page


def test_the_answers_are_stored_once(person):
    response = person.answer()

    assert response["Location"] == person.base
    assert {code: row.raw for code, row in person.responses.items()} == ANSWERS
    assert [row.position for row in person.responses.values()] == list(range(1, 11))
    assert person.sitting.state == Sitting.State.COMPLETED
    assert not Score.objects.exists()

    again = person.answer(CR="A second thought.")

    assert again["Location"] == person.base
    assert {code: row.raw for code, row in person.responses.items()} == ANSWERS


def test_judges_see_them_evened_out_and_the_original_stays(person):
    typed = "  i dont know ,  really\r\nask   me later …  "

    person.answer(CR=typed)

    response = person.responses["CR"]
    assert response.raw == typed.replace("\r\n", "\n")
    assert response.value.startswith("I ")
    assert "\n" not in response.value
    assert "  " not in response.value


def test_names_and_words_of_the_profile_are_not_corrected(study):
    person = Imitated(study, "Nadiya Petrovv").go_to("profile")
    person.describe(
        interests="I play skhackzi every Sunday with my neighbours and their three small dogs, mostly at home."
    )
    person.is_accepted()

    person.answer(CR="Skhackzi is what Petrovv plays, so I would build a room for skhackzi.")

    assert person.responses["CR"].value == "Skhackzi is what Petrovv plays, so I would build a room for skhackzi."


def test_every_question_needs_an_answer_and_nothing_typed_is_lost(person):
    page = person.answer(LG="   ", IT="").content.decode()

    assert not Response.objects.exists()
    assert "2 texts are not ready yet" in page
    assert 'role="alert"' in page
    assert "Question 3: Write an answer here." in page
    assert page.count('aria-invalid="true"') == 2
    assert ">\nMy answer to creativity.</textarea>" in page
    assert person.sitting.draft["CR"] == ANSWERS["CR"]


def test_a_very_long_answer_is_refused_kindly_and_kept(person):
    long = "so " * 6_667

    page = person.answer(PH=long).content.decode()

    assert not Response.objects.exists()
    assert "This is 20,001 characters long; please shorten it to 5,000." in page
    assert long in page
    assert person.sitting.draft["PH"] == long


def test_an_answer_of_5000_characters_is_taken(person):
    person.answer(PH="a" * 5000)

    assert person.responses["PH"].raw == "a" * 5000


@pytest.mark.parametrize("text", ["今日はいい天気ですね。", "Мне кажется, что нет.", "لا أعرف حقاً", "👍"])
def test_an_answer_in_another_script_is_stored_as_it_is(person, text):
    person.answer(PH=text)

    assert person.responses["PH"].raw == text
    assert person.responses["PH"].value == text


def test_it_is_kept_for_later(person):
    response = person.send("questions", {"CR": "A bench", "save": "yes"})

    assert response["Location"] == person.base
    assert ">\nA bench</textarea>" in person.read("questions/")
    assert not Response.objects.exists()


def test_the_answers_can_be_read_afterwards(person):
    person.answer()

    page = person.read("questions/")

    assert "<textarea" not in page
    assert "What about Creativity?" in page
    assert ANSWERS["IT"] in page


def test_the_order_is_that_of_the_instrument_whatever_the_database_keeps(person):
    person.answer()

    assert person.sitting.item_order == list(TYPES)


@pytest.mark.django_db(transaction=True)
def test_of_two_sent_at_once_one_is_stored(study):
    person = Imitated(study).go_to("questions")

    def send(number: int) -> int:
        try:
            return person.answer(CR=f"Number {number}.").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(send, range(4)))

    assert answers == [302] * 4
    assert Response.objects.count() == 10
    assert Sitting.objects.count() == 1
