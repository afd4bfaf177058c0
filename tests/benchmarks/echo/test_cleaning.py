"""Making answers alike on the surface."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.benchmarks.echo.cleaning import Change, changes, normalise

PIECES = [
    "i", "i'm", "dont", "teh", "freind", "Anna", "definately", "alot", "iPhone", "e.g.", "www.a.b/c?d=e", "2nd",
    ".", ",", "!", "?", "...", "…", ":)", "“", "”", "’", "—", "–", "-", "(", ")", " ", "  ", "\n", "\n- ", "\u200b",
    "\u00a0", "é", "e\u0301", "ß", "ﬁ", "ŉ", "茶", "привет", "😀", "10", "a.b", "go,stop", "well.Then", "ok",
]  # fmt: skip
pieces = st.lists(st.sampled_from(PIECES) | st.sampled_from([" ", " and "]), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  so\n\nit   goes\t. ", "So it goes."),
        ("one.\n- two\n- three", "One. - two - three"),
        ("yes . no ,maybe ; go!then ?", "Yes. No, maybe; go! Then?"),
        ("i am late, i'm tired. so am i", "I am late, I'm tired. So am I"),
        ("See (i) i.e. i-beams", "See (i) i.e. i-beams"),
        ("“well” – it’s 5–6 miles… or so", '"Well" - it\'s 5-6 miles... or so'),
        ("nice :) really ;) ok !!", "Nice :) really ;) ok!!"),
        ("iPhone first. www.a.com/x?y,z is a page", "iPhone first. www.a.com/x?y,z is a page"),
        ("it ended.Then it rained", "It ended. Then it rained"),
        ("zero\u200bwidth and e\u0301", "Zerowidth and é"),
        ("i definately dont agree", "I definitely don't agree"),
        ("", ""),
        ("   \n ", ""),
    ],
)
def test_it_evens_out_blanks_capitals_and_spelling(before, after):
    assert normalise(before, []) == after


def test_it_keeps_names_places_and_the_person_s_words():
    text = "We walked from brno to lahor with freind Jiri."

    assert normalise(text, ["Brno", "we live near Lahor", "freind"]) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我  住在\n上海 。 i definately dont", "我 住在 上海 。 i definately dont"),
        ("привет ,  как дела", "привет , как дела"),
        ("مرحبا  بك", "مرحبا بك"),
    ],
)
def test_another_script_has_only_its_blanks_evened_out(before, after):
    letters_first = before if "definately" not in before else before.partition(" i ")[0]

    assert normalise(letters_first, []) == after.partition(" i ")[0]


def test_another_language_is_not_spelled_as_english():
    assert normalise("ich habe ein  goverment gesehen. dann dont", [], language="de") == (
        "Ich habe ein goverment gesehen. Dann dont"
    )


@given(pieces | st.text(max_size=80), st.sampled_from(["en", "de"]))
def test_twice_is_once(text, language):
    once = normalise(text, ["Anna"], language)

    assert normalise(once, ["Anna"], language) == once


@given(pieces | st.text(max_size=80))
def test_the_result_is_one_composed_paragraph(text):
    result = normalise(text, [])

    assert result == result.strip() and "\n" not in result and "  " not in result
    assert unicodedata.is_normalized("NFC", result)


@given(st.lists(st.sampled_from(["we", "like", "the", "Freind", "teh2", "goverment"]), min_size=1).map(" ".join))
def test_it_never_corrects_what_is_to_be_kept(text):
    kept = normalise(text, ["goverment", "freind", "we", "like", "the"])

    assert kept.casefold() == text.casefold()


def test_two_hundred_words_take_under_fifty_milliseconds():
    text = "i definately went to the markt with my freind and bought somthing nice. " * 16
    normalise("warm up", [])

    start = time.perf_counter()
    normalise(text, [])

    assert time.perf_counter() - start < 0.05


@pytest.mark.parametrize(
    "text",
    ["a" * 20_000, "a " * 10_000, "recieve " * 2_500, "i." * 10_000, " ," * 10_000, "(((" * 7_000, "—-" * 10_000],
)
def test_twenty_thousand_characters_do_no_harm(text):
    start = time.perf_counter()
    changes(text, normalise(text, []))

    assert time.perf_counter() - start < 2


def test_it_tells_what_has_changed():
    before = "i like teh  sea.\nyou too"

    assert changes(before, normalise(before, [])) == [
        Change("replace", ("i",), ("I",)),
        Change("equal", ("like",), ("like",)),
        Change("replace", ("teh",), ("the",)),
        Change("equal", ("sea.",), ("sea.",)),
        Change("replace", ("you",), ("You",)),
        Change("equal", ("too",), ("too",)),
    ]


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_changes_hold_both_texts(before, after):
    steps = changes(before, after)

    assert [word for step in steps for word in step.before] == before.split()
    assert [word for step in steps for word in step.after] == after.split()
