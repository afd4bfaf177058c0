"""The button that opens a study, and the one that closes it."""

from apps.studies.models import Instrument, Study
from tests.people import link_of, plan_a_study


def test_it_opens_and_gives_the_link(rosa, instruments, researcher):
    draft = plan_a_study(researcher)

    page = rosa.post(f"/studies/{draft.slug}/open/", follow=True).content.decode()

    assert Study.objects.get().is_open
    assert f"http://testserver{link_of(draft)}" in page
    assert Study.objects.get().protocol_sha256 in page


def test_without_wording_it_says_what_to_do(rosa, instruments, researcher):
    draft = plan_a_study(researcher, instrument=Instrument.objects.get(slug="bfne"))

    page = rosa.post(f"/studies/{draft.slug}/open/", follow=True).content.decode()

    assert "is not here yet; import its questionnaire file first" in page
    assert Study.objects.get().state == "draft"


def test_opening_twice_says_so(rosa, study):
    page = rosa.post(f"/studies/{study.slug}/open/", follow=True).content.decode()

    assert "opened before" in page


def test_looking_opens_nothing(rosa, instruments, researcher):
    draft = plan_a_study(researcher)

    assert rosa.get(f"/studies/{draft.slug}/open/").status_code == 405
    assert Study.objects.get().state == "draft"


def test_it_closes(rosa, study):
    page = rosa.post(f"/studies/{study.slug}/close/", follow=True).content.decode()

    assert Study.objects.get().state == "closed"
    assert "Whoever has begun may still finish" in page
    assert "Close the study" not in page


def test_closing_twice_keeps_the_first_time(rosa, study):
    rosa.post(f"/studies/{study.slug}/close/")
    when = Study.objects.get().closed_at

    rosa.post(f"/studies/{study.slug}/close/")

    assert Study.objects.get().closed_at == when
