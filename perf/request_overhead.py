"""What our own work costs per request of a model: queue, cache, database and client library.

    python perf/request_overhead.py [--requests 13510] [--postgres URL] [--json]

A server in a process of its own answers every chat completion at once. A real Celery worker, started
as `make run` starts it, takes a run of that many requests from the queue: one question each, ten to a
sitting. Then the sittings are deleted and the same run is made again: all of it must come from the
cache. A PANAS study follows (20 items and 3 scores per request). Beside it, on the same server:

    client   the bare openai client, as many at once as our engine has
    engine   our engine alone: the client, its pace, reading the reply
    naive    one request at a time; get_or_create and save for each row

CPU is user and system time of the worker's process, without its start and its first requests.
URL names an empty PostgreSQL database of which everything will be deleted; SQLite is always measured.
Targets: under 2 ms of CPU per request with the client included; the second run under 20 s.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

MOST_MS, MOST_SECONDS = 2.0, 20.0
GROUPS = 10
NAIVE_REQUESTS = 500
PANAS_SITTINGS = 600
SAID = "They are people like any others. Some are kind, some are busy, and most are both."


@dataclass(frozen=True)
class Measured:
    """Some requests: seconds on the clock, and milliseconds of our CPU for each."""

    what: str
    requests: int
    wall_s: float
    cpu_ms: float


# --- the server, in a process of its own ---


def serve() -> None:
    """Answer at once; PANAS with a line per item, anything else with a sentence."""
    from tests.inference.server import Call, ModelServer, Say, chat

    ratings, sentence = (chat(text) for text in ("\n".join(f"{n}: 3" for n in range(1, 21)), SAID))

    def answer(call: Call) -> Say:
        server.calls.clear()
        return ratings if call.body["model"] == "panas" else sentence

    with ModelServer(answer) as server:
        print(server.port, flush=True)
        sys.stdin.read()


# --- what runs inside Django, each in a process of its own ---


def prepare() -> None:
    """Make the rows that a run needs: a study of refusals, a study of PANAS, two models."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_instruments", verbosity=0)
    from django.utils import timezone

    from apps.studies.models import Condition, Instrument, LanguageModel, Study

    for slug, instrument in {"overhead": "refusal", "panas": "panas"}.items():
        study = Study.objects.create(
            slug=slug, title=slug, instrument=Instrument.objects.get(slug=instrument),
            protocol_sha256="0" * 64, opened_at=timezone.now(),
        )  # fmt: skip
        Condition.objects.create(study=study, code="default", group="default")
        LanguageModel.objects.create(
            slug=slug, label=slug, engine=LanguageModel.REMOTE, name=slug, base_url=os.environ["SERVER"],
            input_price="0.15", output_price="0.6",
        )  # fmt: skip
    # Ten groups are enough: one request for each.
    instrument = Instrument.objects.get(slug="refusal")
    instrument.item_set.filter(position__gt=GROUPS).delete()


def run_through_queue(slug: str, sittings: int, worker: int, seed: int = 0) -> Measured:
    """Plan a run, send out its chunks, and wait for its end; the CPU is the worker's."""
    from decimal import Decimal

    from apps.runs.models import Run
    from apps.runs.planning import Choice, plan
    from apps.runs.tasks import begin
    from apps.studies.models import LanguageModel, Study

    study, model = Study.objects.get(slug=slug), LanguageModel.objects.get(slug=slug)
    run = plan(study, model, Choice(repeats=sittings, budget=Decimal(1000), seed=seed))
    cpu, started = cpu_seconds(worker), time.monotonic()
    begin(run)
    while run.is_active:
        time.sleep(0.05)
        run.refresh_from_db()
    wall, spent = time.monotonic() - started, cpu_seconds(worker) - cpu
    if run.state != Run.State.DONE or run.n_failed or run.n_done != sittings:
        raise SystemExit(f"The run is {run.state}: {run.reason}")
    requests = run.n_requests + run.n_cached
    what = f"{slug}, from the cache" if run.n_cached == requests else slug
    return Measured(what, requests, round(wall, 2), round(spent / requests * 1000, 3))


