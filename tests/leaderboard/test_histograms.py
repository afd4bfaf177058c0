"""Histograms of a line over people's: shares on one scale, and every count in a table."""

import pytest

from apps.leaderboard.histograms import AXIS, HIGH, WIDE, Histogram, item_groups, score_groups
from apps.leaderboard.subjects import people_beside
from tests.leaderboard.answering import answer, line
from tests.leaderboard.test_entry import page_of


def test_bars_are_shares_so_that_few_and_many_compare():
    drawn = Histogram("x", own=[1, 3], people=[200, 200])

    assert (drawn.n, drawn.n_people) == (4, 400)
    # Shares are .25 and .75 above, .5 and .5 below; the largest reaches HIGH
    assert [bar.height for bar in drawn.bars] == pytest.approx([HIGH / 3, HIGH], abs=0.05)
    assert [bar.height for bar in drawn.people_bars] == pytest.approx([HIGH * 2 / 3] * 2, abs=0.05)
    assert [bar.y + bar.height for bar in drawn.bars] == pytest.approx([AXIS, AXIS])
    assert {bar.y for bar in drawn.people_bars} == {AXIS}
    assert [bar.x for bar in drawn.bars] == [0, WIDE / 2]


def test_an_empty_bin_has_no_bar_and_nobody_beside_is_no_error():
    drawn = Histogram("x", own=[0, 5], people=[])

    assert len(drawn.bars) == 1
    assert drawn.people_bars == []


@pytest.fixture
def entry(study, model, person):
    """A model beside one person whose answers were published; of few people here the spread is not told."""
    study.kind = study.Kind.IMPORTED
    study.save()
    somebody = person()
    answer(study, somebody, "default", 3, 3)
    answer(study, somebody, "anger-1.1", 3, 5)
    for condition, rating in [("default", 1), ("default", 2), ("anger-1.1", 4)]:
        answer(study, model, condition, 3, rating)
    return line("model-1")


def test_a_group_is_a_subscale_from_default_to_overall(entry):
    (people,) = people_beside(entry)

    positive, negative = score_groups(entry, people)

    assert (positive.title, negative.title) == ("Positive affect", "Negative affect")
    assert [one.title for one in negative.histograms] == ["Default", "Anger", "Overall"]
    assert [(one.n, one.n_people) for one in negative.histograms] == [(2, 1), (1, 1), (1, 1)]
    assert negative.bins[0] == "10"


def test_items_are_grouped_by_condition(entry):
    (people,) = people_beside(entry)

    groups = {group.title: group for group in item_groups(entry, people)}

    assert list(groups) == ["Default", "After the situations"]
    assert groups["Default"].bins == ["1", "2", "3", "4", "5"]
    (distressed,) = [one for one in groups["Default"].histograms if one.title == "Distressed"]
    assert (distressed.own, distressed.people) == ([1, 1, 0, 0, 0], [0, 0, 1, 0, 0])


def test_the_page_draws_them_and_holds_every_count(client, entry):
    page = page_of(client, entry)

    assert "How the answers are spread" in page
    assert page.count("<summary>Counts:") == 4
    assert "Default: 2 of model-1 above the axis, 1 of people below it" in page


def test_a_line_without_raw_answers_says_nothing_of_their_spread(client, study):
    assert "How the answers are spread" not in page_of(client, line("gpt-4"))
