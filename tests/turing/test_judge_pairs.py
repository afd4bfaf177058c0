"""Ten pairs, one by one; the first choice stands."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.studies.models import Pair, Response, Score, Showing
from tests.echo import with_pairs
from tests.judges import Judge, answers_on, invite


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher, machines=3)


@pytest.fixture
def judge(study):
    return Judge(invite(study)).go_to("judge")


def chosen_showing(judge, number):
    return judge.showings[number - 1]


def test_the_page_shows_the_question_and_both_answers_without_another_word_about_them(judge):
    page = judge.open("judge/")
    text = page.content.decode()
    showing = chosen_showing(judge, 1)

    assert "Pair 1 of 10" in text
    assert "Which answer did Noor0 Vandamme write?" in text
    said = [showing.pair.human_response.value, showing.pair.model_response.value]
    assert answers_on(page) == (said[::-1] if showing.machine_first else said)
    assert f"What of {showing.item.text}?" in text


def test_every_question_comes_once(judge):
    seen = []
    for _pair in range(10):
        seen.append(judge.open("judge/").content.decode().split('<span dir="auto">')[1].split("</span>")[0])
        judge.choose()

    assert len(set(seen)) == 10
    assert judge.stage == "thanks"


def test_a_choice_is_stored_with_its_score_for_the_machine_that_wrote(judge):
    showing = chosen_showing(judge, 1)

    judge.choose(1)

    response = Response.objects.get(sitting=judge.sitting)
    score = Score.objects.get(sitting=judge.sitting)
    assert (response.raw, response.value, response.item) == ("first", 0, showing.item)
    assert score.value == float(showing.machine_first)
    assert score.respondent == showing.pair.model_response.sitting.respondent
    assert score.subscale.code == showing.item.code


def test_the_second_answer_may_be_chosen_as_well(judge):
    judge.choose(2)

    assert judge.choices == ["second"]


def test_a_choice_leads_to_the_next_pair(judge):
    response = judge.choose()

    assert response["Location"] == f"{judge.base}judge/"
    assert "Pair 2 of 10" in judge.open("judge/").content.decode()
    assert [showing.served_at is not None for showing in judge.showings] == [True, True] + [False] * 8


def test_sureness_and_reason_are_kept_where_told(judge):
    judge.choose(1, sureness="4", why="She never\r\nsays “thus” 日本語")
    judge.choose(2)

    first, second = judge.showings[:2]
    assert (first.sureness, first.why) == (4, "She never\nsays “thus” 日本語")
    assert (second.sureness, second.why) == (None, "")


def test_after_the_tenth_the_sitting_and_the_visit_are_complete(judge):
    for number in range(10):
        judge.choose(1 + number % 2)

    assert judge.stage == "thanks"
    assert judge.visit.completed_at is not None
    assert judge.sitting.state == "completed"
    assert judge.choices == ["first", "second"] * 5
    assert Score.objects.filter(sitting=judge.sitting).count() == 10


@pytest.mark.parametrize("choice", ["", "0", "3", "first", "1 ", "٢", "a\x00b"])
def test_no_choice_is_pointed_at_and_the_rest_is_kept(judge, choice):
    page = judge.choose(choice, sureness="2", why="She is shorter <than> that")
    text = page.content.decode()

    assert page.status_code == 200
    assert judge.choices == []
    assert 'role="alert"' in text
    assert 'href="#choice-1"' in text
    assert "<title>Error: Which answer did" in text
    assert 'value="2" id="sureness-2" checked' in text
    assert "She is shorter &lt;than&gt; that</textarea>" in text


def test_a_reason_that_is_too_long_is_pointed_at_and_the_choice_is_kept(judge):
    page = judge.choose(2, why="x" * 1001).content.decode()

    assert judge.choices == []
    assert "Shorten your reason to 1,000 characters" in page
    assert 'id="choice-2" aria-labelledby="side-2" aria-describedby="text-2" checked' in page
    assert "x" * 1001 in page


def test_a_reason_of_a_thousand_characters_fits_with_line_breaks_as_browsers_send_them(judge):
    judge.choose(2, why="x\r\n" * 499 + "xx")

    assert len(judge.showings[0].why) == 1000


@pytest.mark.parametrize("sureness", ["0", "6", "very", "1.5"])
def test_a_sureness_off_the_scale_is_pointed_at(judge, sureness):
    page = judge.choose(1, sureness=sureness).content.decode()

    assert judge.choices == []
    assert 'href="#sureness-1"' in page


def test_a_reason_that_cannot_be_stored_is_pointed_at(judge):
    page = judge.choose(1, why="a\x00b")

    assert page.status_code == 200
    assert judge.choices == []


@pytest.mark.parametrize(
    ("timings", "stored"),
    [
        (json.dumps({"choice": 1234, "sureness": 3000}), 1234),
        ('{"choice": 12.7}', 12),
        ("", None),
        ("{}", None),
        ("[]", None),
        ("[" * 100_000, None),
        ('{"choice": -1}', None),
        ('{"choice": true}', None),
        ('{"choice": 1e300}', None),
        ('{"choice": NaN}', None),
        ("null", None),
    ],
)
def test_the_browsers_time_is_kept_and_an_odd_one_is_no_time(judge, timings, stored):
    judge.choose(1, timings=timings)

    assert Response.objects.get(sitting=judge.sitting).latency_ms == stored


def test_a_pair_sent_twice_keeps_its_first_choice(judge):
    judge.choose(1, pair=1, sureness="5")

    again = judge.choose(2, pair=1, sureness="1")

    assert again["Location"] == f"{judge.base}judge/"
    assert judge.choices == ["first"]
    assert judge.showings[0].sureness == 5


def test_an_old_page_that_is_not_complete_leads_on_as_well(judge):
    judge.choose(1)

    response = judge.choose("", pair=1, why="said of the first pair")

    assert response["Location"] == f"{judge.base}judge/"


@pytest.mark.parametrize("pair", [2, 10, 11, 0, -1, "x", ""])
def test_a_pair_that_is_not_shown_cannot_be_judged(judge, pair):
    response = judge.send("judge/", {"pair": pair, "choice": 1})

    assert response["Location"] == f"{judge.base}judge/"
    assert judge.choices == []


def test_the_last_page_sent_again_leads_to_the_end(judge):
    for _pair in range(10):
        judge.choose(1)

    assert judge.choose(2, pair=10)["Location"] == f"{judge.base}thanks/"
    assert judge.choices == ["first"] * 10


def test_coming_back_goes_on_with_the_same_pairs(judge):
    judge.choose()
    judge.choose()
    seen = judge.open("judge/").content

    assert judge.client.get(judge.link)["Location"] == f"{judge.base}judge/"
    assert judge.open("judge/").content == seen


def test_an_answer_of_twenty_thousand_characters_in_another_script_is_shown_as_text(judge):
    long = "Ён сказаў: <b>не</b> & пайшоў.\n" * 700
    showing = chosen_showing(judge, 1)
    Response.objects.filter(pk=showing.pair.human_response_id).update(value=long)

    page = judge.open("judge/")

    assert long.strip("\n") in [text.rstrip("\n") for text in answers_on(page)]
    assert "<b>не</b>" not in page.content.decode()
    assert judge.choose(1).status_code == 302


def test_a_pair_that_has_gone_is_passed_over(judge):
    judge.choose()
    judge.showings[1].pair.delete()
    judge.choose(1, pair=1)  # an old page

    assert "Pair 3 of 10" in judge.open("judge/").content.decode()
    judge.choose(2, pair=3)
    for showing in judge.showings[2:]:
        judge.choose(1, pair=showing.position)

    assert judge.stage == "thanks"
    assert judge.sitting.state == "completed"
    assert len(judge.choices) == 9


def test_where_the_last_pair_has_gone_the_one_before_completes(judge):
    judge.showings[9].pair.delete()
    for number in range(1, 10):
        judge.choose(1, pair=number)

    assert judge.stage == "thanks"


def test_a_judged_pair_that_has_gone_ends_nothing_early(judge):
    judge.choose()
    judge.showings[0].pair.delete()
    for number in range(2, 10):
        judge.choose(1, pair=number)
    assert judge.stage == "judge"

    judge.choose(1, pair=10)

    assert judge.stage == "thanks"


@pytest.mark.parametrize("choice", ["", 1])
def test_where_the_rest_of_the_pairs_was_deleted_one_button_ends_it(judge, choice):
    judge.choose()
    Pair.objects.exclude(pk=judge.showings[0].pair_id).delete()

    assert "There are no more pairs" in judge.open("judge/").content.decode()
    assert judge.choose(choice, pair=2)["Location"] == f"{judge.base}thanks/"
    assert judge.sitting.state == "completed"
    assert judge.choices == ["first"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_of_two_choices_at_once_the_first_stands(instruments, researcher, round_):
    judge = Judge(invite(with_pairs(researcher))).go_to("judge")

    def choose(number: int) -> int:
        try:
            return judge.choose(1 + number % 2, pair=1, why=str(number)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(choose, range(6)))

    assert answers == [302] * 6
    assert len(judge.choices) == 1
    showing = judge.showings[0]
    assert judge.choices[0] == ("second" if int(showing.why) % 2 else "first")
    assert Showing.objects.exclude(sureness=None, why="").count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_button_pressed_many_times_at_once_makes_one_sitting(instruments, researcher):
    judge = Judge(invite(with_pairs(researcher))).go_to("instruction")

    def press(_number: int) -> str:
        try:
            return judge.send("instruction/")["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        places = set(threads.map(press, range(6)))

    assert places == {f"{judge.base}judge/"}
    assert len(judge.showings) == 10
