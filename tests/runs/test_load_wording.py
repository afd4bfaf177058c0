"""A user's own wording of a method stands beside ours, under its own name."""

import json

import pytest
from django.core.management import CommandError, call_command

from apps.runs.models import Run
from apps.runs.ways import turing_ways, wordings
from apps.studies.models import Wording
from tests.echo import add_a_person, draw_ten, open_a_turing_test
from tests.machines import plan_a_run, work_through

pytestmark = pytest.mark.django_db(transaction=True)
MINE = {
    "method": "rpp",
    "version": "mine",
    "source": "My notebook",
    "sections": {"role": "Play {name}. Notes: {profile}", "question": "Well? {question}"},
}


@pytest.fixture
def load(tmp_path):
    def load(**changes):
        path = tmp_path / "wording.json"
        path.write_text(json.dumps({**MINE, **changes}))
        call_command("load_wording", str(path), verbosity=0)

    return load


def test_it_is_one_more_wording_of_its_method(load):
    load()

    assert list(wordings(turing_ways()["echo/rpp"])) == ["v1", "mine"]
    assert Wording.objects.get().source == "My notebook"


def test_a_run_can_be_asked_in_it(load, instruments, researcher, remote, server):
    load()
    study = open_a_turing_test(researcher)
    draw_ten(study, add_a_person(study, name="Noor Vandamme"))

    run = work_through(plan_a_run(study, remote, way="echo/rpp", wording="mine"))

    first = next(call for call in server.calls if "messages" in call.body)
    assert run.state == "done"
    assert first.body["messages"][0]["content"].startswith("Play Noor Vandamme. Notes: ")
    assert Run.objects.get().provenance["prompt"]["name"] == "mine"


def test_loading_it_again_changes_nothing(load):
    load()
    load()

    assert Wording.objects.count() == 1


@pytest.mark.parametrize("name", ["v1", "mine"])
def test_a_name_that_is_taken_by_other_words_is_refused(load, name):
    load()

    with pytest.raises(CommandError, match=f'has another wording "{name}" already'):
        load(version=name, sections={**MINE["sections"], "question": "So? {question}"})


def test_a_fault_in_the_file_is_named_and_nothing_is_kept(load):
    with pytest.raises(CommandError, match=r"wording\.json.*question.*does not use \{question\}"):
        load(sections={**MINE["sections"], "question": "Well?"})

    assert not Wording.objects.exists()
