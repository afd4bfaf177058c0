"""Adding and changing a model: what is refused, what is found out about it, and what becomes of its key."""

import json
import logging
import shutil

import pytest
from django.conf import settings

from apps.runs import probing
from apps.runs.keys import key_of, store_key
from apps.runs.models import ApiKey
from apps.runs.probing import probe_model
from apps.studies.models import LanguageModel
from tests.inference.server import ModelServer, Say, chat, error
from tests.machines import model_form, plan_a_run, work_through

SECRET = "sk-proj-very-secret-1234567890"
TINY = settings.BASE_DIR / "fixtures" / "tiny-llama"


def add(client, **changes):
    return client.post("/language-models/new/", model_form(**changes), follow=True)


def test_researchers_are_told_why_they_may_not_add_models(rosa, remote):
    for response in [
        rosa.get("/language-models/new/"), rosa.post("/language-models/new/", model_form()),
        rosa.get("/language-models/remote/edit/"), rosa.post("/language-models/remote/probe/"),
    ]:  # fmt: skip
        assert response.status_code == 403
        assert "keys and costs hang on them" in response.content.decode()
    assert LanguageModel.objects.count() == 1


def test_staff_may_add_models(rosa, researcher, server):
    researcher.is_staff = True
    researcher.save()

    add(rosa, address=server.url)

    assert LanguageModel.objects.get().slug == "gpt-four"


def test_a_model_at_an_address_is_asked_what_it_can_do(admin, server):
    response = add(admin, address=server.url, key=SECRET)

    model = LanguageModel.objects.get()
    assert model.capabilities["engine"]["scoring"] == "sampled"
    assert set(model.capabilities) == {"engine", "server_version"}
    assert model.probed_at
    assert server.calls[0].headers["authorization"] == f"Bearer {SECRET}"
    assert "ready to be asked" in response.content.decode()


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (lambda call: error(401, "Incorrect API key"), "key"),
        (lambda call: error(404, "no such model"), "gpt-4"),
        (lambda call: Say("<!doctype html><html>Sign in</html>"), "a web page"),
        (lambda call: Say(""), "nothing at all"),
    ],
)
def test_a_model_that_does_not_answer_well_is_kept_with_the_sentence_why(admin, script, sentence):
    with ModelServer(script) as server:
        page = add(admin, address=server.url).content.decode()

    model = LanguageModel.objects.get()
    assert model.probed_at is None
    assert sentence in model.capabilities["problem"]
    assert "Not probed yet" in page
    assert "Probe again" in page


def test_an_address_where_nothing_answers_says_so(admin):
    page = add(admin).content.decode()

    assert "Nothing answers at 127.0.0.1:1" in page


def test_a_server_that_takes_too_long_does_not_hold_the_page(admin, monkeypatch):
    monkeypatch.setattr(probing, "PROBE_SECONDS", 0.3)

    with ModelServer(lambda call: Say(chat("1").body, delay_s=5)) as server:
        page = add(admin, address=server.url).content.decode()

    assert "did not answer all questions within" in page


def test_probing_again_replaces_the_sentence_by_what_was_found(admin, server, remote):
    remote.capabilities = {"problem": "Nothing answered."}
    remote.save()

    page = admin.post("/language-models/remote/probe/", follow=True).content.decode()

    assert "Nothing answered." not in page
    assert "by sampling replies" in page


def test_what_was_found_stays_when_the_server_is_down_later(admin, server, remote):
    probe_model(remote)
    LanguageModel.objects.update(base_url="http://127.0.0.1:1/v1")

    page = admin.post("/language-models/remote/probe/", follow=True).content.decode()

    remote.refresh_from_db()
    assert remote.capabilities["engine"]["scoring"] == "sampled"
    assert "It did not answer the last time" in page


