"""manage.py demo_turing and prepare_pairs: a Turing test to look at, and pairs when they are wanted."""

import io

import pytest
from django.core.management import CommandError, call_command

from apps.studies.models import Pair, Respondent, Score, Study
from tests.echo import a_machine, add_a_person, draw_ten, open_a_turing_test, write
from tests.people import open_a_study

pytestmark = pytest.mark.django_db(transaction=True)


def said_by(*command, **options):
    said = io.StringIO()
    call_command(*command, stdout=said, **options)
    return said.getvalue()


@pytest.fixture
def demo(instruments, django_user_model):
    django_user_model.objects.create_superuser("researcher")
    return said_by("demo_turing", base_url="http://lab")


def test_it_makes_an_open_study_that_is_ready_to_be_judged(demo, client):
    study = Study.objects.get(slug="who-wrote-this")

    assert study.is_open
    assert Pair.objects.filter(human_response__sitting__study=study).count() == 100
    assert demo.startswith("Link for judges     http://lab/j/")
    assert "Start" in client.get(demo.split("http://lab")[1].strip()).content.decode()


def test_the_board_has_rows_from_the_first_start(demo):
    assert Score.objects.filter(condition__group__startswith="judging-", value__isnull=False).count() == 1200
    assert "Always the longer answer with the profile" in said_by("board", "echo")


def test_it_is_made_once(demo):
    assert said_by("demo_turing", base_url="http://lab") == demo
    assert Study.objects.count() == 1


def test_without_the_demo_researcher_it_says_what_to_run_first(instruments):
    with pytest.raises(CommandError, match=r"run manage\.py demo first"):
        call_command("demo_turing")


def test_pairs_are_made_when_they_are_asked_for(instruments, researcher):
    study = open_a_turing_test(researcher)
    persona = add_a_person(study)
    draw_ten(study, persona)
    write(study, persona, Respondent.objects.create(kind="human"), "human")
    write(study, persona, a_machine(), "machine")

    assert said_by("prepare_pairs", study.slug) == "10 new pairs, 10 in all.\n"
    assert said_by("prepare_pairs", study.slug) == "0 new pairs, 10 in all.\n"


def test_a_survey_has_no_pairs(instruments, researcher):
    survey = open_a_study(researcher)

    with pytest.raises(CommandError, match="no Turing test"):
        call_command("prepare_pairs", survey.slug)
