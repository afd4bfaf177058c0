"""Grouping by shared prefix, and trees of continuations: what must hold for any tokens."""

from hypothesis import given
from hypothesis import strategies as st

from inference.local.prefixes import groups, shared_length
from inference.local.trees import tree_of

# Two tokens and short lists, so that beginnings are often shared.
sequences = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=12).map(tuple), max_size=12)


def spent(found, texts):
    """Return the tokens computed: each prefix after its nearest known beginning, and every rest."""
    known, total = [()], 0
    for group in found:
        best = max(shared_length(prefix, group.prefix) for prefix in known)
        total += len(group.prefix) - best
        total += sum(len(texts[member]) - len(group.prefix) for member in group.members)
        known.append(group.prefix)
    return total


@given(sequences, st.integers(1, 6))
def test_it_puts_every_sequence_in_exactly_one_group(texts, worth):
    found = groups(texts, worth)

    assert sorted(member for group in found for member in group.members) == list(range(len(texts)))


@given(sequences, st.integers(1, 6))
def test_it_gives_each_member_a_prefix_it_begins_with_and_a_token_of_its_own(texts, worth):
    for group in groups(texts, worth):
        for member in group.members:
            assert texts[member][: len(group.prefix)] == group.prefix
            assert len(texts[member]) > len(group.prefix)


@given(sequences, st.integers(1, 6))
def test_it_never_computes_more_tokens_than_without_sharing(texts, worth):
    assert spent(groups(texts, worth), texts) <= sum(map(len, texts))


@given(sequences)
def test_it_computes_each_node_of_the_trie_once_where_every_token_is_worth_it(texts):
    """Only the last token of a sequence is always computed for itself."""
    inner = {text[:end] for text in texts for end in range(1, len(text))}

    assert spent(groups(texts, 1), texts) == len(inner) + len(texts)


def test_it_keeps_the_strategies_of_one_profile_together():
    profile, other = (1,) * 50, (2,) * 50
    texts = [
        profile + (7,) * 20 + (1, 1),
        other + (7,) * 20 + (1, 2),
        profile + (7,) * 20 + (2, 3),
        profile + (8,) * 20 + (3, 4),
        profile + (8,) * 20 + (4, 5),
        other + (7,) * 20 + (5, 6),
    ]

    found = [(len(group.prefix), group.members) for group in groups(texts, worth=10)]

    assert found == [(70, (0, 2)), (70, (3, 4)), (70, (1, 5))]


def test_it_has_no_groups_for_no_sequences():
    assert groups([], 1) == []


@given(st.lists(st.integers(0, 1), max_size=20), st.lists(st.integers(0, 1), max_size=20))
def test_it_counts_the_tokens_that_two_sequences_share(first, second):
    expected = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)

    assert shared_length(first, second) == (min(len(first), len(second)) if expected is None else expected)


@given(sequences)
def test_it_finds_every_sequence_along_its_path_in_the_tree(texts):
    tree = tree_of(texts)

    assert [tuple(tree.tokens[node] for node in path) for path in tree.paths] == texts


@given(sequences)
def test_it_holds_each_beginning_once_in_the_tree_and_parents_before_children(texts):
    tree = tree_of(texts)

    assert len(tree.tokens) == len({text[:end] for text in texts for end in range(1, len(text) + 1)})
    assert all(parent < node for node, parent in enumerate(tree.parents))
    assert all(tree.depths[n] == (tree.depths[p] + 1 if p >= 0 else 0) for n, p in enumerate(tree.parents))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9).map(tuple))
def test_it_calls_a_single_sequence_a_chain(text):
    assert tree_of([text]).is_chain
    assert tree_of([text, text[:3]]).is_chain
    assert not tree_of([text, (9,), (8,)]).is_chain
