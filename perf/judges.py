"""64 judges at once, a second of thought per pair: errors, lost judgements, the page's p95, evenness of the cells.

    python perf/judges.py [--judges 64] [--think 1] [--people 2] [--machines 6] [--processes 1] [--json]

The server is gunicorn as `make run` starts it, alone, on this machine; on SQLite in a folder of its own,
or on the empty PostgreSQL database that DATABASE_URL names. People are invented ones of fixtures/personas,
a machine's answers are another invented person's. Each judge is a browser of its own that walks from the
link to the end and thinks before every press, --think seconds on average (half to one and a half times).
Target: 0 errors, stored judgements equal to acknowledged ones, p95 of the judging page under 200 ms, and
no two cells (machine by question) of a person further apart than one. The machine is rarely alone: read
the CPU per request beside the times.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

ABOUT = {"relation": "friend", "known": "3 to 10 years"}
PAGE, CHOICE, OTHER = "judging page", "choice sent", "other pages"


class Load:
    """What the judges met: milliseconds by kind of request, errors, and choices that the site took."""

    def __init__(self) -> None:
        self.ms: dict[str, list[float]] = defaultdict(list)
        self.errors: Counter[str] = Counter()
        self.acknowledged = 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judges", type=int, default=64)
    parser.add_argument("--think", type=float, default=1.0, help="seconds before each press, on average")
    parser.add_argument("--people", type=int, default=2, help="whose answers are judged")
    parser.add_argument("--machines", type=int, default=6, help="that answered as each of them")
    parser.add_argument("--processes", type=int, default=1, help="of the web server")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="likeness-judges-") as folder:
        for name in ("SECRET_KEY", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {
            "DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "apps.settings", "WEB_CONCURRENCY": str(options.processes),
        }  # fmt: skip
        import django

        django.setup()
        return measure(options)


def measure(options: argparse.Namespace) -> int:
    links = prepare(options.people, options.machines)
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"]
    server = subprocess.Popen([*command, "apps.wsgi"], cwd=ROOT, start_new_session=True)
    load = Load()
    try:
        wait_for(port)
        cpu, everything, started = cpu_seconds(server.pid), busy_seconds(), time.monotonic()
        asyncio.run(all_at_once(options, f"http://127.0.0.1:{port}", links, load))
        wall, cpu, everything = time.monotonic() - started, cpu_seconds(server.pid) - cpu, busy_seconds() - everything
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(15)
    requests = sum(map(len, load.ms.values()))
    result = {
        "judges": options.judges, "wall_s": round(wall, 1), "requests": requests,
        "errors": sum(load.errors.values()), "error_kinds": dict(load.errors),
        "acknowledged": load.acknowledged, **stored(options.machines),
        "ms": {kind: summary(values) for kind, values in load.ms.items()},
        "server_cpu_ms_each": round(1000 * cpu / max(1, requests), 2), "server_cores": round(cpu / wall, 2),
        "machine_cores": round(everything / wall, 2),
    }  # fmt: skip
    table(result)
    if options.json:
        print(json.dumps(result))
    wanted = options.judges * 10
    is_whole = result["stored"] == result["scores"] == load.acknowledged == wanted and not load.errors
    is_even = result["cells_max_minus_min"] <= 1
    return 0 if is_whole and is_even and result["ms"][PAGE]["p95"] < 200 else 1


# --- what is judged ---


def prepare(people: int, machines: int) -> list[str]:
    """Fill the database with an open study whose pairs are made; return one link per person."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from apps.studies.models import Invitation, Respondent
    from apps.turing.pairing import prepare as make_pairs
    from apps.turing.people import add_person
    from tests.echo import a_machine, open_a_turing_test

    for command in (["migrate"], ["load_instruments"], ["collectstatic", "--noinput"]):
        call_command(*command, verbosity=0)
    characters = load_characters()
    study = open_a_turing_test(User.objects.create_user("perf"))
    writers = [a_machine(f"Machine {number}") for number in range(1, machines + 1)]
    links = []
    for number, character in enumerate(characters[:people]):
        persona = add_person(study, character.name, None, profile=dict(character.profile), source=character.source)
        asked = {answer.type: answer.question for answer in character.answers}
        write(study, persona, Respondent.objects.create(kind="human"), asked, character)
        for place, writer in enumerate(writers, 1):
            write(study, persona, writer, asked, characters[(number + place) % len(characters)])
        links.append(f"/j/{Invitation.objects.create(study=study, persona=persona).code}/")
    make_pairs(study)
    return links


def load_characters() -> list[Any]:
    from apps.benchmarks.echo.people import load_person

    return [load_person(path) for path in sorted(ROOT.glob("fixtures/personas/*.json"))]


def write(study: Any, persona: Any, respondent: Any, asked: dict[str, str], character: Any) -> None:
    """Let the respondent give the character's answers to the persona's questions."""
    from apps.studies.models import Sitting
    from apps.studies.recording import Answer, record
    from apps.turing.people import writing_condition

    condition = writing_condition(study, persona)
    condition.parameters = {"questions": asked, "seed": 1}
    condition.save()
    sitting = Sitting.objects.create(
        study=study, condition=condition, respondent=respondent, seed=1, item_order=list(asked),
        protocol_sha256=study.protocol_sha256,
    )  # fmt: skip
    record(sitting, study.instrument, {one.type: Answer(one.answer, one.answer) for one in character.answers})


