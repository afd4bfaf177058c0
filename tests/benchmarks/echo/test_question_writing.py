"""Asking a model for questions about a person, and reading them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.people import Character
from apps.benchmarks.echo.question_writing import PROMPTS, SECTIONS, parse, turns
from apps.benchmarks.echo.questions import SPECIFIC
from apps.benchmarks.prompts import load_prompts

V1 = load_prompts(Path(__file__).resolve().parents[3] / "fixtures" / "prompts" / PROMPTS, SECTIONS, SECTIONS)["v1"]
BO = Character("Bo Lamp", "Keeps a lighthouse {since 1999}.")
ASKED = ["Why the sea?", "What do you do at noon?", "Tell me about the stairs."]


@pytest.mark.parametrize("code", SPECIFIC)
def test_the_request_tells_the_person_and_the_type(code):
    system, user = turns(BO, code, V1, count=4)

    assert (system.role, user.role) == ("system", "user")
    assert BO.profile_text in user.content and "4 questions to Bo Lamp" in user.content
    assert V1.sections[code].replace("{name}", "Bo Lamp") in user.content


def test_general_questions_are_not_written_for_a_person():
    with pytest.raises(ValueError, match="CR is no specific type; questions are written for IP, EM, FP, IS, IT"):
        turns(BO, "CR", V1)


@pytest.mark.parametrize(
    "reply",
    [
        "1. Why the sea?\n2. What do you do at noon?\n3. Tell me about the stairs.",
        "1) Why the sea?\n\n2) What do you do at noon?\n\n3) Tell me about the stairs.",
        "Sure! Here they are, are they good?\n\n**1.** Why the sea?\n**2.** What do you do at noon?\n"
        "**3.** Tell me about the stairs.\n\nShall I write more?",
        "- Why the sea?\n- What do you do at noon?\n- Tell me about the stairs.",
        "• “Why the sea?”\n• “What do you do at noon?”\n• “Tell me about the stairs.”",
        "Question 1: Why the sea?\nQuestion 2: What do you do at noon?\nQuestion 3: Tell me about the stairs.",
        '["Why the sea?", "What do you do at noon?", "Tell me about the stairs."]',
        '```json\n{"questions": ["Why the sea?", "What do you do at noon?", "Tell me about the stairs."]}\n```',
        '[{"id": 1, "question": "Why the sea?"}, {"id": 2, "question": "What do you do at noon?"},'
        ' {"id": 3, "question": "Tell me about the stairs."}]',
        '{"1": "Why the sea?", "2": "What do you do at noon?", "3": "Tell me about the stairs."}',
        "<think>1. Is this one good?</think>1. Why the sea?\n2. What do you do at noon?\n3. Tell me about the stairs.",
        "1. Why the sea?\n2. why the sea\n3. What do you do at noon?\n4. Tell me about the stairs.",
    ],
)
def test_it_reads_the_questions_in_order_each_once(reply):
    assert parse(reply) == ASKED


def test_it_reads_lines_that_ask_where_nothing_is_numbered():
    assert parse("Here you go.\nWhy the sea?\nWhat do you do at noon?\nGood luck!") == ASKED[:2]


@pytest.mark.parametrize("reply", ["", "I would rather not.", "<think>1. Why"])
def test_it_reads_nothing_where_there_is_nothing(reply):
    assert parse(reply) == []


@given(st.text(max_size=300))
def test_any_reply_gives_texts(reply):
    questions = parse(reply)

    assert all(question.strip() for question in questions)
    assert len(set(questions)) == len(questions)
