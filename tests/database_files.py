"""What SQLite has on disk, where deleted rows could still be read."""

import subprocess
from pathlib import Path

from django.db import connection


def files() -> bytes:
    """Return what the database has on disk.

    Another process reads it: a file that this one closes takes along SQLite's locks on it (POSIX), and whoever
    opens the database next may then truncate what we have mapped.
    """
    path = Path(connection.settings_dict["NAME"])
    return subprocess.run(["cat", *path.parent.glob(f"{path.name}*")], stdout=subprocess.PIPE, check=True).stdout
