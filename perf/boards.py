"""The emotion board over many answers: server CPU per page, and the rebuild, beside the same board over few.

    python perf/boards.py --server postgresql://postgres@127.0.0.1:5432/postgres [--responses 1000000] [--json]

Makes two databases of its own on that server and drops them: one with 1,000 responses, one with as many as asked
for. In both, 200 models have a line with all 37 conditions, so that the pages differ by nothing but what lies beneath.
One gunicorn process serves; CPU is read from /proc, since it hardly moves with other load. A page is measured four
ways: made (nobody has asked yet since the rebuild), kept (somebody has), not modified (this reader has), and signed in
(a page of one's own around the kept board).
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
FEW, ENTRIES, FACTORS, ITEMS = 1000, 200, 36, 20
PAGES = {
    "emotions": "/boards/emotion/?",
    "36 factors": "/boards/emotion/?emotion=factors&",
    "CSV": "/boards/emotion.csv?",
    "JSON": "/api/boards/emotion/?",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="PostgreSQL where databases may be made")
    parser.add_argument("--responses", type=int, default=1_000_000)
    parser.add_argument("--fill", type=int, help=argparse.SUPPRESS)  # a process of its own: Django is set up once
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.fill:
        fill(args.fill)
        return 0
    result = {str(size): measure(args.server, size) for size in (FEW, args.responses)}
    table(result)
    if args.json:
        print(json.dumps(result))
    return 0


# --- the data ---


def fill(responses: int) -> None:
    """Give 200 models the same conditions; with more responses they sat more often, at least twice."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.settings")
    import django

    django.setup()
    from apps.studies.models import Condition, Instrument, LanguageModel, Respondent, Study

    panas = Instrument.objects.get(slug="panas")
    study = Study.objects.create(slug="perf", title="Perf", kind="imported", instrument=panas, protocol_sha256="0" * 64)
    groups = ["default", *factor_codes()]
    conditions = Condition.objects.bulk_create(Condition(study=study, code=group, group=group) for group in groups)
    engines = LanguageModel.objects.bulk_create(
        LanguageModel(slug=f"m{i}", label=f"model-{i}", engine="imported", name="m") for i in range(ENTRIES)
    )
    models = Respondent.objects.bulk_create(
        Respondent(kind="model", language_model=engine, label=engine.label) for engine in engines
    )
    repeats = max(2, round(responses / (ENTRIES * len(conditions) * ITEMS)))
    places = [(c.pk, m.pk, repeat) for repeat in range(repeats) for c in conditions for m in models]
    print(copy_rows(study.pk, panas, places, responses // ITEMS), session())


def session() -> str:
    """Return the cookie of somebody who is signed in."""
    from django.contrib.auth import get_user_model
    from django.test import Client as Visitor

    visitor = Visitor()
    visitor.force_login(get_user_model().objects.create_user("rosa"))
    return visitor.cookies["sessionid"].value


def factor_codes() -> list[str]:
    from apps.leaderboard.columns import EMOTIONS, factors_of

    return [factor.code for emotion in EMOTIONS for factor in factors_of(emotion)]


def copy_rows(study: int, panas: Any, places: list[tuple[int, int, int]], with_answers: int) -> int:
    """Write sittings, their two scores, and the first ones' answers, by COPY; return how many answers."""
    from django.db import connection

    items, subscales = [item.pk for item in panas.items_by_code().values()], panas.subscales_by_code().values()
    sittings = (
        (pk, f"{pk:032x}", study, c, m, repeat, pk, "[]", "0" * 64, "completed", "", "{}")
        for pk, (c, m, repeat) in enumerate(places, 1)
    )
    scores = (
        (m, study, c, subscale, pk, 10 + (pk * 7 + c * 3 + m + s) % 40, 10, 0, "likert-1")
        for pk, (c, m, _repeat) in enumerate(places, 1)
        for s, subscale in enumerate(subscales)
    )
    answers = (
        (pk, item, position, str(1 + (pk + position) % 5), str(1 + (pk + position) % 5), "")
        for pk in range(1, 1 + min(with_answers, len(places)))
        for position, item in enumerate(items, 1)
    )
    with connection.cursor() as cursor:
        for table, columns, rows in (
            ("studies_sitting", "id,code,study_id,condition_id,respondent_id,repeat,seed,item_order,protocol_sha256,"
             "state,exclusion_reason,draft", sittings),
            ("studies_score", "respondent_id,study_id,condition_id,subscale_id,sitting_id,value,n_items,n_missing,"
             "scorer", scores),
            ("studies_response", "sitting_id,item_id,position,raw,value,missing", answers),
        ):  # fmt: skip
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        cursor.execute("ANALYZE")
        cursor.execute("SELECT count(*) FROM studies_response")
        return int(cursor.fetchone()[0])


# --- the measurement ---


def measure(server: str, responses: int) -> dict[str, Any]:
    name = f"likeness_perf_{os.getpid()}"
    env = {**os.environ, "DATABASE_URL": urlunsplit(urlsplit(server)._replace(path=f"/{name}")), "WEB_CONCURRENCY": "1"}
    with psycopg.connect(server, autocommit=True) as admin, tempfile.TemporaryDirectory() as work:
        env["DATA_DIR"] = work
        admin.execute(f"CREATE DATABASE {name}")
        try:
            for command in ("migrate -v0", "load_instruments -v0", "collectstatic --noinput -v0"):
                run(env, "manage.py", *command.split())
            count, cookie = run(env, __file__, "--server", server, "--fill", str(responses))[0].split()
            found: dict[str, Any] = {"responses": int(count)}
            said, megabytes = run(env, "manage.py", "rebuild_leaderboard", "emotion")
            found.update(rebuild=said.strip(), rebuild_s=float(re.findall(r"([\d.]+) s", said)[-1]), rss_mb=megabytes)
            found["pages"] = serve(env, cookie)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    return found


def run(env: dict[str, str], *command: str) -> tuple[str, int]:
    """Return what was printed and the largest memory in MB."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, stdout=out)
        _pid, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{' '.join(command)} failed")
        out.seek(0)
        return out.read(), usage.ru_maxrss // 1024


def serve(env: dict[str, str], cookie: str) -> dict[str, dict[str, float]]:
    log = Path(env["DATA_DIR"], "gunicorn-port")
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", "127.0.0.1:0", "apps.wsgi"]
    with log.open("w") as err:
        server = subprocess.Popen([*command, "--log-level", "info"], cwd=ROOT, env=env, stderr=err)
    try:
        while not (found := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", log.read_text())):
            if server.poll() is not None:
                raise SystemExit(log.read_text())
        client = Client(int(found[1]), server.pid)
        return {title: client.page(path, cookie) for title, path in PAGES.items()}
    finally:
        server.terminate()
        server.wait(10)


class Client:
    """One connection, like a browser's; everything it asks is charged to the server's processes."""

    def __init__(self, port: int, pid: int) -> None:
        self.connection, self.pid = http.client.HTTPConnection("127.0.0.1", port), pid
        self.get("/boards/emotion/?warm=up")

    def page(self, path: str, cookie: str) -> dict[str, float]:
        made = self.each(f"{path}number={i}" for i in range(20))
        tag, size = self.get(path)
        kept = self.each(path for _i in range(400))
        same = self.each((path for _i in range(1000)), tag, expect=304)
        found = {"made": made, "kept": kept, "not modified": same, "kB sent": size / 1000}
        if path.startswith("/boards/") and ".csv" not in path:  # files are made anew for who is signed in
            self.get(path, cookie=cookie)
            found["signed in"] = self.each((path for _i in range(100)), cookie=cookie)
        return found

    def each(self, paths: Iterator[str], tag: str = "", expect: int = 200, cookie: str = "") -> float:
        """Return milliseconds of server CPU per request."""
        before, count = self.cpu(), 0
        for path in paths:
            self.get(path, tag, expect, cookie)
            count += 1
        return (self.cpu() - before) / count * 1000

    def get(self, path: str, tag: str = "", expect: int = 200, cookie: str = "") -> tuple[str, int]:
        headers = {"Accept-Encoding": "gzip", "If-None-Match": tag, "Cookie": f"sessionid={cookie}" if cookie else ""}
        self.connection.request("GET", path, headers={name: value for name, value in headers.items() if value})
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != expect:
            raise SystemExit(f"{path} answered {answer.status}")
        return answer.headers.get("ETag", ""), len(body)

    def cpu(self) -> float:
        """Return the seconds that the server and its children have used, by the scheduler's own count."""
        tree = [self.pid, *map(int, Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split())]
        tasks = [task for pid in tree for task in Path(f"/proc/{pid}/task").iterdir()]
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def table(result: dict[str, Any]) -> None:
    few, many = result.values()
    print(f"{'':32}{few['responses']:>12,}{many['responses']:>12,}{'ratio':>8}")
    rows = [(f"rebuild, {unit}", few[key], many[key]) for unit, key in (("s", "rebuild_s"), ("MB", "rss_mb"))]
    for title, figures in few["pages"].items():
        rows += [(f"{title}, {what}", figure, many["pages"][title][what]) for what, figure in figures.items()]
    for title, one, other in rows:
        print(f"{title:32}{one:12.2f}{other:12.2f}{other / one if one else 0:8.2f}")
    print("Pages are in ms of server CPU. " + many["rebuild"])


if __name__ == "__main__":
    sys.exit(main())
