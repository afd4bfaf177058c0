"""Models that run, and what they are asked."""

import pytest

from apps.celery import app
from apps.runs.baselines import ensure_baselines
from apps.studies.models import Condition, Instrument, LanguageModel, Study
from tests.inference.server import ModelServer, chat


@pytest.fixture
def uniform(db):
    ensure_baselines()
    return LanguageModel.objects.get(slug="uniform")


@pytest.fixture
def longest(db):
    ensure_baselines()
    return LanguageModel.objects.get(slug="longest-answer")


@pytest.fixture
def server():
    """An OpenAI-compatible server that rates everything 3."""
    with ModelServer(lambda call: chat("\n".join(f"{number}: 3" for number in range(1, 21)))) as server:
        yield server


@pytest.fixture
def remote(db, server):
    """A model at that server, at one unit a million tokens read and ten a million written."""
    return LanguageModel.objects.create(
        slug="remote", label="Remote", engine="openai", name="tiny", base_url=server.url, input_price=1, output_price=10
    )


@pytest.fixture
def serve(remote):
    """Start a server with a script and have the model ask there."""
    servers = []

    def start(script):
        server = ModelServer(script)
        server.__enter__()
        servers.append(server)
        LanguageModel.objects.filter(pk=remote.pk).update(base_url=server.url)
        remote.refresh_from_db()
        return server

    yield start
    for server in servers:
        server.__exit__()


@pytest.fixture
def refusals(instruments, study):
    """A study of two sittings with twenty requests each."""
    study = Study.objects.create(
        slug="refusals", title="Refusals", instrument=Instrument.objects.get(slug="refusal"),
        protocol_sha256="0" * 64, opened_at=study.opened_at,
    )  # fmt: skip
    Condition.objects.create(study=study, code="default", group="default")
    return study


@pytest.fixture
def no_broker(monkeypatch):
    """The queue is down: nothing listens where messages are sent."""
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
