"""Computed respondents: what they answer, that they answer it again, and in the ordinary form."""

import math
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference import (
    Ask,
    AskedItem,
    ChatReply,
    ChatRequest,
    Message,
    ScoreRequest,
    errors,
    load_engine,
    request_key,
)
from inference.engines.baselines import (
    HumanMarginals,
    LongestAnswer,
    Midpoint,
    ProfileRetrieval,
    Replay,
    SeededRandom,
    Uniform,
)
from tests.inference.conftest import ask

PANAS = tuple(
    AskedItem(index=str(number), code=word, text=word, low=1, high=5)
    for number, word in enumerate(["interested", "distressed", "excited", "upset"], start=1)
)
COLOURS = AskedItem(index="1", code="colour", text="Your colour?", options=("red", "dark green", "blue"))
PERSONA = (
    "Mara is a baker in a small town. She was born in Leeds. She likes hiking in the hills. "
    "Her brother Tom plays the cello."
)
WORDS = AskedItem(index="1", code="music", text="Does anyone in your family play music, a cello maybe?")


def questionnaire(*items, persona="", **fields):
    return ChatRequest((Message("user", "..."),), ask=Ask(items, persona), **fields)


def ratings(reply):
    """Read "index: rating" lines."""
    return [int(rating) for rating in re.findall(r"^\d+: (\d)$", reply.text, re.MULTILINE)]


def test_it_replies_line_by_line_by_index():
    [reply] = ask(Midpoint(), questionnaire(*PANAS))

    assert reply.text == "1: 3\n2: 3\n3: 3\n4: 3"
    assert (reply.usage.input, reply.usage.output) == (0, 0)


def test_it_needs_to_be_told_what_is_asked():
    [failure] = ask(Midpoint(), ChatRequest((Message("user", "How are you?"),)))

    assert isinstance(failure, errors.Unsupported)
    assert "ask" in str(failure)


@pytest.mark.parametrize("kind", ["uniform", "random", "midpoint"])
def test_it_gives_the_same_answers_again(kind):
    requests = [questionnaire(*PANAS, replicate=number) for number in range(5)]

    first, second = ask(load_engine(kind), *requests), ask(load_engine(kind), *requests)

    assert first == second


def test_uniform_gives_each_level_once_in_as_many_repeats():
    replies = ask(Uniform(), *[questionnaire(*PANAS, replicate=number) for number in range(5)])

    for given_ratings in zip(*map(ratings, replies), strict=True):
        assert sorted(given_ratings) == [1, 2, 3, 4, 5]


def test_uniform_scores_all_options_alike():
    [scores] = ask(Uniform(), ScoreRequest(options=("a", "b", "c", "d"), prompt="Which?"))

    assert scores.logp == dict.fromkeys("abcd", math.log(0.25))
    assert scores.mass == pytest.approx(1.0)


def test_random_answers_differ_by_seed_and_by_repeat():
    items = [AskedItem(index=str(n), code=f"item-{n}", text="", low=1, high=5) for n in range(1, 31)]
    first, repeat = ask(SeededRandom(1), questionnaire(*items), questionnaire(*items, replicate=1))
    [other] = ask(SeededRandom(2), questionnaire(*items))

    assert len({first.text, repeat.text, other.text}) == 3


def test_random_answers_cover_the_scale():
    replies = ask(SeededRandom(1), *[questionnaire(*PANAS, replicate=n) for n in range(250)])

    counts = Counter(rating for reply in replies for rating in ratings(reply))

    assert set(counts) == {1, 2, 3, 4, 5}
    assert min(counts.values()) > 150  # of 1000; 200 expected, SD 12.6


def test_an_item_keeps_its_random_answer_when_the_order_is_shuffled():
    forward, backward = ask(SeededRandom(1), questionnaire(*PANAS), questionnaire(*PANAS[::-1]))

    assert sorted(forward.text.splitlines()) == sorted(backward.text.splitlines())


def test_the_two_middles_of_an_even_scale_take_turns():
    items = [AskedItem(index=str(n), code=str(n), text="", low=1, high=4) for n in (1, 2, 3, 4)]
    [reply] = ask(Midpoint(), questionnaire(*items))

    assert ratings(reply) == [2, 3, 2, 3]


def test_midpoint_is_sure_of_the_middle_option():
    [scores] = ask(Midpoint(), ScoreRequest(options=("1", "2", "3"), prompt="?"))

    assert scores.logp == {"2": 0.0}
    assert scores.missing == ("1", "3")


