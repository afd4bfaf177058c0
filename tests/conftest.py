"""The small cast that the tests share."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import settings

import apps.celery  # noqa: F401 - tasks bind to the app with our broker
from tests.people import open_a_study

pytest_plugins = ["tests.services"]

# No test depends on how quick the machine is at the moment.
settings.register_profile("any machine", parent=settings.default, deadline=None)
settings.load_profile("any machine")

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
def rosa(researcher):
    return signed_in(researcher)


@pytest.fixture
def stranger(django_user_model):
    """Tom is a researcher too; Rosa's studies are none of his business."""
    return signed_in(django_user_model.objects.create_user("tom", password="a long enough password"))


@pytest.fixture
def admin(django_user_model):
    """Ada runs the lab."""
    return signed_in(django_user_model.objects.create_superuser("ada", password="a long enough password"))


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def study(instruments, researcher):
    """Rosa's open study: PANAS before and after one of ten situations."""
    return open_a_study(researcher)
