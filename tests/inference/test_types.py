"""What a request may not be."""

import math

import pytest

from inference import AskedItem, ChatRequest, Message, OptionScores, ScoreRequest
from tests.inference.conftest import choose


def test_a_chat_needs_a_message():
    with pytest.raises(ValueError, match="at least one message"):
        ChatRequest(())


def test_a_reply_needs_room():
    with pytest.raises(ValueError, match="at least 1 token"):
        ChatRequest((Message("user", "Hi"),), max_tokens=0)


def test_scores_need_messages_or_a_prompt_and_not_both():
    with pytest.raises(ValueError, match="not both"):
        choose("a", "b", prompt="Which?")
    with pytest.raises(ValueError, match="either"):
        ScoreRequest(options=("a", "b"))


@pytest.mark.parametrize("options", [(), ("a", "a"), ("a", "")])
def test_options_are_distinct_and_not_empty(options):
    with pytest.raises(ValueError, match="distinct"):
        choose(*options)


def test_a_scale_has_two_ends_in_order():
    with pytest.raises(ValueError, match="both low and high"):
        AskedItem(index="1", code="x", text="x", low=1)
    with pytest.raises(ValueError, match="above high"):
        AskedItem(index="1", code="x", text="x", low=5, high=1)


def test_an_item_is_rated_or_chosen():
    with pytest.raises(ValueError, match="keep one"):
        AskedItem(index="1", code="x", text="x", low=1, high=5, options=("a",))


def test_a_request_can_be_a_key_of_a_dict():
    assert {choose("a", "b", tags={"item": "1"}): 1}[choose("a", "b")] == 1


def test_mass_is_what_the_options_cover_together():
    scores = OptionScores(logp={"a": math.log(0.5), "b": math.log(0.2)}, method="topk", missing=("c",))

    assert scores.mass == pytest.approx(0.7)
