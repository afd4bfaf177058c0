"""What a browser says about times is read where it can be, and is never an error."""

import pytest

from apps.studies.latency import LONGEST_MS, read_times


def test_times_are_whole_milliseconds_by_name():
    assert read_times('{"excited": 1200, "upset": 800.9}') == {"excited": 1200, "upset": 800}


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "3", "{", "nonsense", "[" * 100_000])
def test_what_is_no_list_of_times_holds_none(text):
    assert read_times(text) == {}


@pytest.mark.parametrize("odd", ["-1", "true", "null", '"900"', "NaN", "Infinity", str(LONGEST_MS + 1)])
def test_an_odd_time_is_left_out_alone(odd):
    assert read_times(f'{{"excited": {odd}, "upset": 800}}') == {"upset": 800}
