"""Equal requests have equal keys; whatever may change the reply changes the key."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference import Ask, AskedItem, EngineIdentity, request_key
from inference.keys import canonical_json
from tests.inference.conftest import choose, say

KNOWN_KEY = "361021e86ff2820a1e1c92fa74d06ea2011b07e6031dc08c46932a463a79b728"
ENGINE = EngineIdentity(kind="openai", model="tiny", host="127.0.0.1", settings={"samples": "20"})


def test_a_key_is_64_hexadecimal_digits():
    key = request_key(ENGINE, say("Hi"))

    assert len(key) == 64
    assert int(key, 16) > 0


def test_a_key_is_the_same_on_every_machine():
    """Worked out once (Python 3.11); if it changes, every stored completion is lost."""
    assert request_key(ENGINE, say("Hi")) == KNOWN_KEY


def test_tags_are_not_part_of_the_key():
    assert request_key(ENGINE, say("Hi", tags={"item": "4"})) == request_key(ENGINE, say("Hi"))


@pytest.mark.parametrize(
    "other",
    [
        say("Ho"),
        say("Hi", temperature=0.5),
        say("Hi", top_p=0.5),
        say("Hi", max_tokens=5),
        say("Hi", seed=1),
        say("Hi", stop=("\n",)),
        say("Hi", schema={"type": "object"}),
        say("Hi", replicate=1),
        say("Hi", ask=Ask((AskedItem(index="1", code="x", text="x"),))),
        choose("a", "b"),
    ],
)
def test_whatever_may_change_the_reply_changes_the_key(other):
    assert request_key(ENGINE, other) != request_key(ENGINE, say("Hi"))


@pytest.mark.parametrize(
    "other",
    [
        replace(ENGINE, model="small"),
        replace(ENGINE, revision="abc"),
        replace(ENGINE, dtype="bfloat16"),
        replace(ENGINE, quantisation="q4"),
        replace(ENGINE, attention="sdpa"),
        replace(ENGINE, server_version="1"),
        replace(ENGINE, host="127.0.0.2"),
        replace(ENGINE, settings={"samples": "10"}),
    ],
)
def test_another_engine_has_other_keys(other):
    assert request_key(other, say("Hi")) != request_key(ENGINE, say("Hi"))


def test_the_order_of_options_is_part_of_the_key():
    assert request_key(ENGINE, choose("a", "b")) != request_key(ENGINE, choose("b", "a"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON, max_size=5))
def test_the_order_of_a_schema_does_not_matter(schema):
    backwards = dict(reversed(schema.items()))

    assert request_key(ENGINE, say(schema=schema)) == request_key(ENGINE, say(schema=backwards))


def test_canonical_json_has_no_word_for_not_a_number():
    with pytest.raises(ValueError):
        canonical_json({"temperature": float("nan")})
