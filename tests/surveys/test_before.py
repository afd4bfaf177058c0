"""The rating page: PANAS, twenty words from 1 to 5."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connection

from apps.studies.models import Instrument, Response, Score, Sitting, Study
from tests.people import Person, open_a_study

ITEM = re.compile(r'<input type="radio" name="(\w+)" value="1"')
CHECKED = re.compile(r'name="(\w+)" value="(\d)"(?: id="[\w-]+")? checked')


@pytest.fixture
def person(study):
    return Person(study).go_to("before")


def order_on(page) -> list[str]:
    return ITEM.findall(page.content.decode())


def test_each_word_is_a_group_of_five_labelled_buttons(person):
    page = person.open("before/").content.decode()

    assert page.count("<fieldset") == page.count("<legend>") == 20
    assert page.count('type="radio"') == 100
    assert "checked" not in page
    assert '<span class="vh"> Extremely</span>' in page


def test_the_page_is_small(person):
    assert len(person.open("before/").content) < 25_000


def test_the_page_is_small_with_every_item_open(person):
    assert len(person.send("before/").content) < 25_000


def test_the_order_is_the_stored_one_on_every_reload(person):
    shown = [order_on(person.open("before/")) for _time in range(3)]

    assert shown == [person.sitting("before").item_order] * 3
    assert len(set(shown[0])) == 20


def test_the_order_differs_between_people_and_between_pages(study):
    people = [Person(study).go_to("before") for _number in range(3)]

    orders = {tuple(sitting.item_order) for sitting in Sitting.objects.all()}

    assert len(orders) == 2 * len(people)


def test_the_order_comes_from_the_stored_seed(person):
    sitting = person.sitting("before")
    codes = list(sitting.study.instrument.items_by_code())

    assert sitting.item_order == Random(sitting.seed).sample(codes, len(codes))


def test_a_study_may_keep_the_instruments_order(instruments, researcher):
    study = open_a_study(researcher, order_rule=Study.OrderRule.FIXED)

    page = Person(study).go_to("before").open("before/")

    assert order_on(page) == list(study.instrument.items_by_code())


def test_answers_are_stored_raw_with_value_and_position(person):
    sitting = person.sitting("before")

    response = person.rate("before", 2, excited=5)

    assert response["Location"] == f"{person.base}imagine/"
    rows = Response.objects.filter(sitting=sitting).order_by("position")
    assert [row.item.code for row in rows] == sitting.item_order
    assert [row.position for row in rows] == list(range(1, 21))
    excited = rows.get(item__code="excited")
    assert (excited.raw, excited.value, excited.missing) == ("5", 5, "")


def test_scores_are_the_sums_of_the_two_subscales(person):
    person.rate("before", 1, interested=5, distressed=4, upset=3)

    assert person.scores("before") == {"positive": 14, "negative": 15}


def test_the_protocols_hash_stands_on_the_sitting(person):
    assert set(Sitting.objects.values_list("protocol_sha256", flat=True)) == {person.study.protocol_sha256}


def test_an_item_left_open_is_pointed_at_and_the_rest_kept(person):
    page = person.rate("before", 4, scared=None, proud=None).content.decode()

    assert person.stage == "before"
    assert not Response.objects.exists()
    assert "2 answers are still open" in page
    assert re.search(r'<a href="#scared-1"[^>]*>Choose an answer for “Scared”</a>', page)
    assert 'id="scared-1"' in page
    assert page.count("Choose a number from 1 to 5") == 2
    chosen = dict(CHECKED.findall(page))
    assert chosen == dict.fromkeys(set(person.sitting("before").item_order) - {"scared", "proud"}, "4")


def test_the_order_stays_when_the_page_comes_back(person):
    assert order_on(person.rate("before", scared=None)) == person.sitting("before").item_order


def test_answers_of_a_page_that_came_back_survive_a_closed_tab(person):
    person.rate("before", 4, scared=None)

    page = person.open("before/").content.decode()

    assert len(CHECKED.findall(page)) == 19


@pytest.mark.parametrize("odd", ["0", "6", "-1", "3.0", "03", " 3", "٣", "²", "three", "", "9" * 5000, "3\x00"])
def test_what_no_button_sends_is_no_answer(person, odd):
    page = person.rate("before", scared=odd)

    assert page.status_code == 200
    assert person.stage == "before"
    assert '<a href="#scared-1"' in page.content.decode()


def test_unknown_fields_are_not_stored(person):
    person.rate("before", happy=5, csrfmiddlewaretoken="x")

    assert Response.objects.count() == 20


def test_times_are_stored_in_milliseconds(person):
    person.rate("before", timings=json.dumps({"excited": 1234, "proud": 2500.7}))

    times = dict(Response.objects.values_list("item__code", "latency_ms"))
    assert (times["excited"], times["proud"], times["scared"]) == (1234, 2500, None)


@pytest.mark.parametrize(
    "nonsense",
    [
        "soon",
        "[1, 2]",
        "null",
        '{"excited": "fast"}',
        '{"excited": -5}',
        '{"excited": 1e999}',
        '{"excited": NaN}',
        '{"excited": true}',
        '{"excited": 86400001}',
        '{"excited": ' + "9" * 5000 + "}",
        "[" * 100_000,
    ],
)
def test_a_nonsense_time_is_no_time_and_no_error(person, nonsense):
    response = person.rate("before", timings=nonsense)

    assert response.status_code == 302
    assert not Response.objects.exclude(latency_ms=None).exists()


def test_a_second_post_changes_nothing_and_goes_on(person):
    person.rate("before", 2)

    again = person.rate("before", 5)

    assert again["Location"] == f"{person.base}imagine/"
    assert set(person.responses("before").values()) == {2}
    assert Response.objects.count() == 20
    assert Score.objects.count() == 2


def test_the_old_page_sent_again_much_later_changes_nothing(person):
    person.rate("before", 2)
    person.send("imagine/")
    person.rate("after", 4)

    again = person.rate("before", 5)

    assert again["Location"] == f"{person.base}thanks/"
    assert set(person.responses("before").values()) == {2}
    assert Response.objects.count() == 40


def test_of_two_tabs_the_first_to_send_stands(person):
    other_tab = Person(person.study, client=person.client)
    other_tab.base = person.base
    person.open("before/")
    other_tab.open("before/")

    other_tab.rate("before", 1)
    person.rate("before", 5)

    assert set(person.responses("before").values()) == {1}


def test_going_back_leads_on_again(person):
    person.rate("before")

    assert person.open("before/")["Location"] == f"{person.base}imagine/"
    assert person.open("about/")["Location"] == f"{person.base}imagine/"


def test_a_step_that_is_not_reached_yet_leads_back(person):
    assert person.open("after/")["Location"] == f"{person.base}before/"
    assert person.rate("after", 5)["Location"] == f"{person.base}before/"
    assert not Response.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_posts_at_once_one_stands_and_all_go_on(study):
    person = Person(study).go_to("before")
    person.study.instrument.items_by_code()

    def send(rating: int) -> tuple[int, str]:
        try:
            answer = person.rate("before", rating)
            return answer.status_code, answer["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        answers = list(threads.map(send, [1, 2, 3, 4, 5]))

    assert answers == [(302, f"{person.base}imagine/")] * 5
    assert Response.objects.count() == 20
    assert len(set(person.responses("before").values())) == 1
    assert Score.objects.count() == 2


def test_an_instrument_with_statements_of_its_own_shows_them(instruments, researcher):
    beck = Instrument.objects.get(slug="bdi-ii")
    statements = [f"Statement number {level}, long enough for a line of its own" for level in range(4)]
    beck.item_set.update(text="Sadness", options=statements)
    beck.wording_source = "somewhere"
    beck.save()
    study = open_a_study(researcher, instrument=beck)

    person = Person(study).go_to("before")
    page = person.open("before/").content.decode()
    person.rate("before", 0)

    assert page.count(statements[3]) == 21
    assert person.scores("before") == {"overall": 0}
