"""The administrators' pages, where answers are looked at and never edited."""

import pytest

from apps.studies.models import LanguageModel


@pytest.mark.filterwarnings("error")
def test_a_page_with_an_address_gives_no_warning(admin, study):
    remote = LanguageModel.objects.create(slug="remote", label="Remote", engine="openai", name="tiny")

    for address in (f"studies/languagemodel/{remote.pk}/change/", f"studies/study/{study.pk}/change/"):
        assert admin.get(f"/admin/{address}").status_code == 200


def test_nothing_can_be_changed(admin, study):
    response = admin.post(f"/admin/studies/study/{study.pk}/change/", {"title": "Another"})

    assert response.status_code == 403
