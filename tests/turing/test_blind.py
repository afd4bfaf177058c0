"""Nothing but the two texts tells which side is the machine's."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.studies.models import Response, Showing
from tests.echo import with_pairs
from tests.judges import Judge, answers_on, invite

PARAMETERS = [
    {"judges": "acquaintances", "feedback": False},
    {"judges": "strangers", "feedback": False},
    {"judges": "acquaintances", "feedback": True},
]
PERSON, MACHINE = b"a text of one of them", b"Another text, by the other:\nlonger, in two lines."


@pytest.fixture(params=PARAMETERS, ids=["acquaintances", "strangers", "with feedback"])
def judge(request, instruments, researcher):
    judge = Judge(invite(with_pairs(researcher, parameters=request.param))).go_to("judge")
    for showing in judge.showings:
        Response.objects.filter(pk=showing.pair.human_response_id).update(value=PERSON.decode())
        Response.objects.filter(pk=showing.pair.model_response_id).update(value=MACHINE.decode())
    return judge


def with_machine(judge, *, first):
    Showing.objects.filter(sitting=judge.sitting).update(machine_first=first)


def both(judge, look):
    """Return what `look` gives with the machine's answer first, and with it second."""
    with_machine(judge, first=True)
    one = look()
    with_machine(judge, first=False)
    return one, look()


def swapped(content):
    """Exchange the two texts, as they stand in a page."""
    machine = MACHINE.replace(b"\n", b"<br>")
    return content.replace(PERSON, b"\0").replace(machine, PERSON).replace(b"\0", machine)


def headers(response):
    """All but the clock; the server adds another one, Date."""
    return {name: value for name, value in response.headers.items() if name != "Expires"}


def same_but_for_the_texts(one, other):
    assert one.status_code == other.status_code
    assert headers(one) == headers(other)
    assert one.cookies.output() == other.cookies.output() == ""
    assert swapped(one.content) == other.content


def test_the_pages_of_swapped_sides_are_byte_for_byte_the_same_apart_from_the_texts(judge):
    for number in range(1, 11):
        one, other = both(judge, lambda: judge.open("judge/"))

        assert answers_on(one) == [MACHINE.decode(), PERSON.decode()]
        assert answers_on(other) == [PERSON.decode(), MACHINE.decode()]
        assert f"Pair {number} of 10" in one.content.decode()
        same_but_for_the_texts(one, other)
        judge.choose(1)


def test_so_is_the_page_with_an_error(judge):
    sent = {"pair": 1, "choice": "", "sureness": "3", "why": "x"}

    same_but_for_the_texts(*both(judge, lambda: judge.send("judge/", sent)))


def test_so_is_what_htmx_gets(judge):
    same_but_for_the_texts(*both(judge, lambda: judge.open("judge/", headers={"HX-Request": "true"})))


def test_a_head_request_tells_nothing(judge):
    one, other = both(judge, lambda: judge.client.head(f"{judge.base}judge/"))

    assert headers(one) == headers(other)


def test_the_database_is_asked_the_same(judge):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            judge.open("judge/")
        return [query["sql"] for query in queries]

    one, other = both(judge, asked)

    assert one == other
    assert len(one) <= 3


@pytest.mark.parametrize("page", ["judgements/", "judgements.json", "withdraw/"])
def test_a_judges_own_pages_tell_nothing(judge, page):
    judge.choose(1)

    one, other = both(judge, lambda: judge.open(page))

    assert one.content == other.content
    assert headers(one) == headers(other)


@pytest.mark.parametrize("choice", [1, 2])
def test_the_answer_to_a_choice_tells_nothing(instruments, researcher, choice):
    study = with_pairs(researcher)
    Judge(invite(study)).go_to("thanks")  # what is read once per process has been read

    def answer(machine_first):
        judge = Judge(invite(study)).go_to("judge")
        with_machine(judge, first=machine_first)
        with CaptureQueriesContext(connection) as queries:
            response = judge.choose(choice, pair=1)
        place = response["Location"].removeprefix(judge.base)
        return response.status_code, place, len(response["Location"]), sorted(headers(response)), len(queries)

    assert answer(True) == answer(False)


def test_the_sides_differ_between_pairs_and_judges(instruments, researcher):
    study = with_pairs(researcher)
    sides = {tuple(s.machine_first for s in Judge(invite(study)).go_to("judge").showings) for _judge in range(5)}

    assert len(sides) == 5
    assert {side for judge in sides for side in judge} == {True, False}