def test_human_marginals_draw_answers_in_their_proportions():
    people = HumanMarginals({"interested": {"1": 0.1, "5": 0.9}})
    replies = ask(people, *[questionnaire(PANAS[0], replicate=n) for n in range(1000)])

    counts = Counter(ratings(reply)[0] for reply in replies)

    assert set(counts) == {1, 5}
    assert counts[1] == pytest.approx(100, abs=30)  # SD 9.5


def test_human_marginals_score_options_by_their_proportions():
    people = HumanMarginals({"colour": {"red": 0.5, "blue": 0.5, "dark green": 0.0}})
    request = ScoreRequest(options=("A", "B", "C"), prompt="?", ask=Ask((COLOURS,)))

    [scores] = ask(people, request)

    assert scores.logp == {"A": math.log(0.5), "C": math.log(0.5)}
    assert scores.missing == ("B",)


def test_human_marginals_say_which_item_they_lack():
    [failure] = ask(HumanMarginals({}), questionnaire(PANAS[0]))

    assert isinstance(failure, errors.Unsupported)
    assert "'interested'" in str(failure)


def test_human_marginals_reject_shares_that_are_no_proportions():
    with pytest.raises(errors.BadSettings, match=r"'interested' sum to 0\.6"):
        HumanMarginals({"interested": {"1": 0.6}})


def test_other_proportions_are_another_engine():
    one, other = HumanMarginals({"x": {"1": 1.0}}), HumanMarginals({"x": {"2": 1.0}})

    assert one.identity() != other.identity()


def test_longest_answer_picks_the_wordiest_option():
    [reply] = ask(LongestAnswer(), questionnaire(COLOURS))

    assert reply.text == "1: dark green"


def test_longest_answer_looks_behind_letters():
    request = ScoreRequest(options=("A", "B", "C"), prompt="?", ask=Ask((COLOURS,)))

    [scores] = ask(LongestAnswer(), request)

    assert scores.logp == {"B": 0.0}


def test_longest_answer_has_none_for_a_rating():
    [failure] = ask(LongestAnswer(), questionnaire(PANAS[0]))

    assert isinstance(failure, errors.Unsupported)


def test_profile_retrieval_quotes_the_sentence_that_fits():
    [reply] = ask(ProfileRetrieval(sentences=1), questionnaire(WORDS, persona=PERSONA))

    assert reply.text == "Her brother Tom plays the cello."


def test_profile_retrieval_picks_the_option_the_profile_speaks_of():
    item = AskedItem(index="1", code="job", text="Your job?", options=("a teacher", "a baker", "a nurse"))

    [reply] = ask(ProfileRetrieval(), questionnaire(item, persona=PERSONA))

    assert reply.text == "1: a baker"


def test_profile_retrieval_rates_what_the_profile_says_higher():
    said = AskedItem(index="1", code="a", text="She likes hiking in the hills.", low=1, high=5)
    unsaid = AskedItem(index="2", code="b", text="Zebras quarrel.", low=1, high=5)

    [reply] = ask(ProfileRetrieval(), questionnaire(said, unsaid, persona=PERSONA))

    assert reply.text == "1: 5\n2: 1"


def test_profile_retrieval_needs_a_profile():
    [failure] = ask(ProfileRetrieval(), questionnaire(WORDS))

    assert isinstance(failure, errors.Unsupported)
    assert "persona" in str(failure)


def test_replay_gives_a_stored_reply_again():
    original, request = Midpoint().identity(), questionnaire(*PANAS)
    stored = ChatReply(text="1: 2", finish_reason="stop")
    engine = Replay({request_key(original, request): stored}, original)

    first, second = ask(engine, request, questionnaire(*PANAS, replicate=1))

    assert first == stored
    assert isinstance(second, errors.Unsupported)


def test_a_replay_is_not_taken_for_the_original():
    original = Midpoint().identity()

    assert Replay({}, original).identity() != original


@given(
    low=st.integers(0, 3),
    width=st.integers(0, 8),
    replicate=st.integers(0, 50),
    kind=st.sampled_from(["uniform", "random", "midpoint"]),
)
def test_ratings_stay_on_their_scale(low, width, replicate, kind):
    item = AskedItem(index="1", code="x", text="x", low=low, high=low + width)

    [reply] = ask(load_engine(kind), questionnaire(item, replicate=replicate))

    assert low <= int(reply.text.removeprefix("1: ")) <= low + width
