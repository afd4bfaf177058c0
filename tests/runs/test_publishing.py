"""What a run tells the study's public pages, and the way from a sitting to its run."""

from importlib import import_module

import pytest
from django.apps import apps

from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.models import Entry
from apps.runs.models import Completion, Run, Step
from apps.runs.provenance import count_completions
from apps.studies.models import Provenance, Sitting
from tests.machines import plan_a_run, work_through

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_run_tells_what_its_answers_depend_on_but_not_where_its_engine_stands(study, remote, server):
    run = work_through(plan_a_run(study, remote, conditions=("default",)))

    (kept,) = Provenance.objects.all()
    assert (kept.study, kept.respondent) == (study, run.respondent)
    assert kept.told["prompt"] == run.provenance["prompt"]
    assert kept.told["packages"] == run.provenance["packages"]
    assert kept.told["engine"]["model"] == "tiny"
    assert server.url.split("/")[2] not in str(kept.told)
    assert server.url.split("/")[2] in str(run.provenance)


def test_completions_are_counted_over_all_runs_of_one_configuration(study, remote, server):
    work_through(plan_a_run(study, remote, conditions=("default",), repeats=2))
    assert Provenance.objects.get().completions == 2

    work_through(plan_a_run(study, remote, conditions=("anger-1.1",)))

    assert Provenance.objects.get().completions == 3
    refresh_boards()
    made = Entry.objects.get(label="Remote").provenance["origin"]["made"]
    assert [one["completions"] for one in made] == [3]


def test_moving_a_model_to_another_host_keeps_the_count(study, remote, server):
    work_through(plan_a_run(study, remote, conditions=("default",), repeats=2))
    run = Run.objects.get()
    run.provenance["engine"]["host"] = "elsewhere.example"
    run.save()

    work_through(plan_a_run(study, remote, conditions=("anger-1.1",)))

    assert Provenance.objects.get().completions == 3


def test_a_request_that_failed_is_no_completion(study, remote, server):
    run = work_through(plan_a_run(study, remote, conditions=("default",), repeats=2))
    Completion.objects.filter(step=Step.objects.earliest("pk")).update(state="failed")

    count_completions(run)

    assert Provenance.objects.get().completions == 1


def test_runs_of_before_are_published_alike(study, remote, server):
    work_through(plan_a_run(study, remote, conditions=("default",), repeats=2))
    (now,) = Provenance.objects.all()
    now.delete()

    import_module("apps.runs.migrations.0005_publish_provenance").publish(apps, None)

    (then,) = Provenance.objects.all()
    assert (then.told, then.sha256, then.completions) == (now.told, now.sha256, 2)
    assert (then.study, then.respondent) == (now.study, now.respondent)


def test_a_folder_on_our_disk_is_no_name_of_a_model(study, remote, server):
    remote.name = "/srv/checkpoints/secret-place/tiny"
    remote.save()

    work_through(plan_a_run(study, remote, conditions=("default",)))

    assert Provenance.objects.get().told["engine"]["model"] == "tiny"


def test_a_sitting_leads_to_its_page_in_the_run(rosa, stranger, client, study, remote, server):
    run = work_through(plan_a_run(study, remote, conditions=("default",)))
    code = Sitting.objects.get().code

    assert rosa.get(f"/runs/sittings/{code}/")["Location"] == f"/runs/{run.pk}/sittings/{code}/"
    assert stranger.get(f"/runs/sittings/{code}/").status_code == 404
    assert client.get(f"/runs/sittings/{code}/")["Location"].startswith("/login/")


def test_of_two_runs_that_asked_a_sitting_the_last_is_shown(rosa, study, remote, server):
    first = work_through(plan_a_run(study, remote, conditions=("default",)))
    step = Step.objects.get()
    second = Run.objects.get()
    second.pk = None
    second.save()
    step.pk, step.run, step.attempt = None, second, step.attempt + 1
    step.save()

    assert second.pk > first.pk
    code = Sitting.objects.get().code
    assert rosa.get(f"/runs/sittings/{code}/")["Location"] == f"/runs/{second.pk}/sittings/{code}/"


def test_a_line_leads_down_to_what_the_model_said(rosa, study, remote, server):
    work_through(plan_a_run(study, remote, conditions=("default",)))
    refresh_boards()
    entry, code = Entry.objects.get(label="Remote"), Sitting.objects.get().code

    page = rosa.get(f"/boards/emotion/{entry.pk}/sittings/{code}/").content.decode()

    assert f'href="/runs/sittings/{code}/"' in page
    assert rosa.get(f"/runs/sittings/{code}/", follow=True).status_code == 200
