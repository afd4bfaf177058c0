"""No log line holds an address that opens what people told us."""

import logging

import pytest

from apps.core.logs import HideParticipants


@pytest.mark.parametrize(
    ("message", "args", "shown"),
    [
        ("Not Found: %s", ("/me/abcdef/profile/",), "Not Found: /me/..."),
        ('"POST /j/abcdef/ghijkl/judge/ HTTP/1.1" 200', (), '"POST /j/... HTTP/1.1" 200'),
        ("%s gave %d", ("/me/abcdef/everything.json", 500), "/me/... gave 500"),
        ("from /p/abcdef/ to https://lab.example/me/abcdef/", (), "from /p/... to https://lab.example/me/..."),
    ],
)
def test_a_private_address_is_cut(message, args, shown):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)

    assert HideParticipants().filter(record)

    assert record.getMessage() == shown


@pytest.mark.parametrize("path", ["/boards/echo/", "/turing/who-wrote-this/people/p-abcdef/", "/studies/me-too/"])
def test_other_addresses_stay(path):
    record = logging.LogRecord("x", logging.INFO, "", 0, "GET %s", (path,), None)

    HideParticipants().filter(record)

    assert record.getMessage() == f"GET {path}"
