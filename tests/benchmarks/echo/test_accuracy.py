"""How often judges are right, by how sure they were."""

import pytest

from apps.benchmarks.echo.accuracy import calibrate
from apps.benchmarks.echo.shares import Share, wilson


def test_each_level_has_its_own_share():
    result = calibrate([True, False, True, True, False], [5, 1, 5, None, 1])

    assert (result.overall.value, result.overall.n) == (0.6, 5)
    assert (result.by_level[5].value, result.by_level[5].n) == (1.0, 2)
    assert result.by_level[1] == Share(0.0, 2, wilson(0.0, 2))
    assert (result.unsaid.value, result.unsaid.n) == (1.0, 1)


def test_a_level_nobody_chose_has_no_share():
    assert calibrate([True], [3]).by_level[4] == Share(None, 0, None)


def test_no_judgement_has_no_accuracy():
    assert calibrate([], []).overall == Share(None, 0, None)


def test_it_refuses_a_level_off_the_scale():
    with pytest.raises(ValueError, match="from 1 to 5; got 0, 6"):
        calibrate([True, False], [0, 6])


def test_it_refuses_lists_of_different_lengths():
    with pytest.raises(ValueError, match="zip"):
        calibrate([True, False], [3])
