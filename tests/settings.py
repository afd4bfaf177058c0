"""The real settings, with faster passwords and files that need no collectstatic.

Each of pytest-xdist's processes has a folder and a Redis database of its own.
"""

import os
import re
import tempfile
from pathlib import Path

process = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
folder = Path(os.environ.get("DATA_DIR") or Path(tempfile.gettempdir(), f"likeness-tests-{os.getuid()}"))
if folder.name != process:
    folder /= process
(folder / "static").mkdir(parents=True, exist_ok=True)
os.environ["DATA_DIR"] = str(folder)
if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = re.sub(r"/\d*$", "", os.environ["REDIS_URL"]) + f"/{process.removeprefix('gw')}"

from apps.settings import *  # noqa: E402, F403
from apps.settings import CACHES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Tests write lines without a rebuild, so pages are kept only where that is tested.
CACHES = {**CACHES, "pages": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
