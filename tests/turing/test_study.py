"""Planning a Turing test, opening it, closing it; and who may."""

import pytest

from apps.studies.models import Instrument, Study
from tests.imitated import Imitated, open_turing_test
from tests.people import plan_a_study

PAGES = ["", "edit/", "people/{handle}/", "people/{handle}/files/{handle}.json", "people/{handle}/questions/"]
BUTTONS = [
    "open/", "close/", "people/new/", "people/invented/", "people/{handle}/review/", "people/{handle}/delete/",
    "people/{handle}/questions/", "people/{handle}/questions/take-in/", "people/{handle}/questions/draw/",
]  # fmt: skip


@pytest.fixture
def study(instruments, researcher):
    """Rosa's open Turing test."""
    return open_turing_test(researcher)


@pytest.fixture
def filled_in(instruments):
    """What Rosa writes into the form of a new Turing test."""
    return {
        "title": "Who wrote this?", "judges": "acquaintances", "quota": "9", "language": "en", "low": "40",
        "high": "60", "consent_text": "You write.", "judge_consent": "You judge.", "consent_version": "3",
        "local_only": "on", "retention_date": "2090-01-31",
    }  # fmt: skip


def test_it_is_saved_as_a_draft_of_its_author(rosa, researcher, filled_in):
    response = rosa.post("/turing/new/", filled_in)

    study = Study.objects.get()
    assert response["Location"] == f"/turing/{study.slug}/"
    assert (study.state, study.owner, study.quota, study.local_only) == ("draft", researcher, 9, True)
    assert study.is_turing_test
    assert not study.is_rehearsal
    assert study.parameters == {
        "judges": "acquaintances", "feedback": False, "language": "en", "low": 40, "high": 60,
        "judge_consent": "You judge.",
    }  # fmt: skip


def test_the_form_begins_with_texts_bounds_and_a_date(rosa, instruments):
    page = rosa.get("/turing/new/").content.decode()

    assert "We want to know how well a language model can write" in page
    assert "You will read up to ten questions" in page
    assert "Slips of spelling are put right in all answers" in page
    for value in ("45", "55", "7"):
        assert f'value="{value}"' in page


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("title", "", "This field is required"),
        ("judges", "machines", "not one of the available choices"),
        ("quota", "0", "Choose from 1 to 10,000"),
        ("low", "50", "less than or equal to 49"),
        ("high", "50", "greater than or equal to 51"),
        ("consent_text", " ", "This field is required"),
        ("judge_consent", "", "This field is required"),
        ("retention_date", "2020-01-01", "Choose a day in the future"),
        ("retention_date", "", "This field is required"),
        ("title", "a\0b", "Null characters are not allowed"),
    ],
)
def test_a_mistake_is_pointed_at_and_the_rest_kept(rosa, filled_in, field, wrong, sentence):
    page = rosa.post("/turing/new/", {**filled_in, field: wrong}).content.decode()

    assert not Study.objects.exists()
    assert f'<a href="#id_{field}' in page
    assert sentence in page
    assert "Raise it when" in page
    if field != "title":
        assert 'value="Who wrote this?"' in page


def test_without_the_instrument_it_says_what_to_do(rosa, filled_in):
    Instrument.objects.all().delete()

    page = rosa.post("/turing/new/", filled_in).content.decode()

    assert "run manage.py load_instruments first" in page
    assert not Study.objects.exists()


def test_a_draft_can_be_changed(rosa, filled_in):
    rosa.post("/turing/new/", filled_in)
    study = Study.objects.get()

    assert "You judge.</textarea>" in rosa.get(f"/turing/{study.slug}/edit/").content.decode()
    rosa.post(f"/turing/{study.slug}/edit/", {**filled_in, "judges": "strangers", "feedback": "on"})

    changed = Study.objects.get()
    assert (changed.pk, changed.slug) == (study.pk, study.slug)
    assert (changed.parameters["judges"], changed.parameters["feedback"]) == ("strangers", True)


def test_a_rehearsal_says_so(rosa, filled_in):
    rosa.post("/turing/new/", {**filled_in, "is_rehearsal": "on"})

    study = Study.objects.get()
    assert study.is_rehearsal
    assert "rehearsal, on no board" in rosa.get(f"/turing/{study.slug}/").content.decode()


def test_opening_freezes_it(rosa, filled_in):
    rosa.post("/turing/new/", filled_in)
    study = Study.objects.get()

    page = rosa.post(f"/turing/{study.slug}/open/", follow=True).content.decode()
    seen = rosa.get(f"/turing/{study.slug}/edit/")
    rosa.post(f"/turing/{study.slug}/edit/", {**filled_in, "title": "Another"})

    opened = Study.objects.get()
    assert opened.is_open
    assert opened.title == "Who wrote this?"
    assert opened.protocol["parameters"]["judge_consent"] == "You judge."
    assert opened.protocol_sha256 in page
    assert seen["Location"] == f"/turing/{study.slug}/"


def test_opening_twice_says_so(rosa, study):
    assert "opened before" in rosa.post(f"/turing/{study.slug}/open/", follow=True).content.decode()


def test_it_closes(rosa, study):
    page = rosa.post(f"/turing/{study.slug}/close/", follow=True).content.decode()

    assert Study.objects.get().state == "closed"
    assert "Whoever has begun may still finish" in page
    assert "Add somebody" not in page
    assert "Close the study" not in page


def test_the_list_of_studies_leads_here(rosa, study):
    page = rosa.get("/studies/").content.decode()

    assert 'href="/turing/new/"' in page
    assert rosa.get(f"/studies/{study.slug}/")["Location"] == f"/turing/{study.slug}/"
    assert rosa.get(f"/studies/{study.slug}/edit/")["Location"] == f"/turing/{study.slug}/edit/"


def test_the_form_of_other_studies_does_not_offer_it(rosa, instruments):
    page = rosa.get("/studies/new/").content.decode()

    assert f'value="{Instrument.objects.get(slug="echo").pk}"' not in page.split('name="vignette_set"')[0]


def test_another_study_is_no_turing_test(rosa, instruments, researcher):
    study = plan_a_study(researcher)

    assert rosa.get(f"/turing/{study.slug}/").status_code == 404
    assert rosa.get("/turing/there-is-none/").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_every_page_needs_a_login(client, study, page):
    address = f"/turing/{study.slug}/{page.format(handle=Imitated(study).persona.slug)}"

    assert client.get(address)["Location"] == f"/login/?next={address}"


@pytest.mark.parametrize("button", BUTTONS)
def test_every_button_needs_a_login_and_the_owner(client, ruth, study, button):
    nadia = Imitated(study)
    address = f"/turing/{study.slug}/{button.format(handle=nadia.persona.slug)}"
    before = list(Study.objects.values())

    assert client.post(address)["Location"].startswith("/login/")
    assert ruth.post(address).status_code == 404
    assert list(Study.objects.values()) == before
    assert nadia.persona.state == "invited"


@pytest.mark.parametrize("page", PAGES)
def test_another_researchers_study_is_not_found(ruth, admin, study, page):
    address = f"/turing/{study.slug}/{page.format(handle=Imitated(study).persona.slug)}"

    assert ruth.get(address).status_code == 404
    assert admin.get(address).status_code in {200, 302, 404 if "files" in page else 200}


@pytest.mark.parametrize("button", [button for button in BUTTONS if button != "people/{handle}/questions/"])
def test_looking_changes_nothing(rosa, study, button):
    address = f"/turing/{study.slug}/{button.format(handle=Imitated(study).persona.slug)}"

    assert rosa.get(address).status_code in {404, 405}
