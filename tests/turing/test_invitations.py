"""Links for judges: made for one person, used as often as settled, and taken back."""

from datetime import date

import pytest

from apps.studies.models import Invitation
from apps.turing.people import people
from tests.echo import plan_a_turing_test, with_pairs
from tests.judges import Judge


@pytest.fixture
def study(instruments, researcher):
    return with_pairs(researcher, people=2, machines=1)


def sent(study, **fields):
    handle = people(study).first().slug
    return {"person": handle, "uses": "many", "number": "1", "last_day": "", "note": "", **fields}


def make(browser, study, **fields):
    return browser.post(f"/turing/{study.slug}/invitations/", sent(study, **fields), follow=True).content.decode()


def page(browser, study):
    return browser.get(f"/turing/{study.slug}/invitations/").content.decode()


def test_a_link_for_any_number_of_judges(rosa, study):
    shown = make(rosa, study, note="the choir")

    invitation = Invitation.objects.get(persona=people(study).first())
    assert (invitation.most_uses, invitation.expires_at, invitation.note) == (None, None, "the choir")
    assert f"http://testserver/j/{invitation.code}/" in shown
    assert "the choir" in shown
    assert "You were chosen because you know Noor0 Vandamme." in shown


def test_many_links_for_one_judge_each(rosa, study):
    shown = make(rosa, study, uses="one", number="12", last_day="2090-05-01")

    assert "12 links are made." in shown
    made = Invitation.objects.filter(persona__isnull=False)
    assert [one.most_uses for one in made] == [1] * 12
    assert {one.expires_at.date() for one in made} == {date(2090, 5, 1)}
    assert "until 2090-05-01" in shown


def test_a_used_link_says_so(rosa, study):
    make(rosa, study, uses="one")
    Judge(Invitation.objects.get(persona__isnull=False)).press_start()

    shown = page(rosa, study)

    assert "1 of 1 used" in shown
    assert "used up" in shown


def test_a_withdrawn_link_lets_nobody_in_but_whoever_has_begun(rosa, study):
    make(rosa, study)
    invitation = Invitation.objects.get(persona__isnull=False)
    judge = Judge(invitation)
    judge.press_start()

    shown = rosa.post(f"/turing/{study.slug}/invitations/{invitation.pk}/withdraw/", follow=True).content.decode()

    assert "The link is withdrawn." in shown
    assert "expired" in shown
    assert "Withdraw this link" not in shown
    assert Judge(invitation).press_start().status_code != 302
    assert judge.agree().status_code == 302


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("person", "nobody"), ("uses", "twice"), ("number", "0"), ("number", "101"), ("last_day", "2020-01-01"),
     ("note", "x" * 101), ("note", "a\0b")],
)  # fmt: skip
def test_a_mistake_is_pointed_at_and_makes_nothing(rosa, study, field, wrong):
    shown = make(rosa, study, **{field: wrong})

    assert f'<a href="#id_{field}' in shown
    assert not Invitation.objects.filter(persona__isnull=False).exists()


def test_a_draft_makes_no_links(rosa, instruments, researcher):
    study = plan_a_turing_test(researcher)

    assert "Open the study first" in page(rosa, study)
    rosa.post(f"/turing/{study.slug}/invitations/", {"number": "1"})
    assert not Invitation.objects.filter(persona__isnull=False).exists()


def test_only_the_owner_makes_and_withdraws(ruth, client, rosa, study):
    make(rosa, study)
    invitation = Invitation.objects.get(persona__isnull=False)
    for browser, code in ((ruth, 404), (client, 302)):
        assert browser.get(f"/turing/{study.slug}/invitations/").status_code == code
        assert browser.post(f"/turing/{study.slug}/invitations/", sent(study)).status_code == code
        assert browser.post(f"/turing/{study.slug}/invitations/{invitation.pk}/withdraw/").status_code == code
    assert Invitation.objects.get(persona__isnull=False).expires_at is None
