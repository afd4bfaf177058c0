"""Option scores through the engine."""

import math

import pytest
import torch

from inference import Message, ScoreRequest
from inference.errors import ContextTooLong, Unsupported
from tests.inference.conftest import ask, choose

PROMPT = "The shop is shut. Is it Sunday? Answer:"


def plain_logp(tiny, prompt, continuation):
    """Return the log-probability of a continuation by one plain forward of transformers."""
    tokenizer, model = tiny.checkpoint.tokenizer, tiny.checkpoint.model
    before = len(tokenizer(prompt).input_ids)
    ids = tokenizer(prompt + continuation, return_tensors="pt").input_ids
    with torch.inference_mode():
        logp = model(ids).logits[0].log_softmax(-1)
    return sum(float(logp[place - 1, ids[0, place]]) for place in range(before, ids.shape[1]))


def test_it_scores_whole_options_as_a_plain_forward_does(tiny):
    options = (" yes", " no", " no, never on that day")

    scores = ask(tiny, ScoreRequest(options=options, prompt=PROMPT, mode="full_option"))[0]

    expected = {option: plain_logp(tiny, PROMPT, option) for option in options}
    assert scores.logp == pytest.approx(expected, abs=1e-4)
    assert (scores.method, scores.missing) == ("exact", ())


def test_it_reports_the_probability_that_the_options_have_together(tiny):
    scores = ask(tiny, choose("A", "B", "C"))[0]

    assert scores.mass == pytest.approx(sum(math.exp(value) for value in scores.logp.values()))
    assert 0 < scores.mass < 1


def test_it_finds_the_options_it_was_trained_to_answer_with(tiny):
    """A question with lettered options: most probability lies on the letters."""
    profile = Message("system", "Name: Ada\nJob: baker\nTown: Porto\nHobby: chess")
    lines = "Question: What is the job of Ada?\nA. pilot\nB. nurse\nC. baker"
    asked = Message("user", f"{lines}\nAnswer with the letter of one option.")

    scores = ask(tiny, ScoreRequest(options=("A", "B", "C"), messages=(profile, asked)))[0]

    assert scores.mass > 0.8


def test_it_answers_each_request_in_its_own_place(tiny):
    requests = [ScoreRequest(options=(" 1", f" {n}"), prompt=f"{PROMPT * n} So:") for n in (5, 2, 9, 3)]

    together = ask(tiny, *requests)

    for request, scores in zip(requests, together, strict=True):
        assert scores.logp == pytest.approx(ask(tiny, request)[0].logp, abs=1e-4)


def test_it_fails_only_the_requests_that_cannot_be_scored(tiny):
    found = ask(
        tiny,
        choose(" never", " never again"),
        choose("A", "B"),
        ScoreRequest(options=(" a", " b"), prompt="word " * 5000),
    )

    assert [type(outcome) for outcome in found[::2]] == [Unsupported, ContextTooLong]
    assert "at most 4,096" in str(found[2])
    assert set(found[1].logp) == {"A", "B"}
