"""The cast of the boards' tests: a study, a model, and persons."""

import pytest

from apps.studies.models import LanguageModel, Participation, Respondent
from tests.people import open_a_study


@pytest.fixture
def study(instruments, researcher):
    """Rosa's study of two kinds of situations and their pleasant counterparts."""
    return open_a_study(researcher, with_positive=True)


@pytest.fixture
def model(db):
    """A model whose answers were imported."""
    engine = LanguageModel.objects.create(slug="model-1", label="model-1", engine="imported", name="model-1")
    return Respondent.objects.create(kind="model", language_model=engine, label="model-1")


@pytest.fixture
def person(study):
    """Make persons: `person()` is a new one."""

    def make() -> Respondent:
        respondent = Respondent.objects.create(kind="human")
        Participation.objects.create(
            respondent=respondent,
            study=study,
            invitation=study.invitation_set.get(),
            seen_at="2026-01-01T00:00Z",
            stage="thanks",
        )
        return respondent

    return make