def stored(machines: int) -> dict[str, int]:
    """Count in the database what the judges left, and how far apart the fullest and the emptiest cell are."""
    from apps.studies.models import Participation, Response, Score, Showing

    judging = {"sitting__condition__group": "judging"}
    cells = Counter(
        Showing.objects.filter(**judging).values_list(
            "sitting__condition", "pair__model_response__sitting__respondent", "item"
        )
    )
    apart = 0
    for condition in {cell[0] for cell in cells}:
        counts = [count for cell, count in cells.items() if cell[0] == condition]
        apart = max(apart, max(counts) - (min(counts) if len(counts) == machines * 10 else 0))
    return {
        "stored": Response.objects.filter(**judging).count(),
        "scores": Score.objects.filter(**judging).count(),
        "complete": Participation.objects.filter(stage="thanks").count(),
        "cells_max_minus_min": apart,
    }


# --- the judges ---


async def all_at_once(options: argparse.Namespace, base: str, links: list[str], load: Load) -> None:
    await asyncio.gather(
        *(one_judge(base, links[n % len(links)], options.think, random.Random(n), load) for n in range(options.judges))
    )


async def one_judge(base: str, link: str, think: float, chance: random.Random, load: Load) -> None:
    async with httpx2.AsyncClient(base_url=base, timeout=60, verify=False) as browser:
        try:
            await walk(Walker(browser, think, chance, load), link)
        except (httpx2.HTTPError, ValueError) as problem:
            load.errors[repr(problem)[:200]] += 1


class Walker:
    """One browser: it times each request, takes anything unexpected for an error, and follows where it is sent."""

    def __init__(self, browser: httpx2.AsyncClient, think: float, chance: random.Random, load: Load) -> None:
        self.browser, self.think, self.chance, self.load = browser, think, chance, load

    async def get(self, path: str, kind: str = OTHER) -> str:
        page = await self._timed(kind, self.browser.get(path))
        if page.status_code != 200:
            raise ValueError(f"GET {path.rsplit('/', 2)[1]}: {page.status_code}")
        return page.text

    async def press(self, path: str, sent: dict[str, Any], kind: str = OTHER) -> str:
        """Think, send the form, and return where the site sends on to."""
        await asyncio.sleep(self.think * self.chance.uniform(0.5, 1.5))
        answer = await self._timed(kind, self.browser.post(path, data=sent))
        if answer.status_code != 302:
            raise ValueError(f"POST {path.rsplit('/', 2)[1]}: {answer.status_code}")
        return str(answer.headers["location"])

    async def _timed(self, kind: str, request: Any) -> httpx2.Response:
        started = time.perf_counter()
        answer: httpx2.Response = await request
        self.load.ms[kind].append(1000 * (time.perf_counter() - started))
        return answer


async def walk(judge: Walker, link: str) -> None:
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', await judge.get(link))
    if not token:
        raise ValueError("no token on the start page")
    place = await judge.press(link, {"csrfmiddlewaretoken": token[1]})
    for sent in ({"agree": "yes"}, ABOUT, {}):
        await judge.get(place)
        place = await judge.press(place, sent)
    for number in range(1, 11):
        page = await judge.get(place, PAGE)
        if f'name="pair" value="{number}"' not in page:
            raise ValueError(f"pair {number} was not shown")
        sent = {"pair": number, "choice": judge.chance.choice("12"), "sureness": judge.chance.choice("12345")}
        place = await judge.press(place, sent, CHOICE)
        judge.load.acknowledged += 1
    await judge.get(place)
    if not place.endswith("/thanks/"):
        raise ValueError(f"the end is {place.rsplit('/', 2)[1]}")


# --- the machine ---


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _try in range(200):
        try:
            httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=2)
            return
        except httpx2.HTTPError:
            time.sleep(0.1)
    raise SystemExit("the server did not answer")


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children so far."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(int(child)) for child in children)


def busy_seconds() -> float:
    """Return the processor time that the whole machine has used so far."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def summary(ms: list[float]) -> dict[str, float]:
    ordered = sorted(ms)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return {name: round(ordered[int(share * (len(ordered) - 1))], 1) for name, share in at.items()} | {"n": len(ms)}


def table(result: dict[str, Any]) -> None:
    print(f"{'':16}{'n':>7}{'p50 ms':>10}{'p95 ms':>10}{'p99 ms':>10}")
    for kind, found in result["ms"].items():
        print(f"{kind:16}{found['n']:7}{found['p50']:10.1f}{found['p95']:10.1f}{found['p99']:10.1f}")
    print(f"errors {result['errors']} {result['error_kinds'] or ''}")
    print(
        f"acknowledged {result['acknowledged']}, stored {result['stored']}, scores {result['scores']},"
        f" judges at the end {result['complete']}, cells apart by {result['cells_max_minus_min']}"
    )
    print(
        f"{result['requests']} requests in {result['wall_s']} s, {result['server_cpu_ms_each']} ms CPU each;"
        f" the server used {result['server_cores']} cores, the whole machine {result['machine_cores']}"
    )


if __name__ == "__main__":
    sys.exit(main())
