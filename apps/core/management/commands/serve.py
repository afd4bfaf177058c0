"""Start the whole lab on this machine: web, websockets, worker and clock, one process tree."""

from __future__ import annotations

import argparse
import signal
import socket
import sys
from io import StringIO
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from apps.core.processes import Ended, Group, Program, Stopped

HOST = "127.0.0.1"
# Celery says so whenever root runs it; here a message can only come from the same machine.
NO_ROOT_WARNING = "ignore:You're running the worker with superuser privileges"


class Command(BaseCommand):
    help = "Start the whole lab on this machine; Ctrl-C ends it. Websockets take the next port."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument("--demo", action="store_true", help="make the demo data first and print how to try it")

    def handle(self, *args: Any, port: int, demo: bool, **options: Any) -> None:
        for number in (port, port + 1):
            refuse_taken(number)
        notice = demo_notice(port) if demo else ""
        connections.close_all()
        group = Group(programs(port), folder=settings.BASE_DIR)
        try:
            with group.started():
                group.wait(until=lambda: answers(port) and answers(port + 1))
                self.say(f"{notice}The lab is open at http://{HOST}:{port}/ and Ctrl-C closes it.")
                group.wait(until=lambda: False)
        except Stopped:
            self.say("The lab is closed.")
        except Ended as ended:
            raise CommandError(f"{ended}, so the lab is closed.") from None

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65534:
        raise argparse.ArgumentTypeError(f'"{text}" is no port; give a number from 1 to 65534')
    return int(text)


def refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError:
            raise CommandError(f"Port {port} is kept for the administrator; choose one above 1023.") from None
        except OSError:
            raise CommandError(
                f"Port {port} is taken by another program; stop that one or choose another port: make run PORT=8100"
            ) from None


def demo_notice(port: int) -> str:
    said = StringIO()
    call_command("demo", base_url=f"http://{HOST}:{port}", stdout=said)
    call_command("demo_turing", base_url=f"http://{HOST}:{port}", stdout=said)
    call_command("demo_models")
    return said.getvalue()


def programs(port: int) -> list[Program]:
    python = [sys.executable, "-m"]
    quiet = ["--loglevel", "WARNING"]
    gunicorn = [*python, "gunicorn", "--config", "deploy/gunicorn.conf.py", "--bind", f"{HOST}:{port}"]
    sockets = settings.WEBSOCKET_ORIGIN or f"ws://{HOST}:{port + 1}"
    uvicorn = [*python, "uvicorn", "--host", HOST, "--port", str(port + 1), "--log-level", "warning"]
    silent = ["--no-access-log", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    celery = [sys.executable, "-W", NO_ROOT_WARNING, "-m", "celery", "--quiet", "-A", "apps.celery"]
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    pool = ["env", "CELERY_CUSTOM_WORKER_POOL=apps.core.pool:Threads"]
    worker = [*pool, *celery, "worker", "--pool", "custom", "--concurrency", "4", *alone, *quiet]
    schedule = ["--schedule", str(settings.DATA_DIR / "beat-schedule"), "--pidfile", ""]
    return [
        Program("web server", [*gunicorn, "--env", f"WEBSOCKET_ORIGIN={sockets}", "apps.wsgi"]),
        Program("websocket server", [*uvicorn, *silent, "apps.asgi:application"]),
        # SIGQUIT gives its tasks a moment and then puts back what is unfinished.
        Program("worker", worker, stop_signal=signal.SIGQUIT),
        Program("clock", [*celery, "beat", *schedule, *quiet]),
    ]


def answers(port: int) -> bool:
    try:
        with urlopen(f"http://{HOST}:{port}/healthz", timeout=2) as reply:
            return bool(reply.status == 200)
    except (URLError, OSError):
        return False
