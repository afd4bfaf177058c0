"""The list of models, and one model's page."""

import pytest

from apps.runs.baselines import BASELINES
from apps.studies.models import LanguageModel
from tests.machines import plan_a_run


@pytest.mark.parametrize(
    "page",
    ["/language-models/", "/language-models/new/", "/language-models/uniform/", "/runs/", "/runs/new/", "/runs/1/"],
)
def test_every_page_asks_who_you_are(client, uniform, page):
    response = client.get(page)

    assert response.status_code == 302
    assert response["Location"] == f"/login/?next={page}"


def test_the_baselines_are_there_without_anyone_adding_them(rosa):
    page = rosa.get("/language-models/").content.decode()

    assert "Uniform answers" in page
    assert "Always the middle" in page
    assert LanguageModel.objects.count() == len(BASELINES)


def test_it_lists_host_prices_and_abilities(rosa, remote):
    remote.capabilities = {"engine": {"scoring": "topk", "top_logprobs": 20, "seed": True, "schema": False}}
    remote.save()

    page = rosa.get("/language-models/").content.decode()

    assert f"127.0.0.1:{remote.base_url.split(':')[2].split('/')[0]}" in page
    assert "1.00 / 10.00" in page
    assert "top-token scores, seed" in page


def test_imported_names_cannot_be_asked_and_are_not_listed(rosa):
    LanguageModel.objects.create(slug="printed", label="Printed once", engine="imported", name="x")

    assert "Printed once" not in rosa.get("/language-models/").content.decode()
    assert rosa.get("/language-models/printed/").status_code == 404


def test_the_last_run_is_only_that_of_ones_own_studies(rosa, stranger, study, uniform):
    run = plan_a_run(study, uniform)

    assert f"/runs/{run.pk}/" in rosa.get("/language-models/").content.decode()
    assert f"/runs/{run.pk}/" in rosa.get("/language-models/uniform/").content.decode()
    assert f"/runs/{run.pk}/" not in stranger.get("/language-models/").content.decode()
    assert f"/runs/{run.pk}/" not in stranger.get("/language-models/uniform/").content.decode()


def test_only_administrators_see_the_way_to_change_a_model(rosa, admin, remote):
    assert "/language-models/new/" not in rosa.get("/language-models/").content.decode()
    assert "/language-models/remote/edit/" not in rosa.get("/language-models/remote/").content.decode()
    assert "/language-models/new/" in admin.get("/language-models/").content.decode()
    assert "/language-models/remote/edit/" in admin.get("/language-models/remote/").content.decode()


def test_a_baseline_has_nothing_to_edit(admin, uniform):
    assert "/language-models/uniform/edit/" not in admin.get("/language-models/uniform/").content.decode()
    assert admin.get("/language-models/uniform/edit/").status_code == 404
    assert admin.post("/language-models/uniform/probe/").status_code == 404
