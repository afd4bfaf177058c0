"""Three permissions, each given and taken back by itself."""

import pytest

from tests.imitated import ALL, Imitated, open_turing_test


@pytest.fixture
def person(study):
    return Imitated(study)


def given(person):
    persona = person.persona
    return [
        moment is not None
        for moment in (persona.may_store_at, persona.may_imitate_locally_at, persona.may_imitate_remotely_at)
    ]


def test_nothing_is_ticked_beforehand(person):
    page = person.read("consent/")

    assert page.count('type="checkbox"') == 3
    assert " checked" not in page
    assert "You describe yourself, and programs try to be you." in page


def test_each_permission_is_kept_by_itself(person):
    person.permit(store="on", remotely="on")

    assert given(person) == [True, False, True]
    assert person.persona.consent_version == "2"
    assert not person.persona.may_be_imitated(remotely=False)
    assert person.persona.may_be_imitated(remotely=True)


def test_only_the_first_is_needed_to_go_on(person):
    person.permit(store="on")

    assert person.open("profile/").status_code == 200


@pytest.mark.parametrize("sent", [{"locally": "on"}, {"store": ""}])
def test_without_the_first_nothing_is_stored_and_the_rest_stays_ticked(person, sent):
    page = person.permit(**sent).content.decode()

    assert given(person) == [False, False, False]
    assert 'role="alert"' in page
    assert "Tick the first box to take part" in page
    assert page.count(" checked") == len([name for name in sent if name == "locally"])


def test_a_permission_that_stays_keeps_its_date(person):
    person.permit(**ALL)
    before = person.persona

    person.permit(store="on", locally="on")

    after = person.persona
    assert after.may_store_at == before.may_store_at
    assert after.may_imitate_locally_at == before.may_imitate_locally_at
    assert after.may_imitate_remotely_at is None


@pytest.mark.parametrize("step", ["profile", "review", "questions", "done"])
def test_it_can_be_changed_at_any_step(study, step):
    person = Imitated(study).go_to(step)

    page = person.read("consent/")
    person.permit(store="on")

    assert page.count(" checked") == 3
    assert "Answers that were made before stay in the study" in page
    assert given(person) == [True, False, False]


def test_the_first_is_taken_back_by_withdrawing(person):
    person.permit(**ALL)

    page = person.permit(locally="on").content.decode()

    assert given(person) == [True, True, True]
    assert f'{person.base}withdraw/">Withdraw</a>' in page


def test_it_says_who_judges(person, researcher):
    strange = Imitated(open_turing_test(researcher, parameters={"judges": "strangers"}))

    assert "People who know you." in person.read("consent/")
    assert "They do not see your profile." in person.read("consent/")
    assert "They are shown your name and your profile" in strange.read("consent/")
    assert "Those who judge do not know you" in strange.read()
