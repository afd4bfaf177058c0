"""manage.py as a person starts it: in a process of its own, with only the environment that a test names."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def environment(tmp_path):
    """Return `environment(**named)`: nothing of this process's settings, and a folder of the test's own."""

    def environment(**named):
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LC_ALL") if name in os.environ}
        return kept | {"DATA_DIR": str(tmp_path / "var")} | named

    return environment


@pytest.fixture
def manage(environment):
    def manage(*arguments, **named):
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment(**named),
            capture_output=True,
            text=True,
            timeout=60,
        )

    return manage