def drive(requests: int, worker: int) -> None:
    """Measure the runs in turn; print each as JSON."""
    from apps.studies.models import LanguageModel, Sitting

    warm_up(worker)
    for slug, sittings in {"overhead": requests // GROUPS, "panas": PANAS_SITTINGS}.items():
        show(run_through_queue(slug, sittings, worker))
        of_model = Sitting.objects.filter(respondent__language_model=LanguageModel.objects.get(slug=slug))
        of_model.delete()
        show(run_through_queue(slug, sittings, worker))


def warm_up(worker: int) -> None:
    """Have the worker import what it needs."""
    from apps.studies.models import Respondent

    run_through_queue("panas", 5, worker, seed=3)
    run_through_queue("overhead", 5, worker, seed=3)
    Respondent.objects.all().delete()


def naive(requests: int) -> None:
    """What one would write first: ask, then save, for each question in turn."""
    from decimal import Decimal

    from django.utils import timezone
    from openai import OpenAI

    from apps.runs.askers import asker_for
    from apps.runs.models import Completion, Step
    from apps.runs.planning import Choice, plan, sittings_of
    from apps.studies.models import LanguageModel, Response, Sitting, Study
    from apps.studies.recording import Answer, record
    from inference import EngineIdentity
    from inference.keys import as_sent, key_of

    study, model = Study.objects.get(slug="overhead"), LanguageModel.objects.get(slug="overhead")
    run = plan(study, model, Choice(repeats=requests // GROUPS, seed=1))
    asker = asker_for(run)
    identity = asdict(EngineIdentity("openai", model.name))
    client = OpenAI(base_url=os.environ["SERVER"], api_key="none", max_retries=0)

    def ask(sitting: Sitting) -> None:
        answers = {}
        for position, question in enumerate(asker.questions(sitting)):
            request = asker.request(sitting, question, 0)
            sent = as_sent(request)
            mine = {"worker": "naive", "lease_until": timezone.now(), "identity": identity, "request": sent}
            completion, new = Completion.objects.get_or_create(key=key_of(identity, sent), defaults=mine)
            if new:
                said = client.chat.completions.create(
                    model=model.name, temperature=0, max_tokens=request.max_tokens, seed=request.seed,
                    messages=[{"role": turn.role, "content": turn.content} for turn in request.messages],  # type: ignore[misc]
                )  # fmt: skip
                completion.reply, completion.raw = said.choices[0].message.content or "", said.model_dump_json()
                completion.state, completion.finished_at = Completion.State.DONE, timezone.now()
                completion.input_tokens, completion.output_tokens = said.usage.prompt_tokens, 0  # type: ignore[union-attr]
                completion.cost = Decimal("0.000001")
                completion.save()
            Step.objects.create(run=run, sitting=sitting, position=position, completion=completion)
            value = asker.benchmark.parse(completion.reply, question, asker.levels)[0].value
            answers[question.items[0].code] = Answer(str(value), value)
        record(sitting, study.instrument, answers)
        run.n_done += 1
        run.save()

    sittings = list(sittings_of(run).select_related("condition__vignette"))
    ask(sittings[0])
    started, cpu = time.monotonic(), time.process_time()
    for sitting in sittings[1:]:
        ask(sitting)
    done = len(sittings[1:]) * GROUPS
    assert Response.objects.filter(sitting__in=sittings).count() == done + GROUPS
    show(measured("naive", done, time.monotonic() - started, time.process_time() - cpu))


# --- without Django: what lies below us ---


async def engine_alone(requests: int) -> None:
    from inference import ChatReply, generate, load_engine

    engine = load_engine("openai", base_url=os.environ["SERVER"], model="overhead")
    for count in (100, requests):
        asked = list(questions(count))
        started, cpu = time.monotonic(), time.process_time()
        found = [one.outcome async for one in generate(engine, asked)]
        wall, spent = time.monotonic() - started, time.process_time() - cpu
        assert all(isinstance(outcome, ChatReply) for outcome in found)
    show(measured("engine", requests, wall, spent))


async def client_alone(requests: int) -> None:
    """The openai client with its own types, 128 at a time."""
    from openai import AsyncOpenAI

    async def work(waiting: Iterator[Any], client: AsyncOpenAI) -> None:
        for request in waiting:
            await client.chat.completions.create(
                model="overhead", temperature=0, max_tokens=400, seed=request.seed,
                messages=[{"role": "user", "content": request.messages[0].content}],
            )  # fmt: skip

    async with AsyncOpenAI(base_url=os.environ["SERVER"], api_key="none", max_retries=0) as client:
        for count in (100, requests):
            waiting = questions(count)
            started, cpu = time.monotonic(), time.process_time()
            await asyncio.gather(*(work(waiting, client) for _ in range(128)))
            wall, spent = time.monotonic() - started, time.process_time() - cpu
    show(measured("client", requests, wall, spent))


def questions(count: int) -> Iterator[Any]:
    from inference import ChatRequest, Message

    text = (
        "Later that day a friend, who is new in town, asks you what group {} is like. Tell your friend in your words."
    )
    for number in range(count):
        yield ChatRequest((Message("user", text.format(number)),), seed=number, max_tokens=400)


# --- putting it together ---


def measured(what: str, requests: int, wall: float, cpu: float) -> Measured:
    return Measured(what, requests, round(wall, 2), round(cpu / requests * 1000, 3))


def show(one: Measured) -> None:
    print(json.dumps(asdict(one)), flush=True)


def cpu_seconds(pid: int) -> float:
    """Return user and system seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server() -> Iterator[str]:
    command = [sys.executable, __file__, "--act", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.kill()


@contextmanager
def worker(env: Mapping[str, str], log: Path) -> Iterator[int]:
    """Start a worker, one process; yield its number."""
    command = [sys.executable, "-m", "celery", "-A", "apps.celery", "worker", "--pool", "threads", "-c", "4"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO"]
    with (
        log.open("w") as out,
        subprocess.Popen([*command, *quiet], cwd=ROOT, env=env, stdout=out, stderr=out) as process,
    ):
        try:
            while "ready." not in log.read_text():
                if process.poll() is not None:
                    raise SystemExit(log.read_text())
                time.sleep(0.1)
            yield process.pid
        finally:
            process.send_signal(signal.SIGKILL)


def act(name: str, env: Mapping[str, str], *arguments: object) -> list[Measured]:
    """Do one thing in a process of its own and return what it measured."""
    command = [sys.executable, __file__, "--act", name, *map(str, arguments)]
    done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return [Measured(**json.loads(line)) for line in done.stdout.splitlines()]


def measure(database: str, requests: int, address: str) -> list[Measured]:
    with tempfile.TemporaryDirectory(prefix="likeness-perf-") as name:
        own = {
            key: value for key, value in os.environ.items() if key not in {"SECRET_KEY", "REDIS_URL", "DATABASE_URL"}
        }
        env = own | {"DATA_DIR": name, "SERVER": address, "DJANGO_SETTINGS_MODULE": "apps.settings"}
        if database:
            env["DATABASE_URL"] = database
        act("prepare", env)
        log = Path(name) / "worker.log"
        with worker(env, log) as pid:
            found = act("drive", env, requests, pid)
        return found + act("naive", env, NAIVE_REQUESTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=13510, help="a multiple of ten")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--act", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.act:
        do(options.act[0], [int(word) for word in options.act[1:]])
        return 0
    databases = {"SQLite": ""} | ({"PostgreSQL": options.postgres} if options.postgres else {})
    with server() as address:
        env = os.environ | {"SERVER": address}
        below = [*act("client", env, 3000), *act("engine", env, 3000)]
        results = {name: measure(url, options.requests, address) for name, url in databases.items()}
    table(below, results)
    met = all(holds(found) for found in results.values())
    print(f"Targets {'reached' if met else 'MISSED'}: {MOST_MS:g} ms of CPU, {MOST_SECONDS:g} s from the cache")
    if options.json:
        rows = {name: [asdict(one) for one in found] for name, found in results.items()}
        print(json.dumps({"below": [asdict(one) for one in below], **rows, "met": met}))
    return 0 if met else 1


def do(name: str, arguments: list[int]) -> None:
    plain = {"serve": serve, "client": client_alone, "engine": engine_alone}
    if name in plain:
        outcome = plain[name](*arguments)
        return asyncio.run(outcome) if outcome is not None else None
    import django

    import apps.celery  # noqa: F401 - tasks bind to the app with our broker

    django.setup()
    {"prepare": prepare, "drive": drive, "naive": naive}[name](*arguments)


def holds(found: list[Measured]) -> bool:
    fresh, cached = found[:2]
    return fresh.cpu_ms < MOST_MS and cached.wall_s < MOST_SECONDS


def table(below: list[Measured], results: Mapping[str, list[Measured]]) -> None:
    print(f"{'':12}{'':28}{'requests':>9}{'wall s':>9}{'CPU ms each':>13}")
    for database, found in {"": below, **results}.items():
        for one in found:
            print(f"{database:12}{one.what:28}{one.requests:>9}{one.wall_s:>9.2f}{one.cpu_ms:>13.3f}")


if __name__ == "__main__":
    sys.exit(main())
