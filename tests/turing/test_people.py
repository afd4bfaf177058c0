"""One person as the researcher sees them: added, read, accepted or sent back, deleted."""

import pytest
from django.utils import timezone

from apps.benchmarks.echo.profile import hints
from apps.personas.models import Persona
from apps.studies.models import Condition, Response, Sitting
from apps.turing.models import Question
from tests.imitated import PROFILE, Imitated, open_turing_test


def address(study, persona, page="") -> str:
    return f"/turing/{study.slug}/people/{persona.slug}/{page}"


def read(rosa, nadia) -> str:
    return rosa.get(address(nadia.study, nadia.persona)).content.decode()


def review(rosa, nadia, decision, note="", sent_at=None):
    moment = nadia.persona.sent_at.isoformat() if sent_at is None else sent_at
    sent = {"decision": decision, "note": note, "sent_at": moment}
    return rosa.post(address(nadia.study, nadia.persona, "review/"), sent, follow=True).content.decode()


def test_a_person_is_added_with_a_link_and_the_general_questions(rosa, researcher, study):
    response = rosa.post(f"/turing/{study.slug}/people/new/", {"name": " Nadia Petrov "}, follow=True)

    nadia = Persona.objects.get()
    assert (nadia.name, nadia.state, nadia.owner) == ("Nadia Petrov", "invited", researcher)
    assert "nadia" not in nadia.slug
    assert "Nadia Petrov is added" in response.content.decode()
    assert sorted(Condition.objects.values_list("group", flat=True)) == ["judging", "questions", "writing"]
    kept = Question.objects.filter(source="bank", state="kept")
    assert kept.count() == Question.objects.count() >= 40
    assert set(kept.values_list("kind", flat=True)) == {"CR", "ED", "LG", "PH", "PS"}


@pytest.mark.parametrize(
    ("name", "sentence"), [("", "This field is required"), ("x" * 101, "at most 100 characters"), ("a\0", "Null char")]
)
def test_a_name_that_cannot_be_stored_is_pointed_at(rosa, study, name, sentence):
    page = rosa.post(f"/turing/{study.slug}/people/new/", {"name": name}).content.decode()

    assert not Persona.objects.exists()
    assert '<a href="#id_name">' in page
    assert sentence in page


def test_two_people_may_have_one_name(rosa, study):
    for _time in range(2):
        rosa.post(f"/turing/{study.slug}/people/new/", {"name": "Kim"})

    assert Persona.objects.values("slug").distinct().count() == 2


def test_nobody_joins_a_closed_study(rosa, study):
    type(study).objects.update(closed_at=timezone.now())

    page = rosa.post(f"/turing/{study.slug}/people/new/", {"name": "Kim"}, follow=True)
    added = rosa.post(f"/turing/{study.slug}/people/invented/", {"person": "curtis-yaremko"}, follow=True)

    assert "nobody can be added" in page.content.decode()
    assert "Open the study first" in added.content.decode()
    assert not Persona.objects.exists()


def test_an_invented_person_comes_with_a_profile_questions_and_answers(rosa, study):
    rosa.post(f"/turing/{study.slug}/people/invented/", {"person": "curtis-yaremko"})

    curtis = Persona.objects.get()
    assert curtis.name == "Curtis Yaremko"
    assert curtis.is_invented
    assert curtis.profile["values"].startswith("Leave the gate")
    assert Question.objects.filter(kind="IP").exists()
    assert Question.objects.filter(kind="CR", source="bank").exists()
    assert Response.objects.count() == 10
    page = rosa.get(f"/turing/{study.slug}/").content.decode()
    assert 'value="curtis-yaremko"' not in page
    assert 'value="fintan-geraghty"' in page


@pytest.mark.parametrize("stem", ["", "nobody", "../instruments/echo/profile"])
def test_only_the_invented_people_can_be_chosen(rosa, study, stem):
    assert rosa.post(f"/turing/{study.slug}/people/invented/", {"person": stem}).status_code == 302
    assert not Persona.objects.exists()


def test_an_invented_person_is_added_once(rosa, study):
    for _time in range(2):
        page = rosa.post(f"/turing/{study.slug}/people/invented/", {"person": "curtis-yaremko"}, follow=True)

    assert "in the study already" in page.content.decode()
    assert Persona.objects.count() == 1


def test_before_it_is_sent_nothing_of_the_profile_is_shown(rosa, study):
    nadia = Imitated(study).go_to("profile")
    nadia.send("draft", {"values": "A secret in the making"})

    page = read(rosa, nadia)

    assert "Nothing has been sent yet" in page
    assert "secret" not in page
    assert "Accept the profile" not in page


def test_the_profile_is_shown_as_it_was_sent_with_what_is_odd(rosa, study):
    nadia = Imitated(study).go_to("profile")
    nadia.describe(values="Too short", looked_over="yes")

    page = read(rosa, nadia)

    assert PROFILE["interests"] in page
    assert hints({"values": "Too short"})["values"] in page
    assert page.index(PROFILE["education-and-work"]) < page.index(PROFILE["current-events"])


