"""A draft may be changed; an open study may not."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from apps.studies.models import Study
from apps.studies.opening import open_study
from tests.people import plan_a_study


@pytest.fixture
def draft(instruments, researcher):
    return plan_a_study(researcher)


def test_the_form_shows_what_is_planned(rosa, draft):
    page = rosa.get(f"/studies/{draft.slug}/edit/").content.decode()

    assert f'value="{draft.title}"' in page
    assert page.count("checked") == 2


def test_a_change_is_saved_under_the_same_address(rosa, draft, filled_in):
    response = rosa.post(f"/studies/{draft.slug}/edit/", filled_in)

    changed = Study.objects.get()
    assert response["Location"] == f"/studies/{draft.slug}/"
    assert (changed.pk, changed.slug, changed.title) == (draft.pk, draft.slug, "Small storms")


def test_an_open_study_cannot_be_changed(rosa, study, filled_in):
    before = Study.objects.values().get()

    seen = rosa.get(f"/studies/{study.slug}/edit/")
    sent = rosa.post(f"/studies/{study.slug}/edit/", filled_in, follow=True)

    assert seen["Location"] == f"/studies/{study.slug}/"
    assert "frozen and cannot be changed" in sent.content.decode()
    assert Study.objects.values().get() == before


def test_a_closed_study_cannot_be_changed_either(rosa, study, filled_in):
    rosa.post(f"/studies/{study.slug}/close/")

    rosa.post(f"/studies/{study.slug}/edit/", filled_in)

    assert Study.objects.get().title == study.title


@pytest.mark.django_db(transaction=True)
def test_a_change_sent_while_it_opens_never_closes_it_again(rosa, instruments, researcher, filled_in):
    draft = plan_a_study(researcher)

    def act(number: int) -> None:
        try:
            if number == 2:
                open_study(Study.objects.get(pk=draft.pk))
            else:
                rosa.post(f"/studies/{draft.slug}/edit/", {**filled_in, "title": f"Title {number}"})
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        list(threads.map(act, range(5)))

    study = Study.objects.get()
    assert study.is_open
    assert study.protocol["title"] == study.title
