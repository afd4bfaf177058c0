"""Rosa's open Turing test, and the browsers of those who may and may not see a researcher's pages."""

import pytest

from tests.imitated import open_turing_test
from tests.judges import invite
from tests.studies.conftest import ruth

__all__ = ["ruth"]


@pytest.fixture
def study(instruments, researcher):
    """Nobody is in it yet."""
    return open_turing_test(researcher)


@pytest.fixture
def link(study):
    """It leads to the pairs of the study's first person."""
    return invite(study)
