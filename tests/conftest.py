"""The small cast that the tests share."""

from pathlib import Path

import pytest
from django.core.management import call_command

import apps.celery  # noqa: F401 - tasks bind to the app with our broker
from tests.people import open_a_study

pytest_plugins = ["tests.services"]

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared():
    """The folder of published data; it is not part of this project."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared (published data, not part of this project)")
    return SHARED


@pytest.fixture
def instruments(db):
    """Every instrument and set of situations in fixtures/."""
    call_command("load_instruments", verbosity=0)


@pytest.fixture
def researcher(db, django_user_model):
    """Rosa opens studies; she is no administrator."""
    return django_user_model.objects.create_user("rosa", password="a long enough password")


@pytest.fixture
def study(instruments, researcher):
    """Rosa's open study: PANAS before and after one of ten situations."""
    return open_a_study(researcher)
