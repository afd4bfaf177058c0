"""Many requests through a real server that refuses, fails and delays."""

import asyncio
from contextlib import aclosing
from email.utils import formatdate
from random import Random

import pytest

from inference import errors, generate
from inference.rate import Limits
from tests.inference.conftest import ask, say
from tests.inference.server import ModelServer, Say, chat, error, in_turn


def echo(call):
    return chat(call.body["messages"][0]["content"])


def test_it_answers_every_request_once_and_in_its_place(engine_at):
    with ModelServer(echo) as server:
        replies = ask(engine_at(server.url), *[say(str(number)) for number in range(300)])

    assert [reply.text for reply in replies] == [str(number) for number in range(300)]
    assert len(server.calls) == 300


def test_it_has_nothing_to_do_for_no_requests(engine_at):
    assert ask(engine_at("http://127.0.0.1:9/v1")) == []


def test_it_hands_over_results_as_they_come(engine_at):
    def script(call):
        slow = call.body["messages"][0]["content"] == "slow"
        return Say(chat("ok").body, delay_s=0.3 if slow else 0)

    async def order(engine):
        return [one.position async for one in generate(engine, [say("slow"), say("quick")])]

    with ModelServer(script) as server:
        assert asyncio.run(order(engine_at(server.url))) == [1, 0]


@pytest.mark.parametrize(
    "headers",
    [
        {"retry-after": "1"},
        {"retry-after-ms": "1000"},
        {"date": formatdate(1e9, usegmt=True), "retry-after": formatdate(1e9 + 1, usegmt=True)},
    ],
    ids=["seconds", "milliseconds", "date"],
)
def test_it_waits_as_long_as_a_refusal_asks(engine_at, headers):
    with ModelServer(in_turn(error(429, "Slow down", headers=headers), chat("fine"))) as server:
        [reply] = ask(engine_at(server.url), say())

    assert reply.text == "fine"
    assert 1.0 <= server.calls[1].at - server.calls[0].at < 1.5


def test_a_refusal_of_one_request_holds_back_all(engine_at):
    def script(call):
        if call.number == 0:
            return error(429, "Slow down", headers={"retry-after-ms": "500"})
        return chat("fine")

    with ModelServer(script) as server:
        ask(engine_at(server.url, limits=Limits(concurrency=1)), *[say(str(n)) for n in range(5)])

    assert min(call.at for call in server.calls[1:]) - server.calls[0].at >= 0.5


def test_it_gives_a_request_up_that_is_refused_for_ever(engine_at):
    with ModelServer(lambda call: error(429, "no", headers={"retry-after-ms": "1"})) as server:
        [failure] = ask(engine_at(server.url), say())

    assert isinstance(failure, errors.RateLimited)
    assert len(server.calls) == 5


def test_a_storm_of_refusals_loses_nothing(engine_at):
    """Every third call is refused, every fifth fails."""

    def script(call):
        if call.number % 3 == 0:
            return error(429, "Slow down", headers={"retry-after-ms": "2"})
        return error(500, "oops") if call.number % 5 == 0 else echo(call)

    with ModelServer(script) as server:
        replies = ask(engine_at(server.url, random=Random(1)), *[say(str(number)) for number in range(12)])

    lost = [one for one in replies if isinstance(one, errors.EngineError)]
    assert len(replies) == 12
    assert lost == []


def test_it_keeps_the_agreed_number_under_way(engine_at):
    """Ten requests of 50 ms, two at a time, take five rounds."""
    with ModelServer(lambda call: Say(chat("ok").body, delay_s=0.05)) as server:
        ask(engine_at(server.url, limits=Limits(concurrency=2)), *[say(str(n)) for n in range(10)])

    assert server.calls[-1].at - server.calls[0].at >= 4 * 0.05


def test_it_keeps_what_it_learnt_and_serves_a_second_event_loop(engine_at):
    with ModelServer(echo) as server:
        engine = engine_at(server.url)
        first = ask(engine, say("one"))
        second = ask(engine, say("two"))

    assert [reply.text for reply in first + second] == ["one", "two"]


def test_it_leaves_nothing_under_way_when_it_is_left(engine_at):
    async def leave_after_one(engine):
        async with aclosing(generate(engine, [say(str(n)) for n in range(50)])) as finished:
            async for _ in finished:
                break
        return len(asyncio.all_tasks())

    with ModelServer(lambda call: Say(chat("ok").body, delay_s=0.02)) as server:
        left = asyncio.run(leave_after_one(engine_at(server.url, limits=Limits(concurrency=2))))

    assert left == 1
    assert len(server.calls) < 50
