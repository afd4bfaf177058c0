"""Which lines a board shows, and in which order."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.leaderboard.filters import Filters, is_descending, options_of, order_value, ordered, read_filters
from apps.leaderboard.models import Entry


def line(label, kind="measured", *, human=False, when=None, **provenance) -> Entry:
    changed = when and datetime(*when, tzinfo=UTC)
    return Entry(label=label, kind=kind, is_human=human, values={}, provenance=provenance, changed_at=changed)


LINES = [
    line("People", "human", human=True),
    line("llama2-13b", when=(2026, 3, 1), method="likert/v1"),
    line("gpt-4", "published", when=(2026, 5, 1)),
    line("Qwen2.5-72B", when=(2026, 4, 1), method="likert/v2"),
    line("Always the middle", "baseline", when=(2026, 4, 1)),
]


def kept(**asked) -> list[str]:
    return [entry.label for entry in LINES if read_filters(asked).keeps(entry)]


def test_without_a_filter_every_line_is_kept():
    assert kept() == [entry.label for entry in LINES]
    assert not read_filters({})


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        ({"kind": "published"}, ["gpt-4"]),
        ({"kind": "baseline"}, ["Always the middle"]),
        ({"family": "Llama"}, ["llama2-13b"]),
        ({"size": "medium"}, ["llama2-13b"]),
        ({"size": "large"}, ["Qwen2.5-72B"]),
        ({"size": "unknown"}, ["gpt-4"]),
        ({"method": "likert/v2"}, ["Qwen2.5-72B"]),
        ({"kind": "measured", "family": "Qwen"}, ["Qwen2.5-72B"]),
        ({"kind": "published", "family": "Qwen"}, []),
        ({"family": "Nobody's"}, []),
    ],
)
def test_people_are_kept_whatever_is_asked(asked, labels):
    assert kept(**asked) == ["People", *labels]


def test_a_date_keeps_what_was_answered_since_and_no_printed_figure():
    assert kept(since="2026-04-01") == ["People", "Qwen2.5-72B", "Always the middle"]


@pytest.mark.parametrize("since", ["yesterday", "2026-02-31", ""])
def test_a_date_that_is_none_asks_for_nothing(since):
    assert read_filters({"since": since}).since is None


def test_what_a_paper_says_of_the_size_counts_before_the_name():
    told = line("Model-7B", "published", facts={"parameters_b": 70})

    assert Filters(size="large").keeps(told)
    assert not Filters(size="small").keeps(told)


def test_the_form_offers_what_there_is_to_choose():
    options = {option.name: list(option.choices) for option in options_of(LINES, Filters())}

    assert options == {
        "kind": ["measured", "baseline", "published"],
        "family": ["GPT", "Llama", "Qwen"],
        "size": ["medium", "large", "unknown"],
        "method": ["likert/v1", "likert/v2"],
    }


def test_a_field_with_one_choice_is_offered_to_who_chose_it_only():
    alike = [line("gpt-4"), line("gpt-3.5-turbo")]

    assert options_of(alike, Filters()) == []
    assert [option.name for option in options_of(alike, Filters(family="GPT"))] == ["family"]


@pytest.mark.parametrize(
    ("order", "labels"),
    [
        ("label", ["People", "Always the middle", "gpt-4", "llama2-13b", "Qwen2.5-72B"]),
        ("family", ["People", "gpt-4", "llama2-13b", "Qwen2.5-72B", "Always the middle"]),
        ("size", ["People", "Qwen2.5-72B", "llama2-13b", "gpt-4", "Always the middle"]),
        ("date", ["People", "Qwen2.5-72B", "Always the middle", "llama2-13b", "gpt-4"]),
    ],
)
def test_lines_are_ordered_people_first_and_without_a_value_last(order, labels):
    found = ordered(LINES, lambda entry: entry, lambda entry: order_value(entry, order), is_descending(order, {}))

    assert [entry.label for entry in found] == labels


def test_the_direction_is_the_one_asked_for():
    assert is_descending("label", {"dir": "down"})
    assert not is_descending("size", {"dir": "up"})
    assert is_descending("anger", {})


@given(st.lists(st.tuples(st.booleans(), st.one_of(st.none(), st.integers(-3, 3)))), st.booleans())
def test_ordering_loses_nothing_pins_people_and_is_monotone(lines, descending):
    entries = [(line("x", human=human), value) for human, value in lines]

    found = ordered(entries, lambda pair: pair[0], lambda pair: pair[1], descending)

    assert sorted(map(id, found)) == sorted(map(id, entries))
    assert [entry.is_human for entry, _value in found] == sorted((human for human, _value in lines), reverse=True)
    for human in (True, False):
        values = [value for entry, value in found if entry.is_human == human]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=descending)
        assert values == known + [None] * (len(values) - len(known))


def test_a_line_was_answered_on_the_day_of_its_last_answer_or_when_the_board_found_it():
    imported = line("gpt-4", "imported", when=(2026, 5, 1), origin={"last": "2024-02-29"})

    assert order_value(imported, "date") == date(2024, 2, 29)
    assert order_value(line("gpt-4", "imported", when=(2026, 5, 1)), "date") is None
    assert order_value(LINES[1], "date") == date(2026, 3, 1)
    assert order_value(LINES[2], "date") is None


def test_the_wording_that_a_model_was_asked_in_is_its_method():
    assert Filters(method="likert/v3").keeps(line("gpt-4", origin={"method": "likert/v3"}))
