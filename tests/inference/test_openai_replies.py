"""What is read out of a server's reply, and what is made of replies that are none."""

import json

import pytest

from inference import errors
from tests.inference.conftest import ask, say
from tests.inference.server import ModelServer, Say, chat, error, in_turn, reply_json


def test_it_returns_text_usage_and_who_answered(engine_at):
    with ModelServer(lambda call: chat("1: 3")) as server:
        [reply] = ask(engine_at(server.url), say())

    assert (reply.text, reply.finish_reason, reply.refusal) == ("1: 3", "stop", None)
    assert (reply.usage.input, reply.usage.cached, reply.usage.output, reply.usage.reasoning) == (12, 8, 3, 1)
    assert (reply.answered_by.model, reply.answered_by.fingerprint) == ("tiny-0425", "fp_1")
    assert json.loads(reply.raw)["id"] == "chatcmpl-1"


def test_it_sends_what_was_asked_and_nothing_that_is_at_its_default(engine_at):
    with ModelServer(lambda call: chat("ok")) as server:
        ask(engine_at(server.url), say("Hi", temperature=0.5, seed=7, max_tokens=9, tags={"item": "4"}))

    assert server.calls[0].body == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "Hi"}],
        "temperature": 0.5,
        "max_tokens": 9,
        "seed": 7,
    }


def test_it_measures_the_latency_of_the_attempt_that_answered(engine_at):
    with ModelServer(lambda call: Say(chat("ok").body, delay_s=0.1)) as server:
        [reply] = ask(engine_at(server.url), say())

    assert 100 <= reply.latency_ms < 1000


def test_it_keeps_a_refusal_as_a_reply(engine_at):
    refused = chat(None, message={"role": "assistant", "content": None, "refusal": "I cannot do that."})
    with ModelServer(lambda call: refused) as server:
        [reply] = ask(engine_at(server.url), say())

    assert (reply.text, reply.refusal) == ("", "I cannot do that.")


def test_it_says_that_a_reply_was_cut_by_its_limit(engine_at):
    with ModelServer(lambda call: chat("1: 3\n2:", finish_reason="length")) as server:
        [reply] = ask(engine_at(server.url), say())

    assert (reply.text, reply.finish_reason) == ("1: 3\n2:", "length")


def test_it_keeps_a_reply_that_a_content_filter_emptied(engine_at):
    with ModelServer(lambda call: chat("", finish_reason="content_filter")) as server:
        [reply] = ask(engine_at(server.url), say())

    assert (reply.text, reply.finish_reason) == ("", "content_filter")


def test_it_reads_content_that_comes_in_parts(engine_at):
    parts = [{"type": "text", "text": "1: "}, {"type": "text", "text": "3"}]
    with ModelServer(lambda call: chat("", message={"role": "assistant", "content": parts})) as server:
        [reply] = ask(engine_at(server.url), say())

    assert reply.text == "1: 3"


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (reply_json({"choices": []}), errors.EmptyReply, "without any choice"),
        (chat(""), errors.EmptyReply, "empty text"),
        (chat(None, finish_reason="length"), errors.EmptyReply, "Allow longer replies"),
        (Say(""), errors.EmptyReply, "nothing at all"),
        (Say("<!DOCTYPE html><title>Log in</title>"), errors.NotJSON, "a web page instead of JSON"),
        (Say("it works"), errors.NotJSON, "'it works' instead of JSON"),
        (Say("[1, 2]"), errors.UnexpectedShape, "not a reply"),
        (reply_json({"choices": "none"}), errors.UnexpectedShape, "not a list"),
    ],
)
def test_it_names_what_is_wrong_with_a_reply(engine_at, answer, kind, words):
    with ModelServer(lambda call: answer) as server:
        [failure] = ask(engine_at(server.url), say())

    assert type(failure) is kind
    assert words in str(failure)


def test_one_malformed_reply_does_not_stop_the_others(engine_at):
    def script(call):
        bad = call.body["messages"][0]["content"] == "bad"
        return Say("<html>") if bad else chat("fine")

    with ModelServer(script) as server:
        first, second, third = ask(engine_at(server.url), say("a"), say("bad"), say("c"))

    assert (first.text, third.text) == ("fine", "fine")
    assert isinstance(second, errors.NotJSON)


def test_it_sends_again_what_was_cut_in_the_middle(engine_at):
    whole = chat("whole")
    with ModelServer(in_turn(Say(whole.body, cut_after=40), whole)) as server:
        [reply] = ask(engine_at(server.url), say())

    assert reply.text == "whole"
    assert len(server.calls) == 2


def test_it_keeps_nothing_of_a_reply_that_is_always_cut(engine_at):
    with ModelServer(lambda call: Say(chat("whole").body, cut_after=40)) as server:
        [failure] = ask(engine_at(server.url), say())

    assert isinstance(failure, errors.CutOff)
    assert len(server.calls) == 3


def test_it_takes_a_body_that_ends_too_early_for_a_broken_connection(engine_at):
    half = Say(chat("whole").body[:60], headers={"connection": "close"})
    with ModelServer(lambda call: half) as server:
        [failure] = ask(engine_at(server.url), say())

    assert isinstance(failure, errors.CutOff)


def test_it_finds_the_name_that_newer_models_have_for_the_limit(engine_at):
    def script(call):
        if "max_tokens" in call.body:
            return error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return chat(str(call.body["max_completion_tokens"]))

    with ModelServer(script) as server:
        replies = ask(engine_at(server.url), say(max_tokens=9))
        replies += ask(engine_at(server.url), say(max_tokens=10))

    assert [reply.text for reply in replies] == ["9", "10"]
