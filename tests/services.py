"""What some tests need beside Python: PostgreSQL, Redis, Chromium. `make test` starts and installs them."""

import os
import shutil
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
import redis


@pytest.fixture
def postgres_url():
    """The address of an empty PostgreSQL database of this test's own."""
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        pytest.skip("needs PostgreSQL: run `make test`, or install postgresql and set TEST_DATABASE_URL")
    name = f"likeness_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def redis_url():
    """The address of an empty Redis database of this test process's own."""
    server = os.environ.get("TEST_REDIS_URL")
    if not server:
        pytest.skip("needs Redis: run `make test`, or install redis-server and set TEST_REDIS_URL")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    url = urlunsplit(urlsplit(server)._replace(path=f"/{8 + int(worker) % 8}"))
    with redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture(scope="session")
def chromium():
    """The path of Debian's or anybody's Chromium."""
    found = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not found:
        pytest.skip("needs Chromium: run `make test` as root or with sudo, or install the package chromium")
    return found
