"""What is flagged for a person to look at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.give_aways import give_aways

PLAIN = "We had soup again, the good one with barley, and nobody said a word about the window until the very end of it."


def kinds(text, names=()):
    return [flag.kind for flag in give_aways(text, names)]


def test_a_plain_answer_has_no_flag():
    assert kinds(PLAIN, ["Anna Lind", "王芳"]) == []


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_is_flagged_as_empty_alone(text):
    assert kinds(text, ["Anna"]) == ["empty"]


@pytest.mark.parametrize("name", ["Anna Lind", "王芳"])
@pytest.mark.parametrize("said", ["As Anna I would say so.", "anna lind says so.", "我叫王芳。"])
def test_a_name_is_flagged_whole_or_in_part(name, said):
    flagged = kinds(f"{PLAIN} {said}", [name])

    assert flagged == (["name"] if ("王芳" in said) == (name == "王芳") else [])


def test_a_name_that_is_a_word_is_flagged_only_with_its_capital():
    assert kinds(f"{PLAIN} I will.", ["Will Rose"]) == []
    assert kinds(f"{PLAIN} Ask Will.", ["Will Rose"]) == ["name"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("As an AI, I like soup.", "machine"),
        ("I’m just an AI assistant.", "machine"),
        ("Speaking as a language model here.", "machine"),
        ("My training data says so.", "machine"),
        ("ChatGPT told me.", "machine"),
        ("\n- one\n- two", "layout"),
        ("\n1. one\n\n2) two", "layout"),
        ("\n## Soup\n", "layout"),
        ("It was **very** good.", "layout"),
        ("\nAnswer: soup", "leak"),
        ("\nResponse 2: soup", "leak"),
        ("<|im_end|>", "leak"),
        ("I will stay in character.", "leak"),
    ],
)
def test_it_flags_what_people_do_not_write(said, kind):
    assert kinds(f"{PLAIN} {said}") == [kind]


def test_it_flags_an_announcement_at_the_start():
    assert kinds(f"Sure, here is my answer as a cook: {PLAIN}") == ["leak"]


def test_it_flags_a_refusal():
    assert "refusal" in kinds("I'm sorry, but I can't help with answering as somebody else.")


def test_it_quotes_what_it_flags():
    (flag,) = give_aways(f"{PLAIN} As an AI I like soup.", [])

    assert flag.quote == "As an AI"


@pytest.mark.parametrize(("words", "flagged"), [(19, True), (20, False), (60, False), (120, False), (121, True)])
def test_it_flags_a_length_far_from_what_people_write(words, flagged):
    assert ("length" in kinds("soup " * words)) == flagged


@given(st.text(max_size=200), st.lists(st.text(max_size=10), max_size=3))
def test_any_text_and_any_name_will_do(text, names):
    assert all(flag.message for flag in give_aways(text, names))
