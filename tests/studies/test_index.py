"""A researcher's studies."""

import pytest

from apps.studies.models import Study
from tests.people import plan_a_study

PAGES = ["", "new/", "{slug}/", "{slug}/edit/", "{slug}/responses.csv", "{slug}/scores.csv", "{slug}/visits.csv"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_needs_a_login(client, study, page):
    address = f"/studies/{page.format(slug=study.slug)}"

    assert client.get(address)["Location"] == f"/login/?next={address}"


@pytest.mark.parametrize("page", ["open", "close"])
def test_every_button_needs_a_login(client, study, page):
    assert client.post(f"/studies/{study.slug}/{page}/")["Location"].startswith("/login/")
    assert Study.objects.get().is_open


@pytest.mark.parametrize("page", PAGES[2:])
def test_another_researchers_study_is_not_found(ruth, study, page):
    assert ruth.get(f"/studies/{page.format(slug=study.slug)}").status_code == 404


@pytest.mark.parametrize("page", ["open", "close", "edit"])
def test_another_researchers_study_cannot_be_changed(ruth, study, page):
    assert ruth.post(f"/studies/{study.slug}/{page}/").status_code == 404
    assert Study.objects.get().is_open


def test_rosa_sees_her_own_studies(rosa, ruth, study):
    assert study.title in rosa.get("/studies/").content.decode()
    assert study.title not in ruth.get("/studies/").content.decode()


def test_everyone_sees_imported_answers_and_nobody_changes_them(ruth, instruments, researcher):
    study = plan_a_study(None, kind="imported", title="The published crowd", source="A workbook")

    assert study.title in ruth.get("/studies/").content.decode()
    assert "A workbook" in ruth.get(f"/studies/{study.slug}/").content.decode()
    assert ruth.get(f"/studies/{study.slug}/responses.csv").status_code == 200
    assert ruth.get(f"/studies/{study.slug}/edit/").status_code == 404
    assert ruth.post(f"/studies/{study.slug}/open/").status_code == 404
    assert ruth.get(f"/studies/{study.slug}/visits.csv").status_code == 404


def test_an_administrator_sees_all(admin, study):
    assert study.title in admin.get("/studies/").content.decode()
    assert admin.get(f"/studies/{study.slug}/").status_code == 200


def test_who_has_no_study_yet_is_told_how_to_begin(rosa):
    assert "No study yet" in rosa.get("/studies/").content.decode()


def test_the_way_in_and_out(client, researcher):
    page = client.post("/login/", {"username": "rosa", "password": "wrong"})
    assert "Check the user name and the password" in page.content.decode()

    signed_in = client.post("/login/", {"username": "rosa", "password": "a long enough password"})
    assert signed_in["Location"] == "/studies/"
    assert client.get("/studies/").status_code == 200

    client.post("/logout/")
    assert client.get("/studies/").status_code == 302
