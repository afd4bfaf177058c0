"""The list of runs."""

from decimal import Decimal

import pytest

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from tests.machines import plan_a_run, work_through
from tests.people import open_a_study


def test_each_researcher_sees_the_runs_of_their_own_studies(rosa, stranger, admin, study, uniform):
    run = plan_a_run(study, uniform)

    for client, seen in [(rosa, True), (admin, True), (stranger, False)]:
        assert (f'href="/runs/{run.pk}/"' in client.get("/runs/").content.decode()) is seen


def test_it_shows_state_progress_and_cost(rosa, study, remote):
    plan_a_run(study, remote, budget=Decimal(5))

    page = rosa.get("/runs/").content.decode()

    assert "<td>planned</td>" in page
    assert "0 of 11" in page
    assert "0.00 of 5.00" in page


def test_it_can_be_narrowed_to_a_study(rosa, researcher, study, uniform):
    other = open_a_study(researcher, title="Another study")
    plan_a_run(study, uniform)
    run = plan_a_run(other, uniform)

    page = rosa.get(f"/runs/?study={other.slug}").content.decode()

    assert page.count('<th scope="row">') == 1
    assert f'href="/runs/{run.pk}/"' in page
    assert "Runs of Another study" in page


def test_another_researchers_study_is_not_named(rosa, stranger, admin, study, uniform):
    plan_a_run(study, uniform)
    address = f"/runs/?study={study.slug}"

    for client, named in [(rosa, True), (admin, True), (stranger, False)]:
        page = client.get(address).content.decode()
        assert (f"Runs of {study.title}" in page) is named
        assert (study.title in page) is named
        assert page.count('<th scope="row">') == int(named)


def test_the_study_s_page_leads_to_its_runs(rosa, study):
    page = rosa.get(f"/studies/{study.slug}/").content.decode()

    assert f"/runs/new/?study={study.slug}" in page
    assert f"/runs/?study={study.slug}" in page


def test_an_odd_study_in_the_address_is_none(rosa, study, uniform):
    plan_a_run(study, uniform)

    assert rosa.get("/runs/?study=%00").status_code == 200
    assert rosa.get("/runs/?study=nowhere").content.decode().count('<th scope="row">') == 0
    assert rosa.get("/runs/new/?study=nowhere").status_code == 404
    assert rosa.get("/runs/new/?study=%00x").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_model_s_line_on_a_board_leads_to_its_runs(rosa, client, study, uniform):
    work_through(plan_a_run(study, uniform))
    refresh_boards()
    entry = Entry.objects.get(label=uniform.label)

    address = f"/runs/?study={study.slug}"
    assert address in rosa.get(f"/boards/{entry.board.slug}/{entry.pk}/").content.decode()
    assert address not in client.get(f"/boards/{entry.board.slug}/{entry.pk}/").content.decode()


def test_there_are_fifty_on_a_page(rosa, study, uniform):
    for seed in range(51):
        plan_a_run(study, uniform, conditions=("default",), seed=seed)

    first, second = rosa.get("/runs/").content.decode(), rosa.get("/runs/?page=2").content.decode()

    assert first.count('<th scope="row">') == 50
    assert 'rel="next" href="?page=2"' in first
    assert second.count('<th scope="row">') == 1
