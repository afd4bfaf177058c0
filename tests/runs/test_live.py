"""The socket behind a run's page."""

import asyncio

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection

from apps.asgi import application
from apps.runs.consumers import RunConsumer
from apps.runs.models import Run
from tests.machines import plan_a_run, work_through
from tests.sockets import Socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(study, uniform):
    return plan_a_run(study, uniform)


def knock(run, client=None, origin="http://localhost"):
    """Return a socket as this client's browser opens it, through everything that stands before the consumer."""
    headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
    if client:
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    return Socket(application, f"/ws/runs/{run.pk}/", headers=headers)


def test_the_owner_is_sent_the_counters_and_then_what_changes(rosa, run):
    async def walk():
        socket = knock(run, rosa)
        assert await socket.connect() == "accepted"
        before = await socket.message()
        await sync_to_async(Run.objects.update)(state="running", n_done=5, output_tokens=1234)
        after = await socket.message()
        await socket.leave()
        return before, after

    before, after = async_to_sync(walk)()

    assert before["state"] == "planned"
    assert before["facts"]["done"] == "0 of 11"
    assert (after["state"], after["done"], after["facts"]["done"]) == ("running", 5, "5 of 11")
    assert after["facts"]["written"] == "1,234"
    assert set(after) == {"state", "done", "silence", "facts"}


def test_whoever_may_not_see_the_run_is_sent_away(stranger, run):
    async def walk(client):
        socket = knock(run, client)
        assert await socket.connect() == "accepted"
        code = await socket.closed()
        await socket.leave()
        return code

    assert async_to_sync(walk)(stranger) == 4403
    assert async_to_sync(walk)(None) == 4403


def test_a_page_of_another_site_is_refused(rosa, run):
    async def walk():
        return await knock(run, rosa, origin="https://evil.example").connect()

    assert async_to_sync(walk)() == 1000


def test_a_run_that_is_not_there_is_as_closed_as_another_s(rosa, run):
    async def walk():
        socket = knock(run, rosa)
        await socket.connect()
        return await socket.closed()

    run.pk += 1
    assert async_to_sync(walk)() == 4403


def test_it_sends_at_most_twice_a_second(rosa, run):
    async def walk():
        socket, messages = knock(run, rosa), 0
        await socket.connect()
        loop = asyncio.get_running_loop()
        end = loop.time() + 2
        while loop.time() < end:
            await sync_to_async(Run.objects.update)(n_done=int(loop.time() * 1000) % 100000)
            messages += not await socket.receive_nothing(timeout=0.01) and bool(await socket.message())
        await socket.leave()
        return messages

    assert RunConsumer.seconds_between_reads >= 0.5
    assert 2 <= async_to_sync(walk)() <= 5


def test_a_run_is_followed_to_its_end(rosa, run):
    def work():
        try:
            work_through(run)
        finally:
            connection.close()

    async def walk():
        socket = knock(run, rosa)
        await socket.connect()
        seen = [await socket.message()]
        working = asyncio.create_task(asyncio.to_thread(work))
        while seen[-1]["state"] != "done":
            seen.append(await socket.message())
        await working
        await socket.leave()
        return seen

    seen = async_to_sync(walk)()

    assert seen[0]["state"] == "planned"
    assert seen[-1]["facts"]["done"] == "11 of 11"