# --- the form ---


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"label": ""}, "Label: This field is required."),
        ({"address": ""}, "Where does it answer? Write its address."),
        ({"address": "api.openai.com"}, "begins with http:// or https://"),
        ({"address": "ftp://x/v1"}, "begins with http:// or https://"),
        ({"address": "http://[::1/v1"}, "begins with http:// or https://"),
        ({"address": "http://host:99999/v1"}, "begins with http:// or https://"),
        ({"address": "https://me:pw@host/v1"}, "Leave name and password out"),
        ({"address": "https://host/v1?key=1"}, "Leave out what follows a ? or a #"),
        ({"key_name": "nowhere"}, "without a variable API_KEY_NOWHERE"),
        ({"key": "two words"}, "A key has no spaces"),
        ({"key": "schlüssel"}, "A key has no spaces"),
        ({"input_price": "-1"}, "greater than or equal to 0"),
        ({"engine": "uniform"}, "Select a valid choice"),
    ],
)
def test_a_wrong_form_is_answered_with_a_sentence_and_keeps_what_was_typed(admin, wrong, sentence):
    response = add(admin, **({"revision": "2024-07"} | wrong))

    page = response.content.decode()
    assert sentence in page
    assert 'value="2024-07"' in page
    assert LanguageModel.objects.count() == 0


def test_a_host_without_a_dot_is_an_address(admin):
    add(admin, address="http://vllm:8000/v1")

    assert LanguageModel.objects.get().base_url == "http://vllm:8000/v1"


def test_two_models_of_one_label_have_two_addresses(admin):
    add(admin)
    add(admin)
    add(admin, label="New")
    add(admin, label="模型")

    assert set(LanguageModel.objects.values_list("slug", flat=True)) == {"gpt-four", "gpt-four-2", "new-2", "model"}


# --- keys ---


def everywhere(client, model):
    """Return every page, of ours and of the admin's, that could show something of the model's key."""
    key = ApiKey.objects.get(language_model=model)
    addresses = [
        "/language-models/", f"/language-models/{model.slug}/", f"/language-models/{model.slug}/edit/",
        "/admin/runs/apikey/",
        f"/admin/runs/apikey/{key.pk}/change/", f"/admin/runs/apikey/{key.pk}/history/",
        f"/admin/studies/languagemodel/{model.pk}/change/",
    ]  # fmt: skip
    return "".join(client.get(address).content.decode() for address in addresses)


def test_a_key_is_kept_encrypted_and_shown_on_no_page_and_in_no_log(admin, caplog):
    caplog.set_level(logging.DEBUG)
    with ModelServer(lambda call: error(401, f"Incorrect API key provided: {SECRET}")) as server:
        shown = add(admin, address=server.url, key=SECRET).content.decode()

    model = LanguageModel.objects.get()
    stored = bytes(ApiKey.objects.get().encrypted)
    assert key_of(model) == SECRET
    assert SECRET.encode() not in stored
    assert SECRET not in shown + everywhere(admin, model) + json.dumps(model.capabilities) + caplog.text


def test_a_key_does_not_come_back_with_the_form_s_errors(admin):
    page = add(admin, label="", key=SECRET).content.decode()

    assert "Label: This field is required." in page
    assert SECRET not in page


def test_a_key_is_typed_or_named_not_both(admin, settings):
    settings.API_KEYS = {"open_router": "from outside"}

    page = add(admin, key=SECRET, key_name="open-router").content.decode()

    assert "Give the key in one way" in page


def test_a_key_from_the_environment_is_found_by_its_name(admin, settings, server):
    settings.API_KEYS = {"open_router": "from-outside"}

    page = add(admin, address=server.url, key_name="API_KEY_OPEN_ROUTER").content.decode()

    assert server.calls[0].headers["authorization"] == "Bearer from-outside"
    assert "API_KEY_OPEN_ROUTER" in page
    assert "from-outside" not in page


def test_an_empty_key_keeps_the_stored_one_and_a_typed_one_replaces_it(admin, server, remote):
    store_key(remote, SECRET)
    same = model_form(label="Remote", name="tiny", address=server.url)

    admin.post("/language-models/remote/edit/", same)
    assert key_of(remote) == SECRET
    admin.post("/language-models/remote/edit/", same | {"key": "sk-another"})
    assert key_of(remote) == "sk-another"
    admin.post("/language-models/remote/edit/", same | {"forget_key": "on"})
    assert key_of(remote) == ""


