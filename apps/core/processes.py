"""A few programs run as one: they start together, and the end of any of them ends all."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h
SECONDS_TO_STOP = 8.0
SECONDS_BETWEEN_LOOKS = 0.2


@dataclass(frozen=True)
class Program:
    name: str
    command: Sequence[str]
    stop_signal: signal.Signals = signal.SIGTERM


class Ended(Exception):
    """A program ended by itself; the message says which and how."""


class Stopped(Exception):
    """Somebody asked for the end: Ctrl-C, a signal, or the death of whoever started us."""


class Group:
    """Programs that live and die together.

    Every program has a process group of its own, so that Ctrl-C in a terminal reaches only
    us and we end the others in order. Should we be killed outright, the kernel kills them.
    """

    def __init__(self, programs: Sequence[Program], folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.running: list[tuple[Program, subprocess.Popen[bytes]]] = []
        self.asked_to_stop = 0
        self.parent = os.getppid()

    @contextmanager
    def started(self) -> Iterator[None]:
        """Start all; end all on the way out, whatever the reason."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note_signal)
        die_with_us = _die_with(os.getpid())
        try:
            for program in self.programs:
                process = subprocess.Popen(
                    program.command,
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    process_group=0,
                    preexec_fn=die_with_us,
                )
                self.running.append((program, process))
            yield
        finally:
            self._stop()

    def wait(self, until: Callable[[], bool]) -> None:
        """Return once `until` says so; raise Ended or Stopped if that comes first."""
        while not until():
            self._look()
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _look(self) -> None:
        if self.asked_to_stop or os.getppid() != self.parent:
            raise Stopped
        for program, process in self.running:
            if process.poll() is not None:
                raise Ended(f"The {program.name} ended {_how(process.returncode)}")

    def _note_signal(self, number: int, frame: object) -> None:
        self.asked_to_stop += 1

    def _stop(self) -> None:
        for program, process in self.running:
            _send(process, program.stop_signal)
        deadline, before = time.monotonic() + SECONDS_TO_STOP, self.asked_to_stop
        # A second Ctrl-C means now.
        while self._alive() and time.monotonic() < deadline and self.asked_to_stop <= max(before, 1):
            time.sleep(0.05)
        for _, process in self.running:
            _kill_group(process.pid)
            process.wait()

    def _alive(self) -> bool:
        return any(process.poll() is None for _, process in self.running)


def _send(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(number)


def _kill_group(leader: int) -> None:
    """Kill a program and whatever it started; both may be gone already."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _how(code: int) -> str:
    return f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"


def _die_with(parent: int) -> Callable[[], None] | None:
    """Return what a child does before its program begins, so that the kernel kills it when `parent` dies."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask_the_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return ask_the_kernel
