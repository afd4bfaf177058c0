"""What a model judge is told, in the four conditions."""

from pathlib import Path

import pytest

from apps.benchmarks.echo.judge_prompts import PROMPTS, SECTIONS, ShownPair, parse, turns
from apps.benchmarks.prompts import load_prompts

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "prompts" / PROMPTS
V1 = load_prompts(FOLDER, SECTIONS, SECTIONS)["v1"]
PAIRS = [
    ShownPair("What is in your fridge?", "Milk {old} and a lemon.", "A range of fresh produce."),
    ShownPair("Whom do you miss?", "My family matters a great deal to me.", "my gran, mostly on sundays"),
    ShownPair("Why bees?", "they hum", "Bees pollinate."),
]


@pytest.mark.parametrize("instruction", ["human", "machine"])
@pytest.mark.parametrize("profile", [None, "Keeps bees. Says {so} a lot."])
def test_the_request_shows_every_pair_in_its_order(instruction, profile):
    system, user = turns(PAIRS, instruction, profile, V1)

    assert (system.role, user.role) == ("system", "user")
    assert "3" in system.content
    for n, pair in enumerate(PAIRS, 1):
        assert f"Question {n}: {pair.question}\nAnswer 0: {pair.first}\nAnswer 1: {pair.second}" in user.content
    assert (profile is not None) == ("Keeps bees. Says {so} a lot." in user.content)


def test_the_instructions_differ_in_the_task_alone():
    human, machine = (turns(PAIRS, instruction, None, V1) for instruction in ("human", "machine"))

    assert human[1] == machine[1]
    assert human[0] != machine[0]


def test_the_profile_is_all_that_it_adds():
    without, known = (turns(PAIRS, "human", profile, V1) for profile in (None, "Keeps bees."))

    assert without[0] == known[0]
    head, _, tail = known[1].content.partition("\n\n" + V1.sections["profile"].replace("{profile}", "Keeps bees."))
    assert head + tail == without[1].content


def test_an_empty_profile_is_a_profile():
    assert turns(PAIRS, "human", "", V1) != turns(PAIRS, "human", None, V1)


def test_the_request_is_no_answer_when_a_model_repeats_it():
    echo = "\n".join(turn.content for turn in turns(PAIRS, "human", "Keeps bees.", V1))

    assert [reply.value for reply in parse(echo, 3)] == [None] * 3
    assert [reply.value for reply in parse(f"{echo}\n\n1: 0\n2: 1\n3: 0", 3)] == [0, 1, 0]
