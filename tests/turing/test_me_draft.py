"""Every text is kept as it is typed, so that a closed tab loses nothing."""

import pytest
from django.test import Client

from apps.studies.models import Respondent, Sitting
from tests.imitated import Imitated


def test_a_topic_is_kept_and_counted(study):
    person = Imitated(study).go_to("profile")

    response = person.send("draft", {"interests": "Chess and football"})

    assert response.content.decode().strip() == "3 words · kept"
    assert person.persona.draft == {"interests": "Chess and football"}


def test_two_tabs_do_not_lose_each_others_texts(study):
    person = Imitated(study).go_to("profile")

    person.send("draft", {"interests": "Chess"})
    person.send("draft", {"values": "Honesty"})
    person.send("draft", {"interests": ""})

    assert person.persona.draft == {"interests": "", "values": "Honesty"}


def test_what_is_too_long_is_kept_and_said(study):
    person = Imitated(study).go_to("profile")

    response = person.send("draft", {"interests": "x" * 20_000})

    assert "15000 characters too many" in response.content.decode().replace(",", "")
    assert len(person.persona.draft["interests"]) == 20_000


def test_of_what_is_much_too_long_only_a_part_is_kept(study):
    describes, answers = Imitated(study).go_to("profile"), Imitated(study).go_to("questions")

    describes.send("draft", {"interests": "x" * 60_000})
    answers.send("draft", {"CR": "x" * 60_000})
    answers.answer(CR="y" * 60_000)

    assert len(describes.persona.draft["interests"]) == 50_000
    assert answers.sitting.draft["CR"] == "y" * 50_000


def test_an_answer_is_kept_in_the_persons_own_sitting(study):
    person = Imitated(study).go_to("questions")

    person.send("draft", {"CR": "A bench"})
    person.send("draft", {"ED": "I would ask"})

    assert person.sitting.draft == {"CR": "A bench", "ED": "I would ask"}
    assert person.sitting.item_order == ["CR", "ED", "LG", "PH", "PS", "IP", "EM", "FP", "IS", "IT"]
    assert person.sitting.respondent.kind == Respondent.Kind.HUMAN
    assert person.sitting.protocol_sha256 == study.protocol_sha256
    assert Sitting.objects.count() == 1
    assert "Go on with the questions" in person.read()


@pytest.mark.parametrize("step", ["consent", "review", "done"])
def test_what_comes_too_late_or_too_early_is_ignored(study, step):
    person = Imitated(study).go_to(step)
    before = person.persona.profile

    for sent in ({"interests": "Chess"}, {"CR": "A bench"}):
        assert person.send("draft", sent).status_code == 204

    assert person.persona.draft == {}
    assert person.persona.profile == before


@pytest.mark.parametrize(
    ("step", "sent"), [("profile", {"CR": "x", "unknown": "y"}), ("questions", {"interests": "x"})]
)
def test_a_text_of_another_page_is_ignored(study, step, sent):
    person = Imitated(study).go_to(step)

    assert person.send("draft", sent).status_code == 204

    assert person.persona.draft == {}
    assert not Sitting.objects.exists()


def test_a_draft_needs_no_token_but_the_persons_own_code(study):
    person = Imitated(study).go_to("profile")
    person.client = Client(enforce_csrf_checks=True)

    assert person.send("draft", {"interests": "Chess"}).status_code == 200
    assert person.client.post("/me/guessed/draft/", {"interests": "Chess"}).status_code == 404


def test_a_draft_cannot_be_got(study):
    assert Imitated(study).open("draft/").status_code == 405


def test_no_page_is_kept_by_a_browser_or_told_to_another_site(study):
    person = Imitated(study).go_to("questions")

    for response in [person.open(page) for page in ("", "consent/", "questions/", "withdraw/", "everything.json")]:
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "same-origin"
        assert "Set-Cookie" not in response
