"""Ten topics on one page: kept as they are typed, looked over once, sent, returned, sent again."""

import pytest

from apps.benchmarks.echo.profile import TOPICS
from apps.personas.forms import LONGEST
from apps.personas.models import Persona
from tests.imitated import PROFILE, Imitated


@pytest.fixture
def person(study):
    return Imitated(study).go_to("profile")


def test_all_ten_topics_stand_in_their_groups(person):
    page = person.read("profile/")

    assert [topic for topic in TOPICS if f'<textarea id="{topic}"' in page] == list(TOPICS)
    for group in ("Background and interests", "Who you are", "Culture", "Thinking and dealing with people"):
        assert f"<h2>{group}</h2>" in page


def test_a_profile_is_sent(person):
    response = person.describe()

    assert response["Location"] == person.base
    assert person.persona.state == "sent"
    assert person.persona.sent_at is not None
    assert person.persona.profile == PROFILE
    assert person.persona.draft == {}


def test_short_and_repeated_texts_are_pointed_out_once(person):
    odd = {"interests": "Chess.", "values": PROFILE["personality"]}

    page = person.describe(**odd).content.decode()

    assert person.persona.state == "invited"
    assert "Please look at this once more" in page
    assert "This is short" in page
    assert "pasted twice" in page
    assert page.count('class="why"') == 2
    assert person.persona.draft == {**PROFILE, **odd}

    person.describe(**odd, looked_over="yes")

    assert person.persona.state == "sent"
    assert person.persona.profile["interests"] == "Chess."


def test_a_topic_may_be_left_out(person):
    person.describe(values="", looked_over="yes")

    assert person.persona.profile["values"] == ""


@pytest.mark.parametrize("nothing", ["", " \r\n\t ", "\u200b\u00a0"])
def test_an_empty_profile_is_not_sent(person, nothing):
    page = person.describe(**dict.fromkeys(TOPICS, nothing), looked_over="yes").content.decode()

    assert person.persona.state == "invited"
    assert "Write something about yourself" in page


def test_a_very_long_text_is_refused_kindly_and_kept(person):
    long = "a word " * 3000

    page = person.describe(values=long, looked_over="yes").content.decode()

    assert person.persona.state == "invited"
    assert f"This is {len(long):,} characters long; please shorten it to {LONGEST:,}." in page
    assert long in page
    assert person.persona.draft["values"] == long


def test_any_script_is_taken_as_it_is(person):
    person.describe(values="今日はいい天気です。" * 5, interests="أحب القراءة كثيراً " * 20)

    assert person.persona.profile["values"] == "今日はいい天気です。" * 5


def test_what_no_database_stores_is_left_out(person):
    person.describe(values=PROFILE["values"] + "\0\r\nSecond line.")

    assert person.persona.profile["values"] == PROFILE["values"] + "\nSecond line."


def test_it_is_kept_for_later(person):
    response = person.send("profile", {"interests": "Chess", "save": "yes"})

    assert response["Location"] == person.base
    assert person.persona.draft == {"interests": "Chess"}
    assert "Go on with the profile" in person.read()
    assert ">\nChess</textarea>" in person.read("profile/")


def test_what_is_sent_can_only_be_read(person):
    person.describe()

    page = person.read("profile/")
    again = person.describe(interests="Something else. " * 20)

    assert "<textarea" not in page
    assert PROFILE["interests"] in page
    assert again["Location"] == person.base
    assert person.persona.profile == PROFILE


def test_a_returned_profile_is_changed_and_sent_again(person):
    person.describe()
    person.is_returned("Please tell more about your work.")

    page = person.read("profile/")
    person.describe(values="I changed my mind about many things. " * 5)

    assert "Please tell more about your work." in page
    assert PROFILE["interests"] in page
    assert person.persona.state == "sent"
    assert person.persona.profile["values"].startswith("I changed my mind")


def test_an_accepted_profile_can_only_be_read(person):
    person.describe()
    person.is_accepted()

    assert "<textarea" not in person.read("profile/")
    assert person.describe(values="Changed. " * 30)["Location"] == person.base
    assert person.persona.profile == PROFILE


def test_nobody_elses_profile_is_touched(study, person):
    other = Imitated(study, "Omar").go_to("profile")

    person.describe()

    assert other.persona.profile == {}
    assert Persona.objects.filter(state="sent").count() == 1
