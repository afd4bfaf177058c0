"""Work in batches that fit the memory: halved when it runs out, down to one, then given up."""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch

from inference.errors import OutOfMemory

Item = TypeVar("Item")
Answer = TypeVar("Answer")

NO_MEMORY_SAYINGS = ("out of memory", "can't allocate memory", "not enough memory")
NO_ROOM = OutOfMemory("The device cannot hold even this one request; shorten it or use a device with more memory.")


@dataclass
class RowLimit:
    """How many rows a batch may have: lowered for good once the memory ran out."""

    rows: int


@dataclass(frozen=True, slots=True)
class Done(Generic[Item, Answer]):
    """A batch with an answer for each of its items, or the error that none of them escaped."""

    items: Sequence[Item]
    answers: Sequence[Answer | OutOfMemory]


def in_batches(
    items: Sequence[Item],
    limit: RowLimit,
    work: Callable[[Sequence[Item]], Sequence[Answer]],
    make_room: Callable[[], None],
) -> Iterator[Done[Item, Answer]]:
    """Yield the answers of ``work`` to stretches of ``items`` no longer than the limit allows.

    Where the memory runs out, ``make_room`` is called, the stretch is halved and tried again, and
    the limit stays halved; an item that fails alone is answered with OutOfMemory.
    """
    start = 0
    while start < len(items):
        batch = items[start : start + limit.rows]
        answers = _answers(batch, work)
        if answers is not None:
            yield Done(batch, answers)
        else:
            make_room()
            if len(batch) > 1:
                limit.rows = len(batch) // 2
                continue
            yield Done(batch, [NO_ROOM])
        start += len(batch)


def _answers(batch: Sequence[Item], work: Callable[[Sequence[Item]], Sequence[Answer]]) -> Sequence[Answer] | None:
    """Return what ``work`` answers, None if the memory ran out."""
    try:
        return work(batch)
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
    # Only here, after the except block, is the failed forward's memory no longer held by its traceback.
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    return None


def is_out_of_memory(error: Exception) -> bool:
    """Return whether an error of Python, torch or CUDA says that the memory ran out."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(said in str(error).lower() for said in NO_MEMORY_SAYINGS)
