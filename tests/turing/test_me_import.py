"""People from files into a study, all or nothing, and back into files."""

import json

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from apps.benchmarks.echo.people import load_person
from apps.benchmarks.echo.questions import SPECIFIC, TYPES
from apps.personas.models import Persona
from apps.studies.characters import profile_of
from apps.studies.models import Response, Sitting
from apps.turing.models import Question
from apps.turing.people import drawn_questions, people
from tests.imitated import ANSWERS, Imitated, open_turing_test

OURS = sorted((settings.FIXTURES / "personas").glob("*.json"))

# In the shape of the release: free keys, a name, escapes and an order of keys that no database keeps.
BACKGROUND = (
    '{\r\n    "Name": "Ines Okafor",\r\n    "Zodiac": null,\r\n    "Age": 41,\r\n'
    '    "Work": {"Now": "tram driver", "Before": ["caf\\u00e9", "b\u00e4ckerei"]}\r\n}'
)
EVALUATION = {"qa_pairs": [{"question": f"Question {number}?"} for number in range(1, 11)]}


@pytest.fixture
def release(tmp_path):
    """A folder as the ECHO release has one for each person."""
    folder = tmp_path / "person_1"
    folder.mkdir()
    (folder / "background_info.json").write_bytes(BACKGROUND.encode())
    (folder / "evaluation_questions.json").write_text(json.dumps(EVALUATION, indent=4))
    return folder


def bring(study, *paths):
    call_command("import_persona", *paths, study=study.slug, verbosity=0)


def take_out(persona, path):
    call_command("export_persona", persona.slug, path, verbosity=0)


def refusal(study, *paths):
    with pytest.raises(CommandError) as refused:
        bring(study, *paths)
    assert not Persona.objects.exists()
    return str(refused.value)


def test_an_invented_person_arrives_whole(study):
    bring(study, OURS[0])

    persona, person = people(study).get(), load_person(OURS[0])
    questions = Question.objects.filter(persona=persona)
    assert (persona.name, persona.state, persona.source) == (person.name, "ready", "Invented for Likeness")
    assert persona.slug.startswith("p-")
    assert persona.may_be_imitated(remotely=True)
    assert persona.profile == person.profile
    assert questions.filter(kind__in=SPECIFIC, state="kept").count() == 25
    assert questions.filter(source="bank", state="kept").count() == 40
    assert questions.count() == 65
    assert dict(questions.filter(is_drawn=True).values_list("kind", "text")) == drawn_questions(study, persona)
    assert {answer.type: answer.question for answer in person.answers} == drawn_questions(study, persona)


def test_their_answers_are_a_persons_own(study):
    bring(study, OURS[0])

    sitting = Sitting.objects.get()
    assert (sitting.state, sitting.respondent.kind, sitting.condition.group) == ("completed", "human", "writing")
    assert dict(Response.objects.values_list("item__code", "raw")) == {
        answer.type: answer.answer for answer in load_person(OURS[0]).answers
    }


def test_all_ten_arrive_at_once(study):
    bring(study, *OURS)

    assert people(study).count() == 10
    assert Response.objects.count() == 100


def test_nobody_arrives_twice_in_one_study(study, researcher):
    bring(study, OURS[0])

    with pytest.raises(CommandError, match=r"is in the study .* already"):
        bring(study, OURS[1], OURS[0])

    assert people(study).count() == 1
    other = open_turing_test(researcher)
    bring(other, OURS[0])
    assert people(other).count() == 1


def test_the_releases_files_load_as_they_are(study, release):
    bring(study, release)

    persona = people(study).get()
    assert (persona.name, persona.shape, persona.state) == ("Ines Okafor", "release", "ready")
    assert drawn_questions(study, persona) == {kind: f"Question {number}?" for number, kind in enumerate(TYPES, 1)}
    assert json.loads(profile_of(persona)) == json.loads(BACKGROUND)
    assert "café" in profile_of(persona)
    assert not Sitting.objects.exists()


def test_the_releases_files_come_back_unchanged(study, release, tmp_path):
    bring(study, release)

    take_out(people(study).get(), tmp_path / "back")

    for name in ("background_info.json", "evaluation_questions.json"):
        assert (tmp_path / "back" / name).read_bytes() == (release / name).read_bytes()


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_files_come_back_unchanged(study, tmp_path, path):
    bring(study, path)

    take_out(people(study).get(), tmp_path / path.name)

    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_real_person_comes_out_in_the_layout_of_the_release(study, researcher, tmp_path):
    person = Imitated(study, "Nadia Petrov").go_to("done")

    take_out(person.persona, tmp_path / "nadia")

    other = open_turing_test(researcher)
    bring(other, tmp_path / "nadia")
    again = people(other).get()
    assert again.name == "Nadia Petrov"
    assert drawn_questions(other, again) == drawn_questions(study, person.persona)
    background = json.loads((tmp_path / "nadia" / "background_info.json").read_text())
    assert background["QA"][1]["answer"] == person.persona.profile["interests"]


def test_a_real_persons_answers_come_out_in_our_layout(study, tmp_path):
    person = Imitated(study).go_to("done")

    take_out(person.persona, tmp_path / "nadia.json")

    content = json.loads((tmp_path / "nadia.json").read_text())
    assert {answer["type"]: answer["answer"] for answer in content["answers"]} == ANSWERS


def test_nine_questions_are_refused(study, release):
    nine = {"qa_pairs": EVALUATION["qa_pairs"][:9]}
    (release / "evaluation_questions.json").write_text(json.dumps(nine))

    said = refusal(study, release)

    assert "evaluation_questions.json: qa_pairs has 9 questions; ECHO asks exactly 10" in said


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("background_info.json", "{}", "background_info.json: Name is missing"),
        ("background_info.json", '{"Name": "x", ', "line 1"),
        ("background_info.json", json.dumps({"Name": "x" * 101}), "the name has 101 characters; shorten it to 100"),
        ("evaluation_questions.json", '{"qa_pairs": "none"}', "evaluation_questions.json: qa_pairs is a text"),
    ],
)
def test_a_damaged_file_is_named_with_its_key(study, release, name, content, said):
    (release / name).write_text(content)

    assert said in refusal(study, release)


@pytest.mark.parametrize("name", ["background_info.json", "evaluation_questions.json"])
def test_a_missing_file_is_named(study, release, name):
    (release / name).unlink()

    assert f"{name}: there is no such file" in refusal(study, release)


def test_one_damaged_file_keeps_everybody_out(study, release, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"slug": "broken", "name": "B"}')

    assert "broken.json: profile is missing" in refusal(study, OURS[0], release, broken)
    assert not Question.objects.exists()


def test_an_unknown_or_closed_study_is_refused(study):
    with pytest.raises(CommandError, match="there is no Turing test nowhere"):
        call_command("import_persona", OURS[0], study="nowhere")

    type(study).objects.update(closed_at="2026-01-01T00:00Z")
    with pytest.raises(CommandError, match="is closed"):
        bring(study, OURS[0])


def test_nothing_is_overwritten(study, release, tmp_path):
    bring(study, release)

    with pytest.raises(CommandError, match="is there already"):
        take_out(people(study).get(), release)
    with pytest.raises(CommandError, match="name a folder instead"):
        take_out(people(study).get(), tmp_path / "ines.json")


def test_an_unknown_handle_is_refused(study, tmp_path):
    with pytest.raises(CommandError, match="there is nobody called p-nobody"):
        call_command("export_persona", "p-nobody", tmp_path / "x.json")
