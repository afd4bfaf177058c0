"""Texts to token ids: always the ids of the whole text, but a shared beginning is tokenised once.

Tokenising 150 prompts of 3,300 tokens with four options each costs more than the model does. Texts
that begin alike are therefore cut at one place, well inside what they share, and only where the
checkpoint's own tokenizer, asked for whole texts, gives the same ids on both sides of the cut. A
tokenizer that never agrees to a cut (no offsets, or a mark before each text) gets whole texts.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from inference.local.prefixes import Tokens, shared_length

# A cut is worth its own check from here on, and stands this far before the texts part: no merge
# or word split of any tokenizer looks that far ahead.
SHORTEST_SHARED = 400
MARGIN = 200
TRIES = 3


def whole(tokenizer: Any, text: str) -> Tokens:
    """Return the ids of a text, without any token that the text does not hold."""
    return tuple(tokenizer(text, add_special_tokens=False, verbose=False).input_ids)


def all_tokens(tokenizer: Any, texts: Sequence[str]) -> list[Tokens]:
    """Return for each text what ``whole`` returns for it."""
    parts = _parts(tokenizer, texts)
    tails = list(dict.fromkeys(tail for _, tail in parts))
    if not tails:
        return []
    ids = tokenizer(tails, add_special_tokens=False, verbose=False).input_ids
    known = {tail: tuple(found) for tail, found in zip(tails, ids, strict=True)}
    return [head + known[tail] for head, tail in parts]


def _parts(tokenizer: Any, texts: Sequence[str]) -> list[tuple[Tokens, str]]:
    """Return for each text the ids of its beginning, as far as others have it too, and the rest."""
    order = sorted(range(len(texts)), key=lambda i: texts[i])
    result: list[tuple[Tokens, str]] = [((), text) for text in texts]
    for run in _runs([texts[i] for i in order]):
        members = [order[i] for i in run]
        ordered = [texts[i] for i in members]
        cut = _safe_cut(tokenizer, ordered) if len(ordered) > 2 else 0
        if cut:
            head = whole(tokenizer, ordered[0][:cut])
            below = _parts(tokenizer, [text[cut:] for text in ordered])
            for member, (more, tail) in zip(members, below, strict=True):
                result[member] = (head + more, tail)
    return result


def _runs(ordered: Sequence[str]) -> Iterator[range]:
    """Yield stretches of sorted texts in which each text shares a long beginning with the next."""
    start = 0
    for end in range(1, len(ordered) + 1):
        if end == len(ordered) or shared_length(ordered[end - 1], ordered[end]) < SHORTEST_SHARED:
            yield range(start, end)
            start = end


def _safe_cut(tokenizer: Any, ordered: Sequence[str]) -> int:
    """Return a place in the beginning that sorted texts share where a cut changes no id, or 0."""
    first, last = ordered[0], ordered[-1]
    shared = shared_length(first, last)
    if shared < SHORTEST_SHARED or not getattr(tokenizer, "is_fast", False):
        return 0
    encoded = tokenizer(first, add_special_tokens=False, return_offsets_mapping=True)
    borders: list[int] = [start for start, _ in encoded.offset_mapping if 0 < start <= shared - MARGIN]
    for cut in reversed(borders[-TRIES:]):
        head = whole(tokenizer, first[:cut])
        if all(head + whole(tokenizer, text[cut:]) == whole(tokenizer, text) for text in (first, last)):
            return cut
    return 0
