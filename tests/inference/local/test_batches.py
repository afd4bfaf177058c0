"""Memory that runs out: batches are halved, and a request too large for one ends in its own error."""

import pytest
import torch

from inference import OptionScores, ScoreRequest, load_engine
from inference.errors import OutOfMemory
from inference.local.batches import RowLimit, in_batches, is_out_of_memory
from tests.inference.conftest import ask, choose, say
from tests.inference.local.conftest import TINY


def outcomes(items, limit, work):
    rooms = []
    done = [pair for one in in_batches(items, limit, work, lambda: rooms.append(1))
            for pair in zip(one.items, one.answers, strict=True)]  # fmt: skip
    return done, len(rooms)


def holding(rows):
    """Return work that answers with ten times the item and has memory for so many rows."""

    def work(batch):
        if len(batch) > rows:
            raise MemoryError
        return [10 * item for item in batch]

    return work


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 100])
def test_it_halves_a_batch_until_it_fits(rows):
    limit = RowLimit(16)

    done, rooms = outcomes(range(20), limit, holding(rows))

    assert done == [(item, 10 * item) for item in range(20)]
    assert limit.rows <= max(1, rows) or rooms == 0


def test_it_answers_an_item_that_does_not_fit_alone_with_an_error_and_goes_on():
    def work(batch):
        if 3 in batch:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return [10 * item for item in batch]

    done, _ = outcomes(range(6), RowLimit(4), work)

    assert [item for item, answer in done if isinstance(answer, OutOfMemory)] == [3]
    assert [answer for _, answer in done if not isinstance(answer, OutOfMemory)] == [0, 10, 20, 40, 50]


def test_it_lets_every_other_error_through():
    def work(batch):
        raise RuntimeError("shapes cannot be multiplied")

    with pytest.raises(RuntimeError, match="multiplied"):
        outcomes([1], RowLimit(1), work)


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (MemoryError(), True),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried"), True),
        (RuntimeError("CUDA error: out of memory"), True),
        (RuntimeError("expected scalar type Float"), False),
    ],
)
def test_it_knows_an_error_of_memory(error, verdict):
    assert is_out_of_memory(error) is verdict


@pytest.fixture
def cramped():
    """The tiny model on a machine with memory for two rows."""
    engine = load_engine("transformers", model=str(TINY))
    roomy = engine.checkpoint.model.forward

    def forward(input_ids, **others):
        if len(input_ids) > 2:
            raise MemoryError
        return roomy(input_ids=input_ids, **others)

    engine.checkpoint.model.forward = forward
    return engine


def test_it_answers_every_request_in_little_memory(cramped, tiny):
    requests = [*(say(f"Number {n}", max_tokens=6) for n in range(5)), *(choose("A", "B") for _ in range(5))]

    found, expected = ask(cramped, *requests), ask(tiny, *requests)

    assert [reply.text for reply in found[:5]] == [reply.text for reply in expected[:5]]
    for scores, usual in zip(found[5:], expected[5:], strict=True):
        assert scores.logp == pytest.approx(usual.logp, abs=1e-4)


def test_it_names_the_request_that_does_not_fit_at_all(tiny):
    engine = load_engine("transformers", model=str(TINY))
    roomy = engine.checkpoint.model.forward

    def forward(input_ids, **others):
        if input_ids.shape[1] > 100:
            raise MemoryError
        return roomy(input_ids=input_ids, **others)

    engine.checkpoint.model.forward = forward
    long, short = ScoreRequest(options=(" A", " B"), prompt="word " * 200), choose("A", "B")

    found = ask(engine, short, long, say("word " * 200), say("Hello", max_tokens=3))

    assert [type(outcome) for outcome in found[1:3]] == [OutOfMemory, OutOfMemory]
    assert isinstance(found[0], OptionScores)
    assert found[3].usage.output == 3
