"""The real settings, with faster passwords and files that need no collectstatic."""

import os
import tempfile

os.environ.setdefault("DATA_DIR", os.path.join(tempfile.gettempdir(), f"likeness-tests-{os.getuid()}"))
os.makedirs(os.environ["DATA_DIR"], exist_ok=True)

from apps.settings import *  # noqa: E402, F403
from apps.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
