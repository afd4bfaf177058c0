"""What headers say about waiting: seconds, milliseconds, dates, spans."""

import pytest

from inference.hints import Hints, hints, retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "150"}, 0.15),
        ({"retry-after-ms": "150", "retry-after": "1"}, 0.15),
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_it_reads_the_wait_a_server_asks_for(headers, seconds):
    assert retry_after(headers) == seconds


def test_it_measures_a_date_against_the_servers_own_clock():
    """The dates are years away from ours: a wrong clock on either side does no harm."""
    headers = {
        "date": "Fri, 31 Dec 1999 23:59:50 GMT",
        "retry-after": "Sat, 01 Jan 2000 00:00:00 GMT",
    }

    assert retry_after(headers) == 10


def test_a_date_in_the_past_is_no_wait():
    headers = {
        "date": "Sat, 01 Jan 2000 00:00:00 GMT",
        "retry-after": "Fri, 31 Dec 1999 23:59:50 GMT",
    }

    assert retry_after(headers) == 0


def test_a_date_says_nothing_without_the_servers_clock():
    assert retry_after({"retry-after": "Sat, 01 Jan 2000 00:00:00 GMT"}) is None


def test_it_reads_announced_limits():
    headers = {"x-ratelimit-limit-requests": "500", "x-ratelimit-limit-tokens": "30000"}

    assert hints(headers) == Hints(requests=500, tokens=30000, pause=None)


@pytest.mark.parametrize(("span", "seconds"), [("6m0s", 360), ("12ms", 0.012), ("1h2m3.5s", 3723.5), ("20", 20)])
def test_it_pauses_until_a_used_up_limit_is_fresh(span, seconds):
    headers = {"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": span}

    assert hints(headers).pause == pytest.approx(seconds)


def test_it_does_not_pause_while_something_is_left():
    headers = {"x-ratelimit-remaining-tokens": "1", "x-ratelimit-reset-tokens": "6m0s"}

    assert hints(headers).pause is None
