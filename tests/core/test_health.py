"""/healthz and /readyz tell the truth."""

import pytest
from django.test import override_settings


def unused_port_url(scheme, path=""):
    return f"{scheme}://127.0.0.1:1{path}"  # nobody listens on port 1


def test_healthz_asks_nothing_but_the_process(client):
    answer = client.get("/healthz")

    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_says_that_all_is_well(client):
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "database": "ok", "broker": "ok"}


@pytest.mark.django_db
def test_readyz_names_a_redis_that_does_not_answer(client):
    url = unused_port_url("redis", "/0")

    with override_settings(REDIS_URL=url, CELERY_BROKER_URL=url, CELERY_BROKER_TRANSPORT_OPTIONS={}):
        answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "database": "ok", "broker": "no answer"}


@pytest.mark.django_db
def test_readyz_finds_a_redis_that_answers(client, redis_url):
    with override_settings(REDIS_URL=redis_url, CELERY_BROKER_URL=redis_url, CELERY_BROKER_TRANSPORT_OPTIONS={}):
        answer = client.get("/readyz")

    assert answer.json()["broker"] == "ok"


@pytest.mark.django_db
def test_readyz_names_a_message_folder_that_is_gone(client, tmp_path):
    with override_settings(REDIS_URL="", BROKER_DIR=tmp_path / "gone"):
        answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["broker"] == "no answer"


ASK = """
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/readyz")
print(answer.status_code, answer.json())
"""


def test_readyz_names_a_database_that_does_not_answer(manage):
    said = manage("shell", "--verbosity=0", "--command", ASK, DATABASE_URL=unused_port_url("postgresql", "/none"))

    assert said.stdout.strip() == "503 {'ready': False, 'database': 'no answer', 'broker': 'ok'}"