def test_a_free_profile_is_shown_too(rosa, study):
    nadia = Imitated(study)
    Persona.objects.update(shape="release", profile={"Name": "N.", "Hobbies": ["chess", "tea"]}, state="sent")

    page = read(rosa, nadia)

    assert "Hobbies" in page
    assert "chess" in page


def test_each_permission_is_told_by_itself(rosa, study):
    nadia = Imitated(study)
    nadia.permit(store="on", locally="on")

    page = read(rosa, nadia)

    assert page.count("allowed since") == 2
    assert page.count("not allowed") == 1


def test_a_profile_is_accepted(rosa, study):
    nadia = Imitated(study).go_to("review")

    page = review(rosa, nadia, "accept")

    assert "Accepted" in page
    assert nadia.persona.state == "ready"
    assert nadia.persona.reviewed_at


def test_a_profile_is_returned_with_a_note_that_the_person_reads(rosa, study):
    nadia = Imitated(study).go_to("review")

    page = review(rosa, nadia, "return", "Please leave out your sister's name.")

    assert "Returned" in page
    assert nadia.persona.state == "returned"
    assert "leave out your sister" in nadia.read("profile/")


def test_a_profile_is_not_returned_without_a_word(rosa, study):
    nadia = Imitated(study).go_to("review")

    page = review(rosa, nadia, "return", " ")

    assert "Write what should change" in page
    assert nadia.persona.state == "sent"


def test_a_newer_profile_is_not_accepted_unread(rosa, study):
    nadia = Imitated(study).go_to("review")
    before = nadia.persona.sent_at.isoformat()
    review(rosa, nadia, "return", "More, please")
    nadia.describe(values="Something else altogether, " * 8)

    page = review(rosa, nadia, "accept", sent_at=before)

    assert "Please read it again" in page
    assert nadia.persona.state == "sent"


@pytest.mark.parametrize("step", ["profile", "questions"])
def test_what_was_not_sent_or_was_accepted_is_not_accepted_again(rosa, study, step):
    nadia = Imitated(study).go_to(step)
    before = nadia.persona.reviewed_at

    review(rosa, nadia, "accept", sent_at=nadia.persona.sent_at.isoformat() if nadia.persona.sent_at else "")

    assert nadia.persona.reviewed_at == before


def test_an_accepted_profile_can_go_back_until_somebody_answers(rosa, study):
    nadia = Imitated(study).go_to("questions")
    assert "Return it with this note" in read(rosa, nadia)
    nadia.answer()
    assert "Return it with this note" not in read(rosa, nadia)

    review(rosa, nadia, "return", "Too late")

    assert nadia.persona.state == "ready"


def test_the_ten_questions_are_shown(rosa, study):
    nadia = Imitated(study).go_to("questions")

    assert read(rosa, nadia).count("What about ") == 10


def test_a_person_can_be_taken_home_as_files(rosa, study):
    nadia = Imitated(study, "Nadia Petrov").go_to("done")
    ours = f"{nadia.persona.slug}.json"

    page = read(rosa, nadia)

    inside = {
        ours: PROFILE["values"],
        "background_info.json": '"Name": "Nadia Petrov"',
        "evaluation_questions.json": "What about",
    }
    for name, content in inside.items():
        assert address(study, nadia.persona, f"files/{name}") in page
        got = rosa.get(address(study, nadia.persona, f"files/{name}"))
        assert content in got.content.decode()
        assert got["Content-Disposition"] == f'attachment; filename="{name}"'


def test_before_the_profile_there_is_nothing_to_take_home(rosa, study):
    nadia = Imitated(study)

    assert "/files/" not in read(rosa, nadia)
    assert rosa.get(address(study, nadia.persona, f"files/{nadia.persona.slug}.json")).status_code == 404
    assert rosa.get(address(study, nadia.persona, "files/secret-key")).status_code == 404


def test_a_person_is_deleted_with_everything(rosa, study):
    nadia = Imitated(study).go_to("done")

    page = rosa.post(address(study, nadia.persona, "delete/"), follow=True).content.decode()

    assert "is deleted" in page
    assert not Persona.objects.exists()
    assert not Sitting.objects.exists()
    assert not Response.objects.exists()
    assert not Question.objects.exists()


def test_a_person_of_another_study_is_not_found_here(rosa, researcher, study):
    other = open_turing_test(researcher)
    nadia = Imitated(other)

    for page in ("", "questions/"):
        assert rosa.get(address(study, nadia.persona, page)).status_code == 404
    for page in ("review/", "delete/", "questions/draw/", "questions/take-in/"):
        assert rosa.post(address(study, nadia.persona, page)).status_code == 404
    assert Persona.objects.exists()
