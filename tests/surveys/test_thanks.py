"""The end: a code, and the way to one's own answers."""

import pytest

from tests.people import PROLIFIC, Person, open_a_study

END = "https://app.prolific.com/submissions/complete?cc=C1A2B3"


def test_the_persons_own_code_is_shown(study):
    person = Person(study).go_to("thanks")

    page = person.open("thanks/").content.decode()

    assert f'<code class="code">{person.visit.completion_code}</code>' in page


def test_the_protocols_hash_is_shown(study):
    assert study.protocol_sha256 in Person(study).go_to("thanks").open("thanks/").content.decode()


def test_the_title_counts_no_sixth_step_of_five(study):
    page = Person(study).go_to("thanks").open("thanks/").content.decode()

    assert "<title>Thank you · Likeness</title>" in page


@pytest.mark.parametrize("query", ["", PROLIFIC.format("anna")])
def test_the_code_of_the_completion_address_is_shown_where_it_has_one(instruments, researcher, query):
    study = open_a_study(researcher, completion_url=END)

    page = Person(study, query).go_to("thanks").open("thanks/").content.decode()

    assert '<code class="code">C1A2B3</code>' in page


def test_a_paid_person_finds_the_way_back_there_too(instruments, researcher):
    study = open_a_study(researcher, completion_url=END)

    page = Person(study, PROLIFIC.format("anna")).go_to("thanks").open("thanks/").content.decode()

    assert f'href="{END}"' in page
    assert f'href="{END}"' not in Person(study).go_to("thanks").open("thanks/").content.decode()


def test_the_way_to_ones_answers_and_to_withdrawing_is_shown(study):
    person = Person(study).go_to("thanks")

    page = person.open("thanks/").content.decode()

    assert f'href="{person.base}answers/"' in page
    assert f'href="{person.base}withdraw/"' in page


def test_who_comes_back_finds_the_thanks(study):
    person = Person(study).go_to("thanks")

    assert person.client.get(person.link)["Location"] == f"{person.base}thanks/"
    assert person.client.get(person.base)["Location"] == f"{person.base}thanks/"
