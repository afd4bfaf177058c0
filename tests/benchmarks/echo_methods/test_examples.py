"""Reading RoleGPT's examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo_methods.examples import Example, parse_examples

TWO = [
    Example("Do you sing?", "high", "Only in the shower."),
    Example("Your year as a jockey?", "low", "A jockey, me?"),
]


@pytest.mark.parametrize(
    "reply",
    [
        "Question 1: Do you sing?\nFactual: high, since the portrait says so\nAnswer: Only in the shower.\n\n"
        "Question 2: Your year as a jockey?\nFactual: low, since nothing tells of horses\nAnswer: A jockey, me?",
        "Question 1: Do you sing? Really\n\nQuestion 1: Do you sing?\nFactualness: High because it is told.\n"
        "Response: Only in the shower.\nQuestion 2: Your year as a jockey?\nFactualness: Low, no horses.\n"
        "Response: A jockey, me?\n\nI hope these help!",
        "1. **Question:** Do you sing?\n   **Factual:** high\n   **Answer:** Only in the shower.\n"
        "2. **Question:** Your year as a jockey?\n   **Factual:** low\n   **Answer:** A jockey, me?",
        "Here are they:\n\nQ1: Do you sing?\nFactuality: HIGH\nA1: Only in the shower.\n\n"
        "Q2: Your year as a jockey?\nFactuality: LOW\nA2: A jockey, me?",
        '[{"question": "Do you sing?", "factualness": "high", "response": "Only in the shower."},'
        ' {"question": "Your year as a jockey?", "factualness": "low, no horses", "response": "A jockey, me?"}]',
        '{"examples": [{"question": "Do you sing?", "factual": "high", "answer": "Only in the shower."},'
        ' {"question": "Your year as a jockey?", "factual": "low", "answer": "A jockey, me?"}]}',
    ],
)
def test_it_reads_both_examples(reply):
    assert parse_examples(reply) == TWO


def test_an_example_may_lack_its_factualness():
    assert parse_examples("Q: Do you sing?\nA: No.") == [Example("Do you sing?", "", "No.")]


def test_an_answer_may_have_several_lines():
    (example,) = parse_examples("Question 1: Do you sing?\nFactual: high\nAnswer: No.\nNot me.\n\nThat is all!")

    assert example.answer == "No.\nNot me."


@pytest.mark.parametrize("reply", ["", "I sing.", "Question 1: Do you sing?", "Answer: No.", "Question: \nAnswer: "])
def test_half_an_example_is_none(reply):
    assert parse_examples(reply) == []


def test_the_first_ten_count_and_each_question_once():
    reply = "\n".join(f"Question {n}: Number {min(n, 11)}?\nAnswer: {n}" for n in range(1, 14))

    assert [example.question for example in parse_examples("Question 0: Number 1?\nAnswer: 0\n" + reply)] == [
        f"Number {n}?" for n in range(1, 11)
    ]


@given(st.text(max_size=300))
def test_any_reply_gives_whole_examples_or_none(reply):
    assert all(example.question and example.answer for example in parse_examples(reply))
