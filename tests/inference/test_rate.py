"""How the pace answers to replies, refusals and failures, on a clock that the test turns."""

from hypothesis import given
from hypothesis import strategies as st

from inference.hints import Hints
from inference.rate import Limits, Pace
from inference.spacing import Spacing

NOTHING = Hints()


def refused_pace(at: float = 100.0) -> Pace:
    """Return a pace that sent eight requests within a tenth of a second and met one 429."""
    pace = Pace()
    sent = [pace.send(at + number / 80, 1, number + 1) for number in range(8)]
    pace.refused(sent[-1], at + 0.2, retry_after=1.0)
    return pace


def test_it_starts_at_eight_and_doubles_each_round_trip():
    pace = Pace()
    widths = []
    for round_trip in range(3):
        widths.append(int(pace.concurrency))
        sent = [pace.send(float(round_trip), 1, widths[-1]) for _ in range(widths[-1])]
        for one in sent:
            pace.answered(one, round_trip + 0.5, None, NOTHING)

    assert widths == [8, 16, 32]


def test_it_never_goes_beyond_what_is_allowed_at_once():
    pace = Pace(Limits(concurrency=10))
    for second in range(50):
        pace.answered(pace.send(float(second), 1, 10), second + 0.5, None, NOTHING)

    assert pace.concurrency == 10


def test_it_does_not_grow_while_there_is_room():
    pace = Pace()

    pace.answered(pace.send(0.0, 1, in_flight=3), 0.5, None, NOTHING)

    assert pace.concurrency == 8


def test_a_refusal_freezes_the_endpoint_for_as_long_as_asked():
    pace = refused_pace(at=100.0)

    assert pace.wait(100.2, 1) == 1.0
    assert pace.wait(101.0, 1) > 0
    assert pace.wait(101.3, 1) == 0


def test_a_refusal_takes_three_tenths_off_once_for_all_that_were_under_way():
    pace = Pace()
    sent = [pace.send(100.0, 1, 8) for _ in range(8)]

    for one in sent:
        pace.refused(one, 100.1, retry_after=None)

    assert pace.concurrency == 8 * 0.7


def test_it_shrinks_at_most_once_per_cooldown():
    pace = Pace()
    pace.refused(pace.send(100.0, 1, 8), 100.1, None)
    pace.refused(pace.send(101.2, 1, 8), 101.3, None)

    assert pace.concurrency == 8 * 0.7


def test_it_grows_by_one_for_each_second_without_a_refusal():
    pace = Pace()
    pace.refused(pace.send(100.0, 1, 8), 100.1, None)

    for second in (101.5, 101.6, 102.6):
        pace.answered(pace.send(second, 1, 8), second, None, NOTHING)

    assert pace.concurrency == 8 * 0.7 + 2


def test_a_failing_server_costs_no_concurrency():
    pace = Pace()
    for second in range(5):
        pace.send(float(second), 1, 8)
        pace.failed(second + 0.1, retry_after=None)

    assert pace.concurrency == 8
    assert pace.wait(10.0, 1) == 0


def test_a_failing_server_that_asks_to_wait_is_waited_for():
    pace = Pace()
    pace.send(0.0, 1, 1)

    pace.failed(0.1, retry_after=5.0)

    assert pace.wait(0.1, 1) == 5.0


def test_it_keeps_the_given_requests_per_minute():
    pace = Pace(Limits(requests_per_minute=2))
    pace.send(0.0, 1, 1)
    pace.send(1.0, 1, 1)

    assert pace.wait(2.0, 1) == 58


def test_it_counts_true_tokens_once_they_are_known():
    pace = Pace(Limits(tokens_per_minute=100))
    sent = pace.send(0.0, 90, 1)
    assert pace.wait(1.0, 50) == 59

    pace.answered(sent, 1.0, 20, NOTHING)

    assert pace.wait(1.0, 50) == 0


def test_it_takes_up_announced_limits():
    pace = Pace()
    pace.answered(pace.send(0.0, 1, 1), 0.5, None, Hints(requests=1))
    pace.send(1.0, 1, 1)

    assert pace.wait(2.0, 1) == 59


def test_a_limit_given_by_hand_goes_before_an_announced_one():
    pace = Pace(Limits(requests_per_minute=2))

    pace.answered(pace.send(0.0, 1, 1), 0.5, None, Hints(requests=1))

    assert pace.wait(1.0, 1) == 0


def test_it_learns_to_send_at_the_rate_that_was_let_through():
    """Fifty left within a second, the next was refused: from then on a little under fifty a second."""
    pace = Pace()
    for number in range(50):
        pace.send(100 + number / 50, 1, 1)
    pace.refused(pace.send(101.0, 1, 1), 101.01, retry_after=1.0)

    now, left = 102.1, 0
    while now < 103.1:
        if (wait := pace.wait(now, 1)) > 0:
            now += wait
        else:
            pace.send(now, 1, 1)
            left += 1

    assert 45 <= left <= 50


def test_the_rate_comes_back_to_where_it_was_refused_and_then_beyond():
    spacing = Spacing(refused_per_second=50, since=0.0)

    assert spacing.per_second(0.0) == 47.5
    assert spacing.per_second(15.0) == 50
    assert spacing.per_second(45.0) > 60


def test_a_second_refusal_soon_after_moves_the_ceiling_and_an_aftershock_does_not():
    spacing = Spacing(refused_per_second=50, since=0.0)

    spacing.refused(1.0, let_through=10)
    assert spacing.refused_per_second == 50

    spacing.refused(3.0, let_through=40)
    assert spacing.refused_per_second == 40 * 0.96


@given(st.lists(st.tuples(st.floats(0, 3), st.sampled_from(["ok", "429", "500"])), max_size=200))
def test_it_never_stops_for_good(happenings):
    """Whatever happens, one request at a time stays allowed and the wait has an end."""
    pace, now = Pace(), 0.0
    for pause, happening in happenings:
        now += pause
        sent = pace.send(now, 1, 8)
        if happening == "ok":
            pace.answered(sent, now + 0.01, None, NOTHING)
        elif happening == "429":
            pace.refused(sent, now + 0.01, retry_after=1.0)
        else:
            pace.failed(now + 0.01, None)

    assert pace.concurrency >= 1
    assert 0 <= pace.wait(now, 1) < 30


def test_all_who_share_a_pace_share_what_may_be_in_flight():
    pace = Pace(Limits(concurrency=2))

    assert pace.enter(0.0, 1) and pace.enter(0.0, 1)
    assert pace.enter(0.0, 1) is None

    pace.leave()
    assert pace.enter(0.0, 1)
