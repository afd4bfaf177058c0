"""`manage.py serve`, for real: it answers, and whatever ends one of its programs ends them all."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from urllib.request import urlopen

import pytest

from tests.core.conftest import ROOT

SECONDS_TO_START = 60
SECONDS_TO_STOP = 15


def two_free_ports():
    """Return a port that is free together with the next one."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                second.bind(("127.0.0.1", port + 1))
                return port


def get(url):
    with urlopen(url, timeout=10) as reply:
        return reply.read().decode(), reply.headers.get("Content-Security-Policy", "")


def parent_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def command_of(pid):
    with open(f"/proc/{pid}/cmdline") as file:
        return file.read().replace("\0", " ")


def tree(root):
    """Return every process below `root`, itself included, as {pid: command}."""
    parents = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            parents[int(name)] = parent_of(name)
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {pid: command_of(pid) for pid in found}


def alive(pids):
    """Return those that still run; a zombie has ended."""
    running = []
    for pid in pids:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] != "Z":
                running.append(pid)
    return running


class Lab:
    def __init__(self, environment):
        self.port = two_free_ports()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said, self.tree = [], {}
        self.reader = threading.Thread(target=lambda: self.said.extend(self.process.stdout), daemon=True)
        self.reader.start()

    def wait_until_open(self):
        until = time.monotonic() + SECONDS_TO_START
        while not any("The lab is open" in line for line in self.said):
            assert self.process.poll() is None and time.monotonic() < until, "".join(self.said)
            time.sleep(0.1)
        self.tree = tree(self.process.pid)

    def child(self, name):
        """Return the program itself, not what it started."""
        return next(pid for pid, command in self.tree.items() if name in command and parent_of(pid) == self.process.pid)

    def assert_all_end(self):
        assert len(self.tree) >= 6  # ours, gunicorn and its worker, uvicorn, worker, clock
        until = time.monotonic() + SECONDS_TO_STOP
        while left := alive(self.tree):
            assert time.monotonic() < until, [self.tree[pid] for pid in left]
            time.sleep(0.1)

    def destroy(self):
        for pid in alive(self.tree or tree(self.process.pid) if self.process.poll() is None else self.tree):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join(5)


@pytest.fixture
def start(environment):
    labs = []

    def start():
        labs.append(Lab(environment()))
        return labs[-1]

    yield start
    for lab in labs:
        lab.destroy()


@pytest.fixture
def lab(start):
    lab = start()
    lab.wait_until_open()
    return lab


def test_it_answers_and_ctrl_c_ends_every_process(start, manage):
    manage("migrate", "--verbosity=0")
    lab = start()
    lab.wait_until_open()
    assert get(f"http://127.0.0.1:{lab.port}/healthz")[0] == "ok\n"
    assert '"ready": true' in get(f"http://127.0.0.1:{lab.port}/readyz")[0]
    assert get(f"http://127.0.0.1:{lab.port + 1}/healthz")[0] == "ok\n"
    assert f"ws://127.0.0.1:{lab.port + 1}" in get(f"http://127.0.0.1:{lab.port}/healthz")[1]

    os.killpg(lab.process.pid, signal.SIGINT)

    lab.assert_all_end()
    assert lab.process.wait(5) == 0
    lab.reader.join(5)
    assert "Traceback" not in "".join(lab.said)


@pytest.mark.parametrize("name", ["gunicorn", "uvicorn", " worker"], ids=str.strip)
def test_the_death_of_one_program_ends_all(lab, name):
    os.kill(lab.child(name), signal.SIGKILL)

    lab.assert_all_end()
    assert lab.process.wait(5) == 1
    lab.reader.join(5)
    assert "ended by signal SIGKILL, so the lab is closed." in "".join(lab.said)


def test_no_orphan_is_left_when_it_is_killed_outright(lab):
    os.kill(lab.process.pid, signal.SIGKILL)
    lab.process.wait()

    lab.assert_all_end()


def test_sigterm_ends_it_and_a_second_start_is_quick(start):
    first = start()
    first.wait_until_open()
    first.process.send_signal(signal.SIGTERM)
    first.assert_all_end()

    began = time.monotonic()
    second = start()
    second.wait_until_open()

    assert time.monotonic() - began < 30


def test_a_port_that_is_taken_is_told_in_a_sentence(manage):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = manage("serve", "--port", str(port))

    assert said.returncode == 1
    assert said.stderr.strip() == (
        f"CommandError: Port {port} is taken by another program; "
        "stop that one or choose another port: make run PORT=8100"
    )


@pytest.mark.parametrize("port", ["0", "65535", "eighty"])
def test_a_port_that_is_none_is_refused(manage, port):
    said = manage("serve", "--port", port)

    assert said.returncode != 0
    assert f'"{port}" is no port; give a number from 1 to 65534' in said.stderr
