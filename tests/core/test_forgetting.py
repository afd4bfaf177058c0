"""What is deleted leaves SQLite's log too, also while somebody reads."""

import sqlite3
from threading import Timer

import pytest
from django.contrib.auth.models import User
from django.db import connection

from apps.core import forgetting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def reader(monkeypatch):
    """Somebody who has begun to read before the last change."""
    if connection.vendor != "sqlite":
        pytest.skip("looks into the log of SQLite")
    monkeypatch.setattr(forgetting, "WAIT_MS", 50)
    monkeypatch.setattr(forgetting, "PAUSES", (0.1, 0.3))
    other = sqlite3.connect(connection.settings_dict["NAME"], check_same_thread=False, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM auth_user").fetchall()
    User.objects.create(username="brasswindmill")
    User.objects.all().delete()
    yield other
    other.close()


def test_who_reads_all_the_while_is_told_of(reader, caplog):
    forgetting.forget_deleted()

    assert "can still be read" in caplog.text
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (30_000,)


def test_who_stops_reading_is_waited_for(reader, caplog):
    Timer(0.2, reader.close).start()

    forgetting.forget_deleted()

    assert caplog.text == ""
    with open(f"{connection.settings_dict['NAME']}-wal", "rb") as log:
        assert log.read() == b""
