"""Replies in text: what ends them, what repeats them, what they cost."""

import pytest
import torch

from inference import ChatRequest, Message
from inference.engines.transformers import LocalTransformers
from inference.errors import ContextTooLong, Unsupported
from tests.inference.conftest import ask, say

RATE = (
    "Rate how you feel right now for each of the {n} words below from 1 to 5.\n\n"
    "1: not at all, 2: slightly, 3: moderately, 4: considerably, 5: extremely\n\n{lines}"
)
MOODS = ("Happy", "Nervous", "Proud", "Ashamed", "Curious", "Tired", "Calm", "Angry")


def rate(count, **fields):
    """Return a request to rate the first so many words."""
    lines = "\n".join(f"{n}. {mood}" for n, mood in enumerate(MOODS[:count], 1))
    told = Message("user", RATE.format(n=count, lines=lines))
    return ChatRequest((Message("system", "Answer with numbers only."), told), max_tokens=80, **fields)


def written(engine, request):
    """Return what ``model.generate`` of transformers writes to this request alone, special tokens and all."""
    model, tokenizer = engine.checkpoint.model, engine.checkpoint.tokenizer
    turns = [{"role": message.role, "content": message.content} for message in request.messages]
    ids = tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_tensors="pt", return_dict=True)
    with torch.inference_mode():
        whole = model.generate(**ids, max_new_tokens=request.max_tokens, do_sample=False)
    return tokenizer.decode(whole[0, ids.input_ids.shape[1] :])


def test_it_rates_every_word_in_lines_that_can_be_read(tiny):
    reply = ask(tiny, rate(8))[0]

    entries, ratings = zip(*(line.split(": ") for line in reply.text.split("\n")), strict=True)
    # A model of this size ends a list too soon now and then; what it must have learnt is the form.
    assert len(entries) >= 6
    assert entries == tuple(f"{n}. {mood}" for n, mood in enumerate(MOODS, 1))[: len(entries)]
    assert set(ratings) <= set("12345")
    assert reply.finish_reason == "stop"
    assert reply.refusal is None


def test_it_writes_what_plain_generation_writes(tiny):
    """Batched with shorter and longer chats, after a shared prefix, and padded."""
    requests = [rate(count) for count in (3, 8, 5, 6, 4)]

    assert [reply.raw for reply in ask(tiny, *requests)] == [written(tiny, one) for one in requests]


def test_it_repeats_a_greedy_reply(tiny):
    assert ask(tiny, rate(8))[0].text == ask(tiny, rate(8))[0].text


def test_it_repeats_a_drawn_reply_by_its_seed_in_any_company(tiny):
    drawn = rate(8, temperature=1.5, seed=4)

    alone = ask(tiny, drawn)[0]
    among = ask(tiny, rate(3, temperature=1.0), drawn, rate(8, temperature=1.5, seed=5))

    assert among[1].text == alone.text
    assert among[2].text != alone.text


def test_it_draws_each_replicate_anew(tiny):
    texts = [reply.text for reply in ask(tiny, *(rate(8, temperature=1.5, replicate=n) for n in range(6)))]

    assert len(set(texts)) > 1


def test_it_draws_only_the_likeliest_where_top_p_is_small(tiny):
    drawn, greedy = ask(tiny, rate(8, temperature=2.0, top_p=1e-6), rate(8))

    assert drawn.text == greedy.text


def test_it_ends_before_a_stop_string(tiny):
    whole = ask(tiny, rate(8))[0].text

    cut = ask(tiny, rate(8, stop=("4:", "\n3")))[0]

    assert cut.text == whole[: whole.index("\n3")]
    assert cut.finish_reason == "stop"
    assert cut.usage.output < 20


def test_it_ends_at_the_most_tokens_and_says_so(tiny):
    reply = ask(tiny, say("Copy the list.\n1. calm\n2. glad", max_tokens=3))[0]

    assert (reply.finish_reason, reply.usage.output) == ("length", 3)


def test_it_says_what_it_read_and_what_of_it_was_known(tiny):
    tiny.forget_prefixes()
    beginning = "A long beginning that all of them share. " * 30
    requests = [say(beginning + str(n), max_tokens=2) for n in range(3)]

    usages = [reply.usage for reply in ask(tiny, *requests)]

    assert all(usage.input > 200 for usage in usages)
    assert sorted(usage.cached > 200 for usage in usages) == [False, True, True]


def test_it_turns_only_the_chat_away_that_is_too_long(tiny):
    found = ask(tiny, say("word " * 5000), say("Hello", max_tokens=2), say("Hello", max_tokens=4096))

    assert isinstance(found[0], ContextTooLong)
    assert "the model holds 4,096" in str(found[0])
    assert found[1].usage.output == 2
    assert isinstance(found[2], ContextTooLong)


def test_it_cannot_be_held_to_a_schema(tiny):
    assert isinstance(ask(tiny, say(schema={"type": "object"}))[0], Unsupported)


def test_it_goes_on_from_a_beginning_of_the_answer(tiny):
    begun = ChatRequest((*rate(3).messages, Message("assistant", "1: 5\n2:")), max_tokens=20)

    assert ask(tiny, begun)[0].raw.startswith(" ")


@pytest.mark.parametrize("architecture", ["mistral with a window", "gpt2", "mamba"])
def test_it_writes_with_other_architectures_what_they_write_plainly(checkpoints, architecture):
    engine = LocalTransformers(str(checkpoints(architecture)))
    texts = ["glad " * 40 + ending for ending in ("so it is", "and so it was on that long day", "no")]
    requests = [say(text, max_tokens=8) for text in texts]

    assert [reply.raw for reply in ask(engine, *requests)] == [written(engine, one) for one in requests]
