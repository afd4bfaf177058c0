"""Prefixes kept within a budget of bytes."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from inference.local.store import Prefix, PrefixStore

BYTES_A_TOKEN = 2 * 4  # one layer, one head of size 1: a key and a value in float32
FAMILIES = [tuple(range(start, start + 30)) for start in (0, 100, 200)]


def made(tokens, known):
    """Return a prefix whose keys are its tokens, taking over what is known."""
    seen = len(known.tokens) if known else 0
    new = torch.tensor(tokens[seen:], dtype=torch.float32).view(1, 1, -1, 1)
    keys = torch.cat([known.layers[0][0], new], 2) if known else new
    return Prefix(tokens, ((keys, keys),))


@given(
    st.lists(st.tuples(st.sampled_from(FAMILIES), st.integers(1, 30)), max_size=20),
    st.integers(0, 100),
)
def test_it_returns_what_was_asked_for_and_stays_within_its_budget(asked, tokens_kept):
    store = PrefixStore(tokens_kept * BYTES_A_TOKEN)

    for family, length in asked:
        prefix, reused = store.fetch(family[:length], made)

        assert prefix.tokens == family[:length]
        assert prefix.layers[0][0].flatten().tolist() == list(family[:length])
        assert 0 <= reused <= length
        assert store.bytes <= store.budget


def test_it_computes_only_what_no_kept_prefix_begins_with():
    store, given_before = PrefixStore(10**6), []

    def note(tokens, known):
        given_before.append(known.tokens if known else ())
        return made(tokens, known)

    fetched = [store.fetch(FAMILIES[0][:length], note).reused for length in (20, 30, 25)]

    assert fetched == [0, 20, 25]
    assert given_before == [(), FAMILIES[0][:20]]  # the third is the beginning of what is kept


def test_it_forgets_the_prefix_used_longest_ago():
    store = PrefixStore(2 * 30 * BYTES_A_TOKEN)
    for family in (FAMILIES[0], FAMILIES[1], FAMILIES[0], FAMILIES[2]):
        store.fetch(family, made)

    assert store.fetch(FAMILIES[0], made).reused == 30
    assert store.fetch(FAMILIES[1], made).reused == 0
