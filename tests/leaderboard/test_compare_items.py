"""Two lines item by item: each item's test from the answers themselves, and why there may be none."""

import pytest

from apps.benchmarks.ranks import holm
from apps.benchmarks.stats import compare, summarise
from apps.leaderboard.boards import refresh_boards
from apps.leaderboard.compare_items import items_of, untested_because
from apps.leaderboard.models import Board, Entry
from apps.studies.models import LanguageModel, Respondent
from tests.leaderboard.answering import answer
from tests.leaderboard.judging import busy_study

ONE, TWO = [1, 2, 2, 3, 1], [4, 5, 4, 4, 3]


@pytest.fixture
def both(study, model):
    """Two models that were asked alike and answered differently to two words."""
    engine = LanguageModel.objects.create(slug="model-2", label="model-2", engine="imported", name="model-2")
    other = Respondent.objects.create(kind="model", language_model=engine, label="model-2")
    for who, ratings in ((model, ONE), (other, TWO)):
        for rating in ratings:
            answer(study, who, "default", 6 - rating, rating)
            answer(study, who, "fear-2.1", 3, rating)
    refresh_boards()
    return tuple(Board.objects.get(slug="emotion").entry_set.get(label=label) for label in ("model-1", "model-2"))


def test_an_item_is_tested_as_two_samples_of_its_answers(both):
    default, after = items_of(*both, alpha=0.01)

    assert (default.title, after.title) == ("Default", "After the situations")
    found = dict(default.lines)["Distressed"]
    assert found.result == compare(summarise(ONE), summarise(TWO), 0.01)
    assert found.difference == pytest.approx(4 - 1.8)


def test_the_items_of_one_condition_are_one_family(both):
    default, after = items_of(*both, alpha=0.01)

    # All other words were rated 3 by both: they do not vary, and have no p
    tested = {title: line for title, line in default.lines if line.adjusted is not None}
    assert set(tested) == {"Interested", "Distressed"}
    assert default.tested == 2 and after.tested == 1
    expected = holm([line.result.p for line in tested.values()])
    assert [line.adjusted for line in tested.values()] == expected
    assert len(default.lines) == 20


def test_the_page_shows_them_with_a_figure(client, both):
    page = client.get("/compare/?a=model-1&b=model-2").content.decode()

    assert page.count("<summary>Item by item:") == 2
    assert "20 items, 2 of them tested" in page
    assert page.count('class="dots"') == 2
    assert '<li class="m">model-1</li><li class="m hollow">model-2</li>' in page


def test_printed_lines_have_none_and_the_page_says_why(client, both):
    Entry.objects.filter(label="gpt-4", board__slug="emotion").update(vignettes=both[0].vignettes)

    page = client.get("/compare/?a=gpt-4&b=model-1").content.decode()

    assert "only printed figures of gpt-4 are here, no answers" in page
    assert "Item by item" not in page


def test_rates_say_why_they_have_no_test(instruments):
    busy_study()
    refresh_boards()
    first, second = Entry.objects.filter(board__slug="echo", provenance__judge="gpt-5", provenance__total="")[:2]

    assert items_of(first, second, 0.01) == []
    assert "hang together by judge and question" in untested_because(first, second)


def test_of_few_people_it_says_why_there_is_no_test(client, study, person, both):
    somebody = person()
    answer(study, somebody, "default", 3, 3)
    answer(study, somebody, "fear-2.1", 3, 4)
    refresh_boards()

    page = client.get("/compare/?a=people&b=model-1").content.decode()

    assert "is told when their study is over, and of 10 people or more" in page
