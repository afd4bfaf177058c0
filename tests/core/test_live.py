"""Counters over a websocket: sent when they change, and only to those who may see them."""

import asyncio
import time

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model

from apps.asgi import application
from apps.core.live import LiveConsumer
from tests.sockets import Socket, visit


class Counter(LiveConsumer):
    """Counts from `seen`, which a test sets."""

    seen = [1]
    welcome = True

    async def allowed(self):
        return self.welcome

    def snapshot(self):
        self.reads.append(time.monotonic())
        return {"n": self.seen[min(len(self.reads), len(self.seen)) - 1]}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        type(self).reads = []


class Unwelcome(Counter):
    welcome = False


class Changing(Counter):
    seen = [1, 1, 2]


class Failing(Counter):
    def snapshot(self):
        raise LookupError("the study is gone")


class Rows(Counter):
    def snapshot(self):
        return {"people": get_user_model().objects.count()}


def test_it_sends_what_there_is_on_connecting():
    async def walk(socket):
        return await socket.message()

    assert visit(Counter.as_asgi(), walk) == {"n": 1}


def test_it_sends_again_only_what_has_changed():
    async def walk(socket):
        return [await socket.message(), await socket.message()]

    assert visit(Changing.as_asgi(), walk) == [{"n": 1}, {"n": 2}]


def test_it_reads_at_most_twice_a_second():
    async def walk(socket):
        await asyncio.sleep(1.2)

    visit(Counter.as_asgi(), walk)

    assert 2 <= len(Counter.reads) <= 3


def test_a_visitor_who_may_not_look_is_sent_away_with_4403():
    async def walk(socket):
        return await socket.closed()

    assert visit(Unwelcome.as_asgi(), walk) == 4403
    assert Unwelcome.reads == []


def test_a_snapshot_that_fails_closes_the_socket_and_is_logged(caplog):
    async def walk(socket):
        return await socket.closed()

    assert visit(Failing.as_asgi(), walk) == 1011
    assert "the study is gone" in caplog.text


def test_what_a_page_sends_is_ignored():
    async def walk(socket):
        await socket.message()
        await socket.say({"n": 99})
        return await socket.receive_nothing(timeout=0.7)

    assert visit(Counter.as_asgi(), walk)


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_may_read_the_database(researcher):
    async def walk(socket):
        return await socket.message()

    assert visit(Rows.as_asgi(), walk) == {"people": 1}


def knock(origin):
    """Return the answer to a page of `origin` that asks for an address nobody serves."""

    async def go():
        headers = [(b"host", b"127.0.0.1:8001"), (b"origin", origin.encode())]
        return await Socket(application, "/ws/nowhere/", headers=headers).connect()

    return async_to_sync(go)()


def test_a_page_of_ours_on_another_port_comes_through():
    assert knock("http://127.0.0.1:8000") == 4404


def test_a_page_of_another_site_does_not():
    assert knock("https://elsewhere.example") == 1000


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/studies/", 404)])
def test_over_http_it_only_says_that_it_is_alive(path, status):
    async def go():
        ask = ApplicationCommunicator(application, {"type": "http", "path": path, "method": "GET", "headers": []})
        return (await ask.receive_output(timeout=3))["status"]

    assert async_to_sync(go)() == status
