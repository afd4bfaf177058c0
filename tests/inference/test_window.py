"""A window never lets more through than its limit, whatever is asked of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.window import Window


def test_it_lets_a_whole_limit_through_at_once():
    window = Window(limit=3, seconds=60)

    waits = []
    for _ in range(4):
        waits.append(window.wait(100.0))
        window.take(100.0)

    assert waits[:3] == [0, 0, 0]
    assert waits[3] == 60


def test_it_frees_what_was_taken_a_window_ago():
    window = Window(limit=1, seconds=60)
    window.take(100.0)

    assert window.wait(130.0) == 30
    assert window.wait(160.0) == 0


def test_it_waits_for_enough_room_for_a_large_amount():
    window = Window(limit=10, seconds=60)
    window.take(0.0, 4)
    window.take(10.0, 4)

    assert window.wait(20.0, 2) == 0
    assert window.wait(20.0, 5) == 40
    assert window.wait(20.0, 7) == 50


def test_it_lets_an_amount_above_its_limit_into_an_empty_window_only():
    window = Window(limit=10, seconds=60)

    assert window.wait(0.0, 11) == 0
    window.take(0.0, 1)
    assert window.wait(5.0, 11) == 55


def test_it_gives_back_what_an_estimate_took_too_much():
    window = Window(limit=10, seconds=60)
    taken = window.take(0.0, 10)

    window.correct(taken, 4)

    assert window.wait(1.0, 6) == 0


def test_it_ignores_a_correction_of_what_it_has_forgotten():
    window = Window(limit=10, seconds=60)
    old = window.take(0.0, 10)
    window.wait(61.0)

    window.correct(old, 0)
    window.take(61.0, 10)

    assert window.wait(61.0, 1) == 60


def test_it_rejects_a_limit_that_lets_nothing_through():
    with pytest.raises(ValueError, match="nothing through"):
        Window(limit=0, seconds=60)


@given(
    limit=st.integers(1, 50),
    steps=st.lists(st.tuples(st.floats(0, 30), st.integers(1, 20)), max_size=80),
)
def test_no_stretch_of_time_ever_holds_more_than_the_limit(limit, steps):
    window, now, taken = Window(limit, 60.0), 0.0, []
    for pause, amount in steps:
        now += pause
        amount = min(amount, limit)
        while (wait := window.wait(now, amount)) > 0:
            now += wait
        window.take(now, amount)
        taken.append((now, amount))

    for start, _ in taken:
        assert sum(amount for at, amount in taken if start <= at < start + 60 - 1e-9) <= limit