def test_a_stored_key_is_not_sent_to_another_host(admin, server, remote):
    LanguageModel.objects.update(base_url="https://api.openai.com/v1")
    store_key(remote, SECRET)

    admin.post("/language-models/remote/edit/", model_form(label="Remote", name="tiny", address=server.url))

    assert server.calls
    assert all(SECRET not in str(call.headers) for call in server.calls)
    assert not ApiKey.objects.exists()


def test_the_admin_takes_a_key_and_never_gives_it_back(admin, remote):
    admin.post("/admin/runs/apikey/add/", {"language_model": remote.pk, "key": SECRET})

    assert key_of(remote) == SECRET
    assert SECRET not in everywhere(admin, remote)

    admin.post(f"/admin/runs/apikey/{ApiKey.objects.get().pk}/change/", {"key": "sk-another"})

    assert key_of(remote) == "sk-another"
    assert SECRET not in everywhere(admin, remote)


def test_the_admin_shows_evidence_and_changes_none(admin):
    for table in ("run", "completion", "step"):
        assert admin.get(f"/admin/runs/{table}/").status_code == 200
        assert admin.get(f"/admin/runs/{table}/add/").status_code == 403


# --- editing ---


def test_a_new_price_asks_the_server_nothing(admin, server, remote):
    probe_model(remote)
    asked = len(server.calls)

    admin.post(
        "/language-models/remote/edit/", model_form(label="Remote", name="tiny", address=server.url, input_price="2.5")
    )

    remote.refresh_from_db()
    assert remote.input_price == 2.5
    assert len(server.calls) == asked


def test_another_name_makes_what_was_found_void(admin, remote):
    probe_model(remote)

    admin.post(
        "/language-models/remote/edit/", model_form(label="Remote", name="other", address="http://127.0.0.1:1/v1")
    )

    remote.refresh_from_db()
    assert "engine" not in remote.capabilities
    assert remote.probed_at is None


@pytest.mark.django_db(transaction=True)
def test_a_model_that_has_answered_keeps_its_name(admin, study, server, remote):
    work_through(plan_a_run(study, remote))

    admin.post("/language-models/remote/edit/", model_form(label="Renamed", name="other", address=server.url))

    remote.refresh_from_db()
    assert (remote.label, remote.name) == ("Renamed", "tiny")


# --- checkpoints ---


def test_a_whole_checkpoint_is_taken(admin):
    page = add(admin, engine="transformers", label="Tiny", name=str(TINY)).content.decode()

    model = LanguageModel.objects.get()
    assert model.capabilities["engine"]["scoring"] == "exact"
    assert model.base_url == ""
    assert "exact, for every option" in page


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("config.json", "has no config.json"),
        ("tokenizer.json", "has no tokenizer"),
        ("model.safetensors", "has no weights"),
    ],
)
def test_an_incomplete_checkpoint_is_kept_with_the_sentence_why(admin, tmp_path, missing, sentence):
    folder = shutil.copytree(TINY, tmp_path / "checkpoint")
    (folder / missing).unlink()

    page = add(admin, engine="transformers", name=str(folder)).content.decode()

    assert sentence in page
    assert LanguageModel.objects.get().probed_at is None


def test_a_folder_that_is_not_there_says_so(admin):
    page = add(admin, engine="transformers", name="/nowhere/llama").content.decode()

    assert "There is no folder /nowhere/llama on this machine" in page


def test_what_is_wrong_in_the_fields_of_the_other_kind_does_not_matter(admin):
    add(admin, engine="transformers", name="org/some-model", address="nonsense", key_name="nowhere", key="a b")

    assert LanguageModel.objects.get().base_url == ""


def test_a_folder_of_this_project_is_named_from_its_root(admin):
    add(admin, engine="transformers", name="fixtures/tiny-llama")

    assert LanguageModel.objects.get().probed_at


def test_a_hub_id_waits_for_the_worker_that_loads_it(admin):
    page = add(admin, engine="transformers", name="org/some-model").content.decode()

    assert "ready to be asked" in page
    assert "known when it is loaded" in admin.get("/language-models/").content.decode()
