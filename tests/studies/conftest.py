"""What the researcher's pages share: somebody who may not see, and a form that is filled in."""

import pytest

from apps.studies.models import Instrument, VignetteSet
from tests.conftest import signed_in


@pytest.fixture
def ruth(django_user_model):
    """Ruth's browser; she is a researcher with studies of her own, none of them Rosa's."""
    return signed_in(django_user_model.objects.create_user("ruth", password="a long enough password"))


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
