"""The methods: their steps, in the published order, and what each turn holds."""

from pathlib import Path

import pytest

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo_methods import METHODS
from apps.benchmarks.echo_methods.wording import load_method_prompts
from apps.benchmarks.prompts import PromptError, PromptVersion, Turn

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "prompts" / "echo"
BO = Character("Bo Lamp", "Keeps a lighthouse {since 1999}.")
QUESTION = "What {if} the lamp fails?"
REPLIES = ["first reply", "second reply", "Question 1: Tired?\nFactual: high, it is late\nAnswer: Always."]

every_method = pytest.mark.parametrize("code", METHODS)


def v1(code):
    return load_method_prompts(FOLDER, code)["v1"]


def roles(turns):
    return [turn.role for turn in turns]


def chain(code):
    """Return the turns of every preparing step and of the answer, each given the replies before it."""
    method, prompts = METHODS[code], v1(code)
    steps = [method.prepare(n, BO, prompts, REPLIES[:n]) for n in range(method.PREPARATION)]
    return [*steps, method.answer(BO, QUESTION, prompts, REPLIES[: method.PREPARATION])]


def test_every_method_has_its_folder():
    assert {path.name for path in FOLDER.iterdir()} == set(METHODS)


@every_method
def test_the_question_comes_last_and_as_it_is(code):
    assert chain(code)[-1][-1] == Turn("user", QUESTION)


@every_method
def test_a_chain_tells_the_profile_and_the_name(code):
    told = "\n".join(turn.content for turns in chain(code) for turn in turns)

    assert BO.profile_text in told and BO.name in told


@every_method
def test_no_request_ends_with_the_model_s_own_words(code):
    for turns in chain(code):
        assert turns[-1].role == "user"
        assert "system" not in roles(turns)[1:]


@every_method
@pytest.mark.parametrize("beyond", [0, 1])
def test_there_is_no_step_beyond_the_last(code, beyond):
    method = METHODS[code]

    with pytest.raises(ValueError, match="has no preparing step"):
        method.prepare(method.PREPARATION + beyond, BO, v1(code), REPLIES)


@pytest.mark.parametrize(
    ("code", "steps", "sampling"),
    [
        ("rpp", 1, {"temperature": 0}),
        ("rolegpt", 3, {"temperature": 0.7, "top_p": 0.95}),
        ("juliet", 0, {"temperature": 0}),
        ("custom-instructions", 2, {"temperature": 0}),
        ("retrieval", 0, {"temperature": 0}),
        ("zero-shot", 0, {"temperature": 0}),
    ],
)
def test_steps_and_sampling_are_those_published(code, steps, sampling):
    method = METHODS[code]

    assert (method.PREPARATION, dict(method.SAMPLING)) == (steps, sampling)


def test_rpp_keeps_role_and_feedback_before_the_question():
    (role,), answering = chain("rpp")

    assert answering == [role, Turn("assistant", "first reply"), Turn("user", QUESTION)]


def test_rolegpt_goes_from_description_to_examples():
    describe, second_person, examples, answering = chain("rolegpt")

    assert roles(describe) == roles(second_person) == roles(examples) == ["system", "user"]
    assert BO.profile_text in describe[1].content
    assert second_person[1].content == "first reply"
    assert "first reply" in examples[1].content
    assert "second reply" in answering[0].content and BO.profile_text not in answering[0].content
    assert answering[1:] == [Turn("user", "Tired?"), Turn("assistant", "Always."), Turn("user", QUESTION)]


def test_rolegpt_goes_on_without_examples_where_none_can_be_read():
    turns = METHODS["rolegpt"].answer(BO, QUESTION, v1("rolegpt"), ["one", "two", "no idea"])

    assert roles(turns) == ["system", "user"]


def test_custom_instructions_are_improved_by_the_model_and_then_followed():
    (specified,), refining, answering = chain("custom-instructions")

    assert refining[:2] == [specified, Turn("assistant", "first reply")]
    assert answering[0].role == "system"
    assert "second reply" in answering[0].content and "first reply" not in answering[0].content
    assert BO.profile_text in answering[0].content


@pytest.mark.parametrize("code", ["juliet", "zero-shot", "retrieval"])
def test_the_others_ask_at_once(code):
    (answering,) = chain(code)

    assert roles(answering) == ["system", "user"]


@every_method
def test_what_a_person_wrote_is_never_read_as_a_field(code):
    told = "\n".join(turn.content for turns in chain(code) for turn in turns)

    assert "{since 1999}" in told and "{if}" in told


def test_the_name_alone_may_be_left_out():
    without_name = PromptVersion("mine", {"system": "{profile}", "question": "{question}"}, "")
    without_profile = PromptVersion("mine", {"system": "{name}", "question": "{question}"}, "")

    assert METHODS["juliet"].answer(BO, QUESTION, without_name, [])[0] == Turn("system", BO.profile_text)
    with pytest.raises(PromptError, match=r"does not use \{profile\}"):
        METHODS["juliet"].answer(BO, QUESTION, without_profile, [])


def test_a_wording_without_a_section_is_refused_by_name():
    with pytest.raises(PromptError, match='Prompt mine has no section "question"'):
        METHODS["juliet"].answer(BO, QUESTION, PromptVersion("mine", {"system": "{profile}"}, ""), [])
