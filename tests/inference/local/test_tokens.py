"""Tokenising many texts gives the ids of each whole text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from inference.errors import Unsupported
from inference.local.questions import Question
from inference.local.tokens import all_tokens, whole
from tests.inference.local.conftest import TINY

TOKENIZER = AutoTokenizer.from_pretrained(TINY)
PROFILE = "Mara mends lamps by the harbour; at four, Tomas brings coffee.\n" * 30

# Endings full of what tokenizers merge and split in their own ways.
endings = st.text(st.sampled_from("ab ,.\n1é漢'"), max_size=12)


@settings(max_examples=40)
@given(st.lists(endings, max_size=6), st.integers(0, len(PROFILE)))
def test_it_returns_the_ids_of_each_whole_text(tails, length):
    texts = [PROFILE[:length] + tail for tail in tails]

    assert all_tokens(TOKENIZER, texts) == [whole(TOKENIZER, text) for text in texts]


def test_it_tokenises_a_shared_beginning_once():
    lengths = []

    class Counting:
        is_fast = True

        def __call__(self, text, **how):
            lengths.extend(map(len, [text] if isinstance(text, str) else text))
            return TOKENIZER(text, **how)

    texts = [f"{PROFILE}Question {n}?" for n in range(200)]

    assert all_tokens(Counting(), texts) == [whole(TOKENIZER, text) for text in texts]
    assert sum(lengths) < 0.2 * sum(map(len, texts))


def test_it_does_not_cut_for_a_tokenizer_that_marks_the_beginning_of_each_text():
    words = {"<unk>": 0} | {f"{mark}{word}": n for n, (mark, word) in enumerate(
        [("\u2581", "lamp"), ("", "lamp"), ("\u2581", "a"), ("", "b")], 1)}  # fmt: skip
    backend = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="<unk>")
    texts = ["lamp " * 200 + ending for ending in ("a", "lamp", "a a")]

    assert all_tokens(tokenizer, texts) == [whole(tokenizer, text) for text in texts]


def question(prompt, options, mode="full_option"):
    wholes = [whole(TOKENIZER, prompt + option) for option in options]
    return Question.of(whole(TOKENIZER, prompt), wholes, options, mode)


def test_it_gives_a_token_across_the_border_to_every_option():
    """ "Answer: " ends in a blank of its own, which each option's first token takes in."""
    found = question("Answer: ", ("A", "B"), mode="first_token")

    assert TOKENIZER.decode(found.prompt) == "Answer:"
    assert [TOKENIZER.decode(option) for option in found.options] == [" A", " B"]


@given(st.lists(endings.filter(bool), min_size=1, max_size=4, unique=True), endings)
def test_it_says_with_prompt_and_option_together_what_the_whole_text_says(options, end):
    prompt = "Which is it?" + end

    found = question(prompt, options)

    assert [found.prompt + option for option in found.options] == [
        whole(TOKENIZER, prompt + option) for option in options
    ]
    assert all(found.options)


def test_it_refuses_first_tokens_that_cannot_be_told_apart():
    with pytest.raises(Unsupported, match="' never' and ' never again' begin with the same token"):
        question("Do you?", (" never", " never again"), mode="first_token")
