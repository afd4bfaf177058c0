"""Reading model judges: our file of replies in many styles, and laws that hold for any text."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.judge_replies import parse
from apps.benchmarks.parsing import REASONS

COLLECTION = json.loads(Path(__file__).with_name("judge_replies.json").read_text(encoding="utf-8"))
REPLIES = {reply["name"]: reply for reply in COLLECTION["replies"]}


def told(replies):
    """Return replies the way the collection writes them: the value, or the reason."""
    return [reply.reason if reply.value is None else reply.value for reply in replies]


def test_the_collection_has_replies_of_forty_kinds():
    assert len(REPLIES) == len(COLLECTION["replies"]) >= 40


@pytest.mark.parametrize("name", REPLIES)
def test_it_reads_the_collected_reply(name):
    reply = REPLIES[name]

    replies = parse("\n".join(reply["lines"]), len(reply["expected"]), reply.get("instruction"))

    assert told(replies) == reply["expected"]


@given(st.text(max_size=300), st.sampled_from([None, "human", "machine"]))
def test_any_text_gives_a_value_or_a_reason_for_each_pair(text, instruction):
    replies = parse(text, 3, instruction)

    assert len(replies) == 3
    for reply in replies:
        assert reply.value in (0, 1, None)
        assert (reply.value is None) == (reply.reason in REASONS)


@given(
    st.lists(st.sampled_from([0, 1]), min_size=2, max_size=10),
    st.sampled_from(["{n}: {a}", "Question {n}: Answer {a}", "Answer{a}-{n}", "Q{n}: A{a}", "- {n}. Answer {a}"]),
)
def test_every_form_of_a_whole_list_is_read(picks, form):
    reply = "\n".join(form.format(n=n, a=a) for n, a in enumerate(picks, 1))

    assert told(parse(reply, len(picks))) == picks


@pytest.mark.parametrize("text", ["Answer0-1 " * 2000, "human " * 3000, "Question 1\n" * 2000, ", and answer 0" * 1500])
def test_a_long_reply_is_read_all_the_same(text):
    assert len(parse(text, 10, "human")) == 10
