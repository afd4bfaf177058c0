"""A bad value stops the start with a sentence; server mode passes Django's own deployment check."""

import pytest

SERVER = {
    "SECRET_KEY": "a-key-of-fifty-letters-or-more-for-a-test-that-nobody-keeps-0123456789",
    "ALLOWED_HOSTS": "lab.example.org",
    "DATABASE_URL": "postgresql://likeness:secret@127.0.0.1:1/likeness",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def test_the_deployment_check_is_clean_in_server_mode(manage):
    said = manage("check", "--deploy", "--fail-level=DEBUG", **SERVER)

    assert (said.returncode, said.stderr) == (0, "")
    assert "no issues" in said.stdout


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"DEBUG": "perhaps"}, 'DEBUG is "perhaps"; set it to 1 or 0'),
        ({"HTTPS": "on-sundays"}, 'HTTPS is "on-sundays"; set it to 1 or 0'),
        ({"ALPHA": "small"}, 'ALPHA is "small"; set it to a number'),
        ({"ALPHA": "5"}, "ALPHA is 5; set it between 0.0001 and 0.5"),
        ({"RESERVATION_MINUTES": "0"}, "RESERVATION_MINUTES is 0; set it between 1 and 1440"),
        ({"DATABASE_URL": "postgres at home"}, "DATABASE_URL cannot be read; write postgresql://"),
        ({"DATABASE_URL": "oops://user@host/name"}, "DATABASE_URL cannot be read; write postgresql://"),
        ({"REDIS_URL": "localhost:6379"}, "REDIS_URL must begin with redis://"),
        ({"SECRET_KEY": "x" * 60}, "ALLOWED_HOSTS is empty; set it to the site's host names"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_bad_value_stops_the_start_with_a_sentence(manage, named, sentence):
    said = manage("migrate", "--check", **named)

    assert said.returncode != 0
    assert sentence in said.stderr


def test_a_bad_value_shows_no_traceback(manage):
    said = manage("check", ALPHA="small")

    assert "Traceback" not in said.stderr
    assert len(said.stderr.strip().splitlines()) == 1


def test_embedded_mode_keeps_its_key_for_its_owner_alone(manage, tmp_path):
    manage("check")
    first = (tmp_path / "var" / "secret-key").read_text()
    manage("check")

    assert (tmp_path / "var" / "secret-key").read_text() == first
    assert (tmp_path / "var" / "secret-key").stat().st_mode & 0o077 == 0


def test_server_mode_writes_no_key(manage, tmp_path):
    manage("check", **SERVER)

    assert not (tmp_path / "var" / "secret-key").exists()
