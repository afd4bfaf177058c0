"""What comes before the pairs: consent, how the judge knows the person, and the instruction."""

import pytest

from apps.studies.models import Pair, Showing, Sitting, Study
from apps.turing.people import people, withdraw
from tests.echo import with_pairs
from tests.judges import ABOUT, Judge, invite

STRANGERS = {"judges": "strangers", "feedback": False, "low": 45, "high": 55}


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher)


@pytest.fixture
def stranger(instruments, researcher):
    return Judge(invite(with_pairs(researcher, parameters=STRANGERS)))


def test_consent_says_what_how_long_who_sees_it_and_how_to_withdraw(study, link):
    page = Judge(link).go_to("consent").open("consent/").content.decode()

    assert "Noor0 Vandamme has agreed to this" in page
    assert "Noor0 Vandamme is never told who chose what" in page
    assert "How to withdraw" in page
    assert study.retention_date.strftime("%b") in page
    assert "Consent text version 1" in page
    assert study.protocol_sha256 in page


def test_an_invented_person_has_agreed_to_nothing(study, link):
    people(study).update(source="Invented for Likeness")

    page = Judge(link).go_to("consent").open("consent/").content.decode()

    assert "is an invented person" in page
    assert "has agreed" not in page


def test_the_studys_own_consent_text_for_judges_takes_the_place_of_ours(study, link):
    Study.objects.update(parameters={**study.parameters, "judge_consent": "Our board asks you <this>."})

    page = Judge(link).go_to("consent").open("consent/").content.decode()

    assert "Our board asks you &lt;this&gt;." in page
    assert "has agreed to this" not in page


def test_no_is_kept_and_nothing_else(link):
    judge = Judge(link).go_to("consent")

    assert judge.send("consent/", {"agree": "no"})["Location"] == f"{judge.base}declined/"
    assert judge.visit.consented_at is None
    assert "You do not take part" in judge.open("declined/").content.decode()
    assert judge.client.get(judge.link)["Location"] == f"{judge.base}declined/"


def test_how_the_judge_knows_the_person_is_kept(link):
    judge = Judge(link).go_to("about")

    assert judge.send("about/", ABOUT)["Location"] == f"{judge.base}instruction/"
    assert judge.visit.respondent.demographics == ABOUT


@pytest.mark.parametrize(
    "wrong", [{"relation": ""}, {"known": ""}, {"relation": "stranger"}, {"known": "always"}, {"known": "a\x00b"}]
)
def test_what_is_left_open_is_asked_again_and_the_rest_is_kept(link, wrong):
    judge = Judge(link).go_to("about")

    page = judge.send("about/", {**ABOUT, **wrong}).content.decode()

    assert judge.stage == "about"
    assert 'role="alert"' in page
    (kept,) = set(ABOUT) - set(wrong)
    assert f'<option value="{ABOUT[kept]}" selected>' in page


def test_the_instruction_shows_no_profile_to_who_knows_the_person(link):
    page = Judge(link).go_to("instruction").open("instruction/").content.decode()

    assert "Choose the one you think Noor0 Vandamme wrote" in page
    assert "bookbinding" not in page


def test_a_stranger_is_told_so_and_reads_the_profile_instead(stranger):
    assert "You do not know this person" in stranger.client.get(stranger.link).content.decode()
    stranger.go_to("consent")

    assert stranger.agree()["Location"] == f"{stranger.base}instruction/"

    assert stranger.visit.respondent.demographics == {"relation": "stranger"}
    instruction = stranger.open("instruction/").content.decode()
    assert "You do not know Noor0 Vandamme" in instruction
    assert "bookbinding" in instruction
    assert "Step 2 of 3" in instruction
    stranger.send("instruction/")
    assert "bookbinding" in stranger.open("judge/").content.decode()


def test_the_first_pair_makes_ten_showings_in_a_random_order_of_their_own(link):
    judges = [Judge(link).go_to("judge") for _judge in range(3)]

    for judge in judges:
        assert [showing.item.code for showing in judge.showings] == judge.sitting.item_order
        assert sorted(judge.sitting.item_order) == ["CR", "ED", "EM", "FP", "IP", "IS", "IT", "LG", "PH", "PS"]
        assert [showing.served_at is not None for showing in judge.showings] == [True] + [False] * 9
    assert len({str(judge.sitting.item_order) for judge in judges}) == 3


def test_pressing_the_button_twice_makes_no_second_sitting(link):
    judge = Judge(link).go_to("judge")
    order = judge.sitting.item_order

    assert judge.send("instruction/")["Location"] == f"{judge.base}judge/"
    assert judge.sitting.item_order == order
    assert Showing.objects.count() == 10


def test_where_pairs_are_gone_by_now_one_is_told_to_come_back(study, link):
    judge = Judge(link).go_to("instruction")
    Pair.objects.exclude(item__code__in=["CR", "ED", "LG", "PH"]).delete()

    page = judge.send("instruction/")

    assert page.status_code == 200
    assert "nothing to judge yet" in page.content.decode()
    assert judge.stage == "instruction"
    assert not Sitting.objects.filter(condition__group="judging").exists()


def test_a_person_who_withdraws_takes_the_judging_along(study, link):
    judge = Judge(link).go_to("judge")

    withdraw(people(study).get())

    assert judge.open("judge/").status_code == 404
    assert judge.client.get(judge.link).status_code == 404
    assert not Showing.objects.exists()
