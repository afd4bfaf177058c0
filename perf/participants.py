"""Participants on the PANAS page: this lab beside an oTree project with the same page, in one run.

    python perf/participants.py --bench ../shared/bench --otree /tmp/otvenv/bin/otree [--json]

Both servers run alone, one process each, on this machine, on SQLite; the driver fills real forms like
a browser (bench/peer_load.py). Compare CPU per request first: it hardly moves with other load.
DATABASE_URL measures us on PostgreSQL. Make the oTree environment outside this project:
    python3 -m venv /tmp/otvenv && /tmp/otvenv/bin/pip install otree==6.0.15
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
LEVELS = "1,16,64"
# In the database that the server used: sittings completed in the default condition, with all 20 responses.
COUNT = """
from apps.studies.models import Response, Sitting
done = Sitting.objects.filter(condition__code="default", state="completed", respondent__kind="human")
print(done.count(), Response.objects.filter(sitting__in=done).count())
"""
QUOTA = """
from apps.studies.models import Study
Study.objects.filter(slug="everyday-feelings").update(quota=100000)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True, help="folder with peer_load.py and otree_panas")
    parser.add_argument("--otree", type=Path, help="the otree command; left out, only we are measured")
    parser.add_argument("--participants", type=int, default=300)
    parser.add_argument("--gets", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    result = {"ours": measure_ours(args)}
    if args.otree:
        result["otree"] = measure_otree(args)
    table(result)
    if args.json:
        print(json.dumps(result))
    return 0


def measure_ours(args: argparse.Namespace) -> dict[str, Any]:
    work = Path(tempfile.mkdtemp(prefix="likeness-perf-"))
    env = {**os.environ, "DATA_DIR": str(work), "WEB_CONCURRENCY": "1"}
    port = free_port()
    try:
        for command in (["migrate", "-v0"], ["load_instruments", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            manage(env, *command)
        link = next(line for line in manage(env, "demo").splitlines() if "/p/" in line).split("/p/")[1].strip()
        manage(env, "shell", "-v0", "-c", QUOTA)
        command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"]
        server = subprocess.Popen([*command, "apps.wsgi"], cwd=ROOT, env=env, start_new_session=True)
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            found = drive(args, port, server.pid, ["--link-template", f"/p/{link}"])
        finally:
            end(server)
        sittings, responses = map(int, manage(env, "shell", "-v0", "-c", COUNT).split())
        found["acknowledged"], found["stored"], found["stored_responses"] = acknowledged(found), sittings, responses
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return found


def measure_otree(args: argparse.Namespace) -> dict[str, Any]:
    work = Path(tempfile.mkdtemp(prefix="likeness-otree-"))
    shutil.copytree(args.bench / "otree_panas", work / "project")
    for path in (work / "project").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    env = {
        **os.environ, "OTREE_PRODUCTION": "1", "OTREE_AUTH_LEVEL": "STUDY", "OTREE_ADMIN_PASSWORD": "bench",
        "OTREE_REST_KEY": "benchkey", "PATH": f"{args.otree.parent}:{os.environ['PATH']}",
    }  # fmt: skip
    env.pop("DATABASE_URL", None)
    port = free_port()
    server = subprocess.Popen(
        [str(args.otree), "prodserver", f"127.0.0.1:{port}"], cwd=work / "project", env=env,
        start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/")
        return drive(args, port, server.pid, ["--otree-config", "panas", "--otree-rest-key", "benchkey"])
    finally:
        end(server)
        shutil.rmtree(work, ignore_errors=True)


def drive(args: argparse.Namespace, port: int, pid: int, links: list[str]) -> dict[str, Any]:
    """Run the load driver against a server and return what it measured."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [
            sys.executable, str(args.bench / "peer_load.py"), "form", "--base", f"http://127.0.0.1:{port}",
            "--pid", str(pid), "--participants", str(args.participants), "--gets", str(args.gets),
            "--concurrency", LEVELS, "--out", out.name, *links,
        ]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found: dict[str, Any] = json.loads(Path(out.name).read_text())
        return found


def acknowledged(found: dict[str, Any]) -> int:
    """Return how many people were told that their page was stored."""
    return sum(
        level[phase]["n"]
        for level in found["levels"].values()
        for phase in ("post", "post_and_next_page", "double_submit")
    )


def table(result: dict[str, Any]) -> None:
    print(f"{'':26}" + "".join(f"{name:>14}" for name in result) + f"{'ratio':>10}")
    rows = [
        (f"{phase} at {level}, {title}", (level, phase, key))
        for phase, key, title in (
            ("get", "server_cpu_ms_each", "CPU ms"), ("post", "server_cpu_ms_each", "CPU ms"),
            ("post", "per_s", "a second"), ("post", "p95_ms", "p95 ms"), ("get", "p95_ms", "p95 ms"),
        )
        for level in LEVELS.split(",")
    ]  # fmt: skip
    for title, (level, phase, key) in rows:
        values = [found["levels"][level][phase][key] for found in result.values()]
        ratio = f"{values[0] / values[1]:10.2f}" if len(values) == 2 else ""
        print(f"{title:26}" + "".join(f"{value:14.2f}" for value in values) + ratio)
    ours = result["ours"]
    pages = [found["levels"]["1"]["page_bytes"] for found in result.values()]
    print(f"{'page bytes':26}" + "".join(f"{size:14}" for size in pages))
    errors = [count_errors(found) for found in result.values()]
    print(f"{'errors':26}" + "".join(f"{count:14}" for count in errors))
    print(
        f"acknowledged {ours['acknowledged']}, stored {ours['stored']} sittings with {ours['stored_responses']} answers"
    )


def count_errors(found: dict[str, Any]) -> int:
    phases = [phase for level in found["levels"].values() for phase in level.values() if isinstance(phase, dict)]
    return sum(phase["errors"] for phase in phases)


def manage(env: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )
    return done.stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str) -> None:
    for _try in range(200):
        try:
            urlopen(address, timeout=2).read()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{address} did not answer")


def end(server: subprocess.Popen[bytes]) -> None:
    os.killpg(server.pid, signal.SIGTERM)
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
