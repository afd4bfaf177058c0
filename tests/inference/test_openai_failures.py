"""How a server's complaints end: in a sentence to act on, for the request or for the whole run."""

import asyncio
import socket

import pytest

from inference import errors, generate, load_engine
from tests.inference.conftest import ask, say
from tests.inference.server import ModelServer, Say, chat, error, in_turn


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (error(401, "Incorrect API key"), errors.AuthenticationFailed, "Enter a valid key"),
        (error(403, "Not allowed"), errors.AuthenticationFailed, "does not accept the API key"),
        (error(402, "Pay first"), errors.QuotaExhausted, "no credit left"),
        (
            error(429, "You exceeded your current quota", code="insufficient_quota"),
            errors.QuotaExhausted,
            "Top it up",
        ),
        (error(404, "The model `tiny` does not exist"), errors.UnknownModel, "does not know the model tiny"),
        (error(400, "model 'tiny' not found"), errors.UnknownModel, "Check the model's name"),
        (Say("<html>Not found</html>", 404), errors.UnknownModel, "a web page"),
        (error(429, "Slow down", headers={"retry-after": "7200"}), errors.QuotaExhausted, "120 minutes"),
    ],
)
def test_it_stops_the_run_when_no_request_could_succeed(engine_at, answer, kind, words):
    with ModelServer(lambda call: answer) as server, pytest.raises(kind) as stopped:
        ask(engine_at(server.url), say())

    assert words in str(stopped.value)


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (error(400, "x", code="context_length_exceeded"), errors.ContextTooLong, "Shorten the prompt"),
        (
            error(400, "This model's maximum context length is 4096 tokens."),
            errors.ContextTooLong,
            "4096",
        ),
        (
            error(500, "the request exceeds the available context size"),
            errors.ContextTooLong,
            "do not fit the model tiny",
        ),
        (error(400, "x", code="content_filter"), errors.ContentFiltered, "content filter"),
        (error(403, "Your input was flagged"), errors.ContentFiltered, "flagged"),
        (error(400, "temperature must be 1"), errors.BadRequest, "temperature must be 1"),
        (error(422, "top_p out of range"), errors.BadRequest, "Change the setting"),
    ],
)
def test_it_fails_the_request_alone_when_the_others_may_succeed(engine_at, answer, kind, words):
    with ModelServer(in_turn(answer, chat("fine"))) as server:
        [failure] = ask(engine_at(server.url), say())
        [reply] = ask(engine_at(server.url), say())

    assert type(failure) is kind
    assert words in str(failure)
    assert reply.text == "fine"


def test_it_reads_an_error_that_comes_inside_a_success(engine_at):
    inside = Say('{"error": {"code": 402, "message": "Insufficient credits"}}')
    with ModelServer(lambda call: inside) as server, pytest.raises(errors.QuotaExhausted):
        ask(engine_at(server.url), say())


def test_it_never_repeats_the_key(engine_at):
    with ModelServer(lambda call: error(401, "Key sk-secret is wrong")) as server:
        with pytest.raises(errors.AuthenticationFailed) as stopped:
            ask(engine_at(server.url), say())

        assert server.calls[0].headers["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in str(stopped.value)
    assert "[key]" in str(stopped.value)


def test_it_says_that_nothing_answers_at_the_address(engine_at):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    with pytest.raises(errors.Unreachable) as stopped:
        ask(engine_at(f"http://127.0.0.1:{port}/v1"), say())

    assert f"127.0.0.1:{port}" in str(stopped.value)
    assert "Check the address" in str(stopped.value)


def test_it_says_that_a_host_does_not_exist(engine_at):
    with pytest.raises(errors.Unreachable):
        ask(engine_at("http://no-such-host.invalid/v1"), say())


def test_it_gives_up_on_a_server_that_does_not_answer_in_time(engine_at):
    with ModelServer(lambda call: Say(chat("late").body, delay_s=1.0)) as server:
        [failure] = ask(engine_at(server.url, timeout_s=0.1), say())

    assert isinstance(failure, errors.TimedOut)
    assert len(server.calls) == 3


def test_it_tries_again_after_a_server_error(engine_at):
    with ModelServer(in_turn(error(500, "oops"), error(503, "busy"), chat("fine"))) as server:
        [reply] = ask(engine_at(server.url), say())

    assert reply.text == "fine"
    assert len(server.calls) == 3


def test_it_stores_a_failure_after_as_many_attempts_as_agreed(engine_at):
    with ModelServer(lambda call: error(500, "oops")) as server:
        [failure] = ask(engine_at(server.url), say())

    assert isinstance(failure, errors.ServerFailed)
    assert failure.status == 500
    assert len(server.calls) == 3


def test_it_hands_over_what_was_paid_for_before_it_stops(engine_at):
    """The slow reply is under way when the other request shows that the credit is gone."""

    def script(call):
        if call.body["messages"][0]["content"] == "slow":
            return Say(chat("paid").body, delay_s=0.2)
        return error(402, "no credit")

    async def collect(engine, outcomes):
        async for finished in generate(engine, [say("slow"), say("refused")]):
            outcomes.append(finished)

    outcomes = []
    with ModelServer(script) as server, pytest.raises(errors.QuotaExhausted):
        asyncio.run(collect(engine_at(server.url), outcomes))

    assert [(finished.position, finished.outcome.text) for finished in outcomes] == [(0, "paid")]


def test_it_begins_nothing_more_after_it_has_stopped(engine_at):
    with ModelServer(lambda call: error(401, "wrong key")) as server:
        with pytest.raises(errors.AuthenticationFailed):
            ask(engine_at(server.url), *[say(str(number)) for number in range(200)])

        assert len(server.calls) <= 8


def test_it_refuses_an_address_that_is_none():
    with pytest.raises(errors.BadSettings, match="begins with http"):
        load_engine("openai", base_url="localhost:8000", model="tiny")
