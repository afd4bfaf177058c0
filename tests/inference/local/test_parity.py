"""Scores over shared prefixes are the scores of each sequence alone, whatever the architecture."""

import pytest
from transformers import AutoModelForCausalLM

from inference.engines.transformers import LocalTransformers
from inference.local import parity
from inference.local.batches import RowLimit
from inference.local.one_by_one import score_alone
from inference.local.questions import Question
from inference.local.scoring import Scorer
from inference.local.store import PrefixStore
from tests.inference.local.conftest import ARCHITECTURES

PROFILE = tuple(range(100, 250))
QUESTIONS = [
    Question(PROFILE + tuple(range(300 + n, 305 + 3 * n)), ((7,), (8,), (9, 10, 11), (9, 10, 12), (9, 13)))
    for n in range(7)
]
# One that shares nothing, and two that part from the profile half way.
QUESTIONS += [Question((3, 1, 4, 1, 5), ((9,), (2, 6)))]
QUESTIONS += [Question((*PROFILE[:80], 5, n, 6), ((7,), (8,))) for n in range(2)]


def scores(model, way, rows=3, budget=2**24):
    scorer = Scorer(model, way, RowLimit(rows), PrefixStore(budget))
    found = {one.position: one.logp for batch in scorer.score(QUESTIONS) for one in batch}
    return [found[position] for position in range(len(QUESTIONS))]


def same(found, expected):
    return all(a == pytest.approx(b, abs=1e-4) for a, b in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("architecture", "way"),
    [
        ("llama", "cascade"),
        ("llama, all heads apart", "cascade"),
        ("qwen2", "cascade"),
        ("mistral with a window", "repeat"),
        ("gpt2", "cascade"),
        ("mamba", "one-by-one"),
    ],
)
def test_it_takes_the_fastest_way_that_agrees(checkpoints, architecture, way):
    engine = LocalTransformers(str(checkpoints(architecture)))

    assert engine.parity.way == way
    assert engine.parity.largest < 1e-4
    assert engine.identity().attention.startswith(way)


CAN_CASCADE = [name for name in ARCHITECTURES if name not in ("mistral with a window", "mamba")]
CAN_REPEAT = [name for name in ARCHITECTURES if name != "mamba"]


@pytest.mark.parametrize(
    ("architecture", "way"),
    [(name, "cascade") for name in CAN_CASCADE]
    + [(name, "repeat") for name in CAN_REPEAT]
    + [(name, "one-by-one") for name in ARCHITECTURES],
)
def test_it_scores_in_groups_as_it_scores_alone(checkpoints, architecture, way):
    model = AutoModelForCausalLM.from_pretrained(checkpoints(architecture))
    expected = [score_alone(model, question) for question in QUESTIONS]

    assert same(scores(model, way), expected)


def test_it_scores_the_same_when_no_prefix_can_be_kept(checkpoints):
    model = AutoModelForCausalLM.from_pretrained(checkpoints("llama"))

    assert same(scores(model, "cascade", budget=0), scores(model, "cascade"))


def test_it_does_not_cascade_over_a_window(checkpoints):
    engine = LocalTransformers(str(checkpoints("mistral with a window")))

    assert engine.parity.rejected == ("cascade: the checkpoint's attention is of another kind",)


def test_it_scores_one_by_one_and_says_so_where_no_shared_way_agrees(checkpoints):
    model = AutoModelForCausalLM.from_pretrained(checkpoints("llama"))

    found = parity.choose_way(model, QUESTIONS, tolerance=-1)

    assert found.way == "one-by-one"
    assert [sentence.split(":")[0] for sentence in found.rejected] == ["cascade", "repeat"]
    assert "scores differ by up to" in found.rejected[0]


def test_it_scores_one_by_one_where_the_model_cannot_keep_what_it_has_read(checkpoints):
    model = AutoModelForCausalLM.from_pretrained(checkpoints("llama"))
    plain = model.forward
    model.forward = lambda input_ids, use_cache=False, logits_to_keep=0: plain(
        input_ids=input_ids, use_cache=use_cache, logits_to_keep=logits_to_keep
    )

    found = parity.choose_way(model, QUESTIONS, tolerance=1e-3)

    assert found.way == "one-by-one"
    assert all("TypeError" in sentence for sentence in found.rejected)


def test_it_counts_a_score_that_is_no_number_as_the_largest_difference():
    assert parity._difference([[float("nan"), 0.0]], [[0.0, 0.0]]) == float("inf")


def test_it_reads_each_prefix_once(checkpoints):
    """150 of about 160 tokens stand in the profile: with a way that shares, only one question pays."""
    model = AutoModelForCausalLM.from_pretrained(checkpoints("llama"))
    scorer = Scorer(model, "cascade", RowLimit(3), PrefixStore(2**24))

    first = sorted((one.position, one.cached) for batch in scorer.score(QUESTIONS[:7]) for one in batch)
    again = sorted((one.position, one.cached) for batch in scorer.score(QUESTIONS[:7]) for one in batch)

    assert [cached for _, cached in first] == [0, *[150] * 6]
    assert [cached for _, cached in again] == [150] * 7
