"""How scores and answers are spread: counted at the rebuild, bounded, and left out of every list."""

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from apps.leaderboard.distributions import MOST_BINS, Bins, bins_of, item_counts, of_many
from apps.leaderboard.models import Entry
from apps.studies.models import Instrument
from tests.leaderboard.answering import answer, answer_all_but_one, exclude, line


def test_every_score_of_a_subscale_has_its_bin(instruments):
    for instrument in Instrument.objects.filter(benchmark__in=["emotionbench", "refusal"]):
        for subscale in instrument.subscale_set.all():
            bins = Bins.of(subscale)
            scores = bins.low + bins.step * np.arange(bins.values)

            counts = bins.counts(scores)

            assert len(counts) == len(bins.starts) <= MOST_BINS
            assert set(counts[:-1]) == {bins.per_bin}, "bins hold equally many possible scores"
            assert scores[-1] == pytest.approx(subscale.high)


def test_panas_has_bins_of_three_from_ten(instruments):
    bins = bins_of(Instrument.objects.get(slug="panas"))["positive"]

    assert bins.starts == [10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49]
    assert bins.counts(np.array([10.0, 12, 13, 50])) == [2, 1, *[0] * 11, 1]


def test_a_share_has_bins_too(instruments):
    bins = bins_of(Instrument.objects.get(slug="refusal"))["refused"]

    assert bins.counts(np.array([0.0, 0.05, 0.1, 1.0])) == [2, 1, *[0] * 8, 1]


def test_a_model_s_scores_are_counted_by_condition(study, model):
    for condition, negative in [("default", 1), ("anger-1.1", 4), ("anger-1.2", 5), ("fear-2.1", 5)]:
        answer(study, model, condition, 3, negative)

    kept = line("model-1").distributions

    def spread(condition):
        return dict(zip(kept["starts"]["negative"], kept["scores"][f"{condition}.negative"], strict=True))

    # 27 and one rating: 28 in default; 31 and 32 after anger, 32 after fear
    assert {start: n for start, n in spread("default").items() if n} == {28: 1}
    assert {start: n for start, n in spread("anger").items() if n} == {31: 2}
    assert {start: n for start, n in spread("overall").items() if n} == {31: 3}
    assert "anger-1.negative" not in kept["scores"]


def test_people_are_counted_who_answered_both_times(study, person):
    stayed, left = person(), person()
    answer(study, stayed, "default", 3, 3)
    answer(study, stayed, "anger-1.1", 3, 5)
    answer(study, left, "default", 3, 1)
    study.kind = study.Kind.IMPORTED
    study.save()

    kept = line("People").distributions

    assert sum(kept["scores"]["default.negative"]) == sum(kept["scores"]["overall.negative"]) == 1


def test_answers_are_counted_by_item_and_rating(study, model, person):
    answer(study, model, "default", 3, 1)
    answer(study, model, "anger-1.1", 3, 5)
    answer(study, model, "fear-2.1", 3, 4)
    answer(study, model, "anger-1.p1", 3, 2)
    answer(study, person(), "default", 3, 2)

    counts = item_counts(study)

    assert counts[model.pk]["default"]["distressed"] == [1, 0, 0, 0, 0]
    assert counts[model.pk]["overall"]["distressed"] == [0, 0, 0, 1, 1]
    assert counts[model.pk]["overall.p"]["distressed"] == [0, 1, 0, 0, 0]
    assert counts[model.pk]["overall"]["interested"] == [0, 0, 2, 0, 0]
    assert counts[0]["default"]["distressed"] == [0, 1, 0, 0, 0]


def test_what_is_missing_is_in_no_count(study, model):
    answer_all_but_one(study, model, "default", "distressed")
    exclude(study, model, "default")

    kept = line("model-1").distributions

    assert "distressed" not in kept["items"]["default"]
    assert sum(kept["items"]["default"]["upset"]) == 1
    assert "default.negative" not in kept["scores"]
    assert sum(kept["scores"]["default.positive"]) == 1


def test_counting_is_one_query_however_many_answered(study, model, person):
    for who in (model, person(), person()):
        answer(study, who, "default", 3, 3)
    study.instrument.items_by_code()

    with CaptureQueriesContext(connection) as queries:
        item_counts(study)

    assert len(queries) == 2  # the counts, and the items they belong to


@pytest.mark.parametrize("page", ["/boards/emotion/", "/api/boards/emotion/", "/compare/"])
def test_lists_of_lines_do_not_read_them(client, study, model, page):
    answer(study, model, "default", 3, 3)
    line("model-1")

    with CaptureQueriesContext(connection) as queries:
        client.get(page)

    assert not [query["sql"] for query in queries if "distributions" in query["sql"]]


def test_a_printed_line_has_none(study):
    assert line("gpt-4").distributions == Entry().distributions == {}


def spread_of_people(study, person, numbers):
    """What is told of people of whom so many imagined each condition."""
    for condition, n in numbers.items():
        for _i in range(n):
            somebody = person()
            answer(study, somebody, "default", 3, 3)
            answer(study, somebody, condition, 3, 5)
    return line("People, Feelings on some days").distributions


def test_while_a_study_goes_on_the_spread_of_people_is_not_told(study, person):
    assert spread_of_people(study, person, {"anger-1.1": 10}) == {}

    study.close()

    assert sum(line("People, Feelings on some days").distributions["scores"]["anger.negative"]) == 10


def test_of_fewer_than_ten_people_it_is_never_told(study, person):
    study.close()

    assert spread_of_people(study, person, {"anger-1.1": 9}) == {}


def test_an_emotion_that_few_imagined_cannot_be_found_by_taking_away_the_others(study, person):
    study.close()

    told = spread_of_people(study, person, {"anger-1.1": 10, "fear-2.1": 1})

    assert {key.partition(".")[0] for key in told["scores"]} == {"default", "overall"}
    assert sum(told["scores"]["overall.negative"]) == 11


def test_the_page_says_why_it_is_not_told(client, study, person):
    answer(study, person(), "default", 3, 3)

    page = client.get(f"/boards/emotion/{line('People, Feelings on some days').pk}/").content.decode()

    assert "told when the study is over, and of 10 people or more" in page


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["default", "anger", "fear", "overall"]), st.sampled_from(["positive", "negative"])),
        st.lists(st.integers(0, 12), min_size=3, max_size=3),
    )
)
def test_no_small_count_is_left_nor_found_by_subtraction(scores):
    kept = {"starts": {}, "scores": {f"{pool}.{sub}": counts for (pool, sub), counts in scores.items()}, "items": {}}

    told = of_many(kept, 10)["scores"]

    assert all(sum(counts) >= 10 for counts in told.values())
    if len(told) < len(scores):
        assert not {"anger", "fear"} & {key.partition(".")[0] for key in told}
