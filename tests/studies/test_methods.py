"""How models are asked: the page is made by the code that asks."""

import re
from html import unescape
from pathlib import Path

import pytest

from apps.benchmarks.asking import MOST_RETRIES
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.prompts import load_prompts
from apps.studies.methods_page import EXAMPLE, RECIPES, shown
from apps.studies.models import Wording
from apps.studies.prompts_page import prompts_of

PAGE = "/methods/"
PROMPTS = Path(__file__).resolve().parents[2] / "fixtures" / "prompts"
BENCHMARKS = ("emotionbench", "echo", "refusal")


def methods():
    return {prompt.folder: shown(prompt) for benchmark in BENCHMARKS for prompt in prompts_of(benchmark)}


def read(client):
    return unescape(client.get(PAGE).content.decode())


def test_every_folder_of_prompts_is_explained(db):
    folders = {path.parent.relative_to(PROMPTS).as_posix() for path in PROMPTS.rglob("*.txt")}

    assert set(methods()) == set(RECIPES) == folders
    assert all(method.about for method in methods().values())


def test_every_method_names_its_paper_or_is_ours(client, instruments):
    page = read(client)

    for code, method in METHODS.items():
        part = re.search(rf'<h3 id="echo{code}">.*?</dl>', page, re.S).group()
        assert (method.SOURCE or "a baseline of ours") in part
        for name, value in method.SAMPLING.items():
            assert f"{name} {value}" in part


def test_every_wording_of_ours_is_shown_step_by_step_with_its_hash(client, instruments):
    page = read(client)

    for path in PROMPTS.rglob("*.txt"):
        assert path.stem in page
    for wording in load_prompts(PROMPTS / "likert").values():
        assert wording.sha256[:12] in page
    assert page.count("temperature 0.7, top_p 0.95") == 1


@pytest.mark.parametrize("code", METHODS)
def test_a_method_has_its_preparing_steps_and_the_question_last(db, code):
    (worded,) = methods()[f"echo/{code}"].wordings

    assert len(worded.steps) == METHODS[code].PREPARATION + 1
    assert "{question}" in worded.steps[-1].turns[-1].content
    assert any("{profile}" in turn.content for step in worded.steps for turn in step.turns)


def test_a_later_step_holds_the_reply_to_an_earlier_one(db):
    (rolegpt,), (rpp,) = methods()["echo/rolegpt"].wordings, methods()["echo/rpp"].wordings

    assert "{reply to step 1}" in rolegpt.steps[1].turns[-1].content
    assert [turn.content for turn in rolegpt.steps[-1].turns[1:3]] == ["{an example}", "{its answer}"]
    assert "{its answer}" in EXAMPLE
    assert [turn.role for turn in rpp.steps[-1].turns] == ["user", "assistant", "user"]


def test_a_judge_is_asked_in_four_ways(db):
    (worded,) = methods()["echo-judge"].wordings

    profiles = ["{profile}" in step.turns[-1].content for step in worded.steps]
    assert profiles == [True, False, True, False]
    assert worded.steps[0].turns[0] != worded.steps[2].turns[0]


def test_a_scale_is_put_in_three_wordings_with_and_without_a_situation(db):
    rating = methods()["likert"]

    assert [worded.version.name for worded in rating.wordings] == ["v1", "v2", "v3"]
    for worded in rating.wordings:
        assert ["{situation}" in step.turns[-1].content for step in worded.steps] == [False, True]


def test_it_leads_to_the_instruments_and_back(client, instruments):
    page = read(client)

    assert 'href="/instruments/panas/"' in page
    assert 'href="/instruments/echo/"' in page
    assert 'href="/methods/"' in client.get("/instruments/echo/").content.decode()


def test_it_says_when_a_model_is_asked_again(client, instruments):
    assert f"at most {MOST_RETRIES} times, at temperature 1.0" in read(client)


def test_a_loaded_wording_is_read_by_researchers_only(client, rosa, instruments):
    Wording.objects.create(
        way="echo/juliet", name="mine", source="A notebook", sha256="ab" * 32,
        sections={"system": "Hum like {name}. {profile}", "question": "{question}"},
    )  # fmt: skip

    assert "Whose words they are: A notebook." in read(client)
    assert "Hum like" not in read(client)
    assert "Hum like {name}. {profile}" in read(rosa)
