"""One study: its link, how it fills, its answers."""

import re
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.studies.models import Participation
from tests.people import Person, link_of, plan_a_study


def test_it_shows_the_link_and_how_to_recruit_through_prolific(rosa, study):
    page = rosa.get(f"/studies/{study.slug}/").content.decode()

    assert f"http://testserver{link_of(study)}</code>" in page
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}&amp;STUDY_ID={{%STUDY_ID%}}&amp;SESSION_ID={{%SESSION_ID%}}" in page


def test_it_shows_the_protocols_hash(rosa, study):
    assert study.protocol_sha256 in rosa.get(f"/studies/{study.slug}/").content.decode()


def test_a_draft_has_no_link(rosa, instruments, researcher):
    draft = plan_a_study(researcher)

    page = rosa.get(f"/studies/{draft.slug}/").content.decode()

    assert "/p/" not in page
    assert "Open the study" in page


def facts(page: str) -> dict[str, int]:
    return {name: int(count) for name, count in re.findall(r"<div><dt>([^<]+)</dt><dd>(\d+)", page)}


def test_it_counts_who_finished_who_is_at_it_and_who_has_gone(rosa, study):
    Person(study).go_to("thanks")
    Person(study).go_to("before")
    gone = Person(study).go_to("before")
    Participation.objects.filter(pk=gone.visit.pk).update(seen_at=timezone.now() - timedelta(hours=3))
    Person(study).go_to("thanks").send("withdraw/")
    Person(study).go_to("consent").send("consent/", {"agree": "no"})

    page = rosa.get(f"/studies/{study.slug}/").content.decode()

    assert facts(page) == {"Finished": 1, "At it now": 1, "Seat expired": 1, "Declined": 1, "Withdrawn": 1}
    assert "/ 70</span>" in page


def test_it_shows_each_condition(rosa, study):
    page = rosa.get(f"/studies/{study.slug}/").content.decode()

    assert len(re.findall(r'<th scope="row"[^>]*>(?:anger-1|fear-2)\.\d</th>', page)) == 10
    assert "default</th>" not in page


def test_htmx_gets_the_counters_alone(rosa, study):
    page = rosa.get(f"/studies/{study.slug}/", headers={"HX-Request": "true"})

    assert "<html" not in page.content.decode()
    assert "<details" not in page.content.decode()  # swapping it would close it under the reader's eyes
    assert facts(page.content.decode())["Finished"] == 0
    assert "HX-Request" in page["Vary"]


def test_the_page_names_no_person(rosa, study):
    person = Person(study, "?PROLIFIC_PID=anna&STUDY_ID=s&SESSION_ID=t").go_to("thanks")

    page = rosa.get(f"/studies/{study.slug}/").content.decode()

    assert "anna" not in page
    assert person.visit.code not in page


def test_the_number_of_queries_does_not_grow_with_the_people(rosa, study):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            rosa.get(f"/studies/{study.slug}/")
        return len(queries)

    before = count()
    for _number in range(5):
        Person(study).go_to("thanks")

    assert count() == before
