"""How long the published answers take to import, and how much memory.

The PANAS files of the models and the crowd workbook go into a fresh SQLite file, in a process of
their own; then once more, to see that repeating is quick and changes nothing.

    python perf/import_emotionbench.py [FOLDER] [--json]

FOLDER holds the published data (default ../shared/upstream/emotionbench).
Target on 2 cores: under 60 s and under 500 MB.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ROOT.parent / "shared" / "upstream" / "emotionbench"
MOST_SECONDS, MOST_MEBIBYTES = 60, 500
TABLES = ("Respondent", "Sitting", "Response", "Score")


@dataclass(frozen=True)
class Measured:
    """One command: seconds on the clock, seconds of processor, peak of resident memory."""

    step: str
    wall_s: float
    cpu_s: float
    peak_mb: float


def measure(step: str, arguments: list[str], folder: Path) -> Measured:
    """Run manage.py under a small parent of its own, so that the peak is this command's alone."""
    code = (
        "import json, resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True)\n"
        "usage = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))\n"
    )
    command = [sys.executable, "-c", code, sys.executable, str(ROOT / "manage.py"), *arguments, "-v0"]
    started = time.monotonic()
    done = subprocess.run(command, env=environment(folder), check=True, stdout=subprocess.PIPE, text=True)
    wall = time.monotonic() - started
    cpu, peak_kb = json.loads(done.stdout.splitlines()[-1])
    return Measured(step, round(wall, 2), round(cpu, 2), round(peak_kb / 1024, 1))


def environment(folder: Path) -> dict[str, str]:
    """The embedded mode on its own folder, whatever the shell has set."""
    own = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "SECRET_KEY"}}
    return own | {"DATA_DIR": str(folder)}


def count_rows(folder: Path) -> dict[str, int]:
    code = (
        "from apps.studies import models; import json; "
        f"print(json.dumps({{name: getattr(models, name).objects.count() for name in {TABLES}}}))"
    )
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "-v0", "-c", code]
    done = subprocess.run(command, env=environment(folder), check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def cores() -> int:
    return len(os.sched_getaffinity(0))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=PUBLISHED)
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    options = parser.parse_args()
    files = [str(path.resolve()) for path in sorted(options.folder.glob("panas/*"))]
    if not files:
        parser.error(f"{options.folder} has no panas folder with files; name the folder of published data")
    with tempfile.TemporaryDirectory(prefix="likeness-import-") as name:
        folder = Path(name)
        for arguments in (["migrate"], ["load_instruments"]):
            measure("", arguments, folder)
        steps = [measure(step, ["import_emotionbench", *files], folder) for step in ("import", "again")]
        rows = count_rows(folder)
    show(len(files), steps, rows)
    met = steps[0].wall_s < MOST_SECONDS and steps[0].peak_mb < MOST_MEBIBYTES
    if options.json:
        print(json.dumps({"files": len(files), "rows": rows, "steps": [asdict(step) for step in steps], "met": met}))
    return 0 if met else 1


def show(files: int, steps: list[Measured], rows: dict[str, int]) -> None:
    print(f"{files} files, {', '.join(f'{count} {name.lower()}s' for name, count in rows.items())}, {cores()} cores")
    print(f"{'step':<8}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}")
    for step in steps:
        print(f"{step.step:<8}{step.wall_s:>9.2f}{step.cpu_s:>9.2f}{step.peak_mb:>9.1f}")
    print(f"{'target':<8}{MOST_SECONDS:>9}{'':>9}{MOST_MEBIBYTES:>9}")


if __name__ == "__main__":
    sys.exit(main())
