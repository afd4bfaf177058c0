"""What the researcher's pages share: browsers of those who may and may not see."""

import pytest
from django.test import Client

from apps.studies.models import Instrument, VignetteSet


@pytest.fixture
def rosa(researcher):
    """Rosa's browser, signed in."""
    browser = Client()
    browser.force_login(researcher)
    return browser


@pytest.fixture
def ruth(db, django_user_model):
    """Ruth's browser; she is a researcher with studies of her own, none of them Rosa's."""
    browser = Client()
    browser.force_login(django_user_model.objects.create_user("ruth", password="a long enough password"))
    return browser


@pytest.fixture
def admin(db, django_user_model):
    """The administrator's browser."""
    browser = Client()
    browser.force_login(django_user_model.objects.create_superuser("ada", password="a long enough password"))
    return browser


@pytest.fixture
def filled_in(instruments):
    """What Rosa writes into the form of a new study."""
    return {
        "title": "Small storms",
        "instrument": Instrument.objects.get(slug="panas").pk,
        "vignette_set": VignetteSet.objects.get(slug="everyday").pk,
        "factors": ["anger-1", "fear-2"],
        "order_rule": "random",
        "quota": "9",
        "consent_text": "We ask how you feel.",
        "consent_version": "2",
        "completion_url": "https://app.prolific.com/submissions/complete?cc=C1A2B3",
        "retention_date": "2090-01-31",
    }
