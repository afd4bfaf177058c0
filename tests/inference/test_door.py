"""Loading engines, and what is imported when."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from inference import ENGINES, ChatReply, Engine, errors, generate, load_engine
from inference.engines.baselines import Uniform
from inference.types import Finished, Request, Stopped, never
from tests.inference.conftest import ask, say
from tests.inference.server import ModelServer, chat

ROOT = Path(__file__).resolve().parents[2]


def test_importing_the_package_imports_no_engine():
    """In a process of its own: this one has long imported everything."""
    heavy = "{'torch', 'transformers', 'openai', 'numpy', 'django'}"
    code = f"import sys, inference; print({heavy} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("kind", sorted(ENGINES))
def test_every_registered_engine_exists(kind):
    module, name = ENGINES[kind].rsplit(".", 1)

    assert hasattr(__import__(module, fromlist=[name]), name)


def test_it_builds_the_engine_that_is_asked_for():
    assert isinstance(load_engine("uniform", seed=3), Uniform)


def test_it_lists_the_engines_when_there_is_none_of_that_kind():
    with pytest.raises(errors.BadSettings, match="choose one of: human-marginals, longest-answer"):
        load_engine("oracle")


def test_it_names_a_setting_the_engine_does_not_take():
    with pytest.raises(errors.BadSettings, match="colour"):
        load_engine("uniform", colour="red")


class Forgetful:
    """An engine that answers the first request only, or the first one twice."""

    def __init__(self, positions: Sequence[int]) -> None:
        self._positions = positions

    capabilities = Uniform().capabilities
    identity = Uniform().identity

    async def run(self, requests: Sequence[Request], stopped: Stopped = never) -> AsyncGenerator[Finished, None]:
        for position in self._positions:
            yield Finished(position, ChatReply(text="ok", finish_reason="stop"))


def test_a_lost_request_is_a_fault_that_shows():
    engine: Engine = Forgetful([0])

    with pytest.raises(RuntimeError, match="lost 1 of 2"):
        ask(engine, say("a"), say("b"))


def test_an_outcome_that_comes_twice_is_a_fault_that_shows():
    with pytest.raises(RuntimeError, match="twice"):
        ask(Forgetful([0, 0]), say("a"), say("b"))


def test_once_the_caller_has_enough_nothing_more_is_begun_and_nothing_counts_as_lost():
    answered = []

    async def first_two():
        async for finished in generate(Uniform(), [say("a")] * 5, lambda: len(answered) >= 2):
            answered.append(finished.position)

    asyncio.run(first_two())

    assert answered == [0, 1]


def test_what_a_server_was_sent_still_comes_back_once_the_caller_has_enough(engine_at):
    with ModelServer(lambda call: replace(chat("1"), delay_s=0.05)) as server:

        async def until_the_first_is_sent():
            requests = [say(str(number)) for number in range(50)]
            return [one async for one in generate(engine_at(server.url), requests, lambda: bool(server.calls))]

        outcomes = asyncio.run(until_the_first_is_sent())

    assert 1 <= len(outcomes) == len(server.calls) <= 8
    assert all(isinstance(one.outcome, ChatReply) for one in outcomes)
