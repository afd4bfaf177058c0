"""Keys of language models: from the environment, or entered and kept encrypted; told to nobody."""

import pytest

from apps.runs.keys import key_of, store_key
from apps.runs.models import ApiKey, Completion
from apps.studies.models import LanguageModel
from tests.inference.server import ModelServer, error
from tests.machines import plan_a_run, work_through

SECRET = "sk-very-secret-0123456789"


def test_a_stored_key_comes_back_and_is_not_readable_in_the_database(remote):
    store_key(remote, f" {SECRET}\n")

    assert key_of(remote) == SECRET
    assert SECRET.encode() not in bytes(ApiKey.objects.get().encrypted)


def test_a_new_key_takes_the_place_of_the_old(remote):
    store_key(remote, "old")
    store_key(remote, SECRET)

    assert key_of(remote) == SECRET
    assert ApiKey.objects.count() == 1


def test_the_environment_comes_first(remote, settings):
    store_key(remote, "stored")
    settings.API_KEYS = {"my_lab": "from the environment"}
    remote.key_name = "my-lab"

    assert key_of(remote) == "from the environment"


def test_without_a_key_there_is_none(remote):
    assert key_of(remote) == ""


def test_a_key_of_another_secret_counts_as_absent(remote, settings):
    store_key(remote, SECRET)
    settings.SECRET_KEY = "another"

    assert key_of(remote) == ""


@pytest.mark.django_db(transaction=True)
def test_a_key_is_sent_and_nothing_that_is_stored_or_logged_holds_it(study, remote, caplog):
    store_key(remote, SECRET)
    with ModelServer(lambda call: error(401, f"Wrong key: {call.headers['authorization']}")) as server:
        LanguageModel.objects.update(base_url=server.url)
        run = work_through(plan_a_run(study, remote))

    assert server.calls[0].headers["authorization"] == f"Bearer {SECRET}"
    assert run.state == "failed"
    assert "[key]" in run.reason
    assert SECRET not in f"{run.reason} {run.provenance} {caplog.text}"
    for completion in Completion.objects.values():
        assert SECRET not in str(completion)
